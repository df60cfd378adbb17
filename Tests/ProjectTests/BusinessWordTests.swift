import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import TestKit
import Testing

/// Business lives in the rules: no name of a field, a category or a service of
/// any rules file stands in the sources.
@Suite struct BusinessWordTests {
  /// Words that some rules use as names and that the language, the engine or
  /// plain English needs for something else.
  static let allowed: Set<String> = [
    "a", "account", "action", "added", "address", "age", "agreed", "article", "at", "b", "base",
    "busy", "case", "centre", "charge", "charged", "cheaper", "clock", "code", "commission",
    "count", "credit", "cut", "date", "day", "days", "demand", "deposit", "device", "devices",
    "diagnostic",
    "discount", "distance", "doubled", "driven", "driver", "duration", "each", "engine",
    "entry", "exactly", "extra", "extras", "factor", "factors", "fee", "fill", "fixed", "free",
    "friday", "full", "grand", "gratuity", "gross", "half", "height", "highest", "home",
    "hours", "id", "item", "items", "kind", "known", "large", "latitude", "lead", "left",
    "length", "letters", "load", "longitude", "lowest", "member", "minimum", "minutes", "model",
    "monday", "multiplier", "named", "net", "night", "nights", "no", "note", "notes", "number",
    "operator", "order", "other", "over", "package", "part", "parts", "peak", "person", "place",
    "plan", "postcode", "price", "quantity", "quarter", "rate", "rebate", "room", "rounded",
    "running", "saturday", "screen", "season", "sent", "several", "share", "shown", "size",
    "slots", "small", "spent", "standard", "standing", "status", "stay", "storage", "straight",
    "summer", "sunday", "surcharge", "tax", "thursday", "ticket", "time", "tip", "today",
    "total", "tuesday", "unknown", "used", "uses", "visit", "volume", "wait", "waiting", "way",
    "wednesday", "weight", "width", "words", "work", "yes", "zone",
  ]

  /// What the rules files of the project call things.
  static func names() throws -> Set<String> {
    var names: Set<String> = []
    for url in Repository.files(under: "rules", endings: ["yaml"]) {
      let path = Repository.name(of: url)
      if path.hasSuffix(".map.yaml") { continue }
      var sources = Sources()
      var log = DiagnosticLog()
      let tree = try RuleTree(
        readingFile: path, from: .disk(relativeTo: Repository.root.path), sources: &sources,
        log: &log)
      for input in tree.inputs { collect(input, &names) }
      for line in tree.quote { collect(line, &names) }
      for value in tree.lets {
        names.insert(value.name.value)
        if case .table(let table) = value.body { collect(table, &names) }
      }
    }
    return names
  }

  private static func collect(_ input: InputDeclaration, _ names: inout Set<String>) {
    names.insert(input.name.value)
    switch input {
    case .field(let field):
      if case .oneOf(let words) = field.type.value { names.formUnion(words.map(\.value)) }
    case .list(let list):
      for field in list.fields { collect(field, &names) }
    }
  }

  private static func collect(_ line: LineDeclaration, _ names: inout Set<String>) {
    names.insert(line.name.value)
    guard case .lines(let members, _) = line.effect else { return }
    for member in members { collect(member, &names) }
  }

  /// Bare words of key cells: what the rules call kinds of things.
  private static func collect(_ table: TableDeclaration, _ names: inout Set<String>) {
    for cell in table.rows.flatMap(\.keys) {
      guard case .tests(let tests) = cell.content else { continue }
      for case .value(let word) in tests
      where word.value.wholeMatch(of: kept(/[a-z][a-z_]+/)) != nil {
        names.insert(word.value)
      }
    }
  }

  /// Words of a text: identifiers as they are, and parted at capitals.
  static func words(of text: some StringProtocol) -> Set<String> {
    Set(identifiers(in: text).flatMap { [$0.lowercased(), snake($0)] })
  }

  /// Runs of letters, digits and underscores that begin with a letter.
  private static func identifiers(in text: some StringProtocol) -> [String] {
    text.utf8.split { byte in
      !((0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F)
    }.compactMap { run in
      let word = run.drop { !(0x61...0x7A).contains($0 | 0x20) }
      return word.isEmpty ? nil : String(decoding: word, as: UTF8.self)
    }
  }

  /// `truckFill` as `truck_fill`.
  static func snake(_ word: String) -> String {
    word.replacing(kept(/([a-z0-9])([A-Z])/)) { "\($0.1)_\($0.2)" }.lowercased()
  }

  @Test func noNameOfTheRulesStandsInTheSources() throws {
    let names = try Self.names().subtracting(Self.allowed)
    // Each word is parted once, however often it is written.
    var isNamed: [String: String?] = [:]
    for source in try SwiftSource.all(under: "Sources") where !source.isGenerated {
      for (index, line) in source.lines.enumerated() {
        for word in Self.identifiers(in: line) {
          if isNamed[word] == nil {
            isNamed[word] = .some(Self.words(of: word).intersection(names).min())
          }
          guard let name = isNamed[word] ?? nil else { continue }
          Issue.record("\(source.name):\(index + 1) says `\(name)`, a name of some rules")
        }
      }
    }
  }

  @Test func identifiersArePartedIntoWords() {
    #expect(Self.words(of: "let truckFill = x").contains("truck_fill"))
    #expect(Self.words(of: "a surge_zone, Pickup").isSuperset(of: ["surge_zone", "pickup"]))
  }
}
