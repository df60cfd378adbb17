import Foundation
import TestKit

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSamples
@testable import QuoteSyntax

/// Rules with one thing changed, as a backend has it that was written by somebody else: a figure
/// of a table or a formula, a bound, a rounding, which side of a bound is in.
struct MutantRules {
  struct Mutant {
    var text: String
    /// The line, counted from 1.
    var line: Int
    var what: String
  }

  let lines: [String]
  /// Lines of tables and formulas.
  private let open: [Int]

  init(of text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var section = ""
    var open: [Int] = []
    for (index, line) in lines.enumerated() {
      if let first = line.first, first.isLetter {
        section = String(line.prefix { $0 != ":" })
      }
      guard section == "let" || section == "quote", line.hasPrefix(" ") else { continue }
      if line.contains("- line:") || line.contains("label:") || line.contains("#") { continue }
      if line.contains(where: \.isNumber) || line.contains("round") { open.append(index) }
    }
    self.open = open
  }

  /// Changes one line, not that one.
  func mutant(
    _ random: inout SeededGenerator, but other: Int? = nil, isFigure: Bool = false
  ) -> Mutant? {
    let index = open[Int.random(in: 0..<open.count, using: &random)]
    guard index + 1 != other,
      let (line, what) = isFigure
        ? Self.figure(lines[index], &random) : Self.changed(lines[index], &random)
    else { return nil }
    var all = lines
    all[index] = line
    return Mutant(text: all.joined(separator: "\n"), line: index + 1, what: what)
  }

  private static func changed(
    _ line: String, _ random: inout SeededGenerator
  ) -> (line: String, what: String)? {
    switch Int.random(in: 0..<8, using: &random) {
    case 0 where line.contains("round("):
      return (line.replacing("round(", with: "round_up(", maxReplacements: 1), "rounded up")
    case 1 where line.contains("round("):
      return (line.replacing("round(", with: "round_down(", maxReplacements: 1), "rounded down")
    case 2 where line.contains("..") && line.contains(")"):
      return (line.replacing(")", with: "]", maxReplacements: 1), "an upper bound is in")
    case 3 where line.contains(" > "): return (line.replacing(" > ", with: " >= "), "or equal")
    case 4 where line.contains(" + "): return (line.replacing(" + ", with: " - "), "a sign")
    case _: return figure(line, &random)
    }
  }

  /// Another figure of the same form.
  private static func figure(
    _ line: String, _ random: inout SeededGenerator
  ) -> (line: String, what: String)? {
    let found = line.matches(of: /[0-9]+(\.[0-9]+)?/)
    guard let match = found.randomElement(using: &random) else { return nil }
    let text = String(match.output.0)
    guard let number = Ratio(decimal: text) else { return nil }
    let digits = text.split(separator: ".").dropFirst().first?.count ?? 0
    var step = Ratio(1)
    for _ in 0..<digits { step = step / 10 }
    let factors = [Ratio(9, 10), Ratio(11, 10), Ratio(3, 2), Ratio(2), Ratio(107, 100)]
    var other = number * (factors.randomElement(using: &random) ?? 1)
    other = Ratio((other / step + Ratio(1, 2)).floor ?? 0) * step
    if other == number { other = other + step }
    var changed = line
    changed.replaceSubrange(match.range, with: other.description)
    return (changed, "\(text) becomes \(other)")
  }
}

/// What several rules make of the same sampled bookings.
struct MutantBench {
  let name: String
  let rules: String
  let bookings: ByteSource
  /// The least amount of the rules' currency.
  let cent: Ratio

  /// Bookings and rules of a rules file of this repository.
  init(_ name: String, count: Int = 120, seed: UInt64 = 7) throws {
    let rules = try Repository.text(of: Repository.root.appending(path: "rules/\(name).yaml"))
    try self.init(rules, named: name, count: count, seed: seed)
  }

  init(_ rules: String, named name: String, count: Int, seed: UInt64) throws {
    (self.name, self.rules) = (name, rules)
    let compiled = try CompiledRules(
      rulesAt: "r.yaml", overlays: [], settings: [], loader: .memory(["r.yaml": rules]))
    cent = compiled.model.minorUnit
    var sample = try BookingSample(
      of: compiled.model, seed: seed, format: .jsonl, shape: nil, isQuotable: true)
    var text = sample.opening
    text += try sample.next(count)
    bookings = ComparisonKit.source("bookings.jsonl", text + sample.closing)
  }

  /// Our rules against others, with a ledger if there is one.
  func compare(
    _ other: String, ledger: String? = nil, settings: [String] = [], isTotalOnly: Bool = false,
    seeksRemedies: Bool = true
  ) throws -> ComparisonKit.Outcome {
    var map = ReferenceMap.plain
    if isTotalOnly { map.forms[0].ignored = Set(try Self.names(of: rules).subtracting(["total"])) }
    var files = ["r.yaml": rules]
    files["l.yaml"] = ledger
    var options = Differ.Options()
    options.accepted = ledger == nil ? nil : "l.yaml"
    options.seeksRemedies = seeksRemedies
    options.settings = settings
    let differ = try Differ(
      rulesAt: "r.yaml", map: map, options: options, loader: .memory(files))
    let others = try Pricer(
      rulesAt: "o.yaml", loader: .memory(["o.yaml": other]), linting: false)
    return try ComparisonKit.outcome(
      differ, try differ.rules(others, bookings: [bookings], reading: ReaderOptions()))
  }

  private static func names(of rules: String) throws -> Set<String> {
    let pricer = try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": rules]))
    return Set(pricer.plan.comparedNames)
  }

  /// What the sides say, booking by booking.
  static func said(_ found: [BookingDifference]) -> [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: found.map { booking in
        let values = booking.fields.map { "\($0.path) \($0.theirs)" }
        return ("\(booking.record)", ["\(booking.theirs) \(booking.theirReason)"] + values)
      })
  }
}
