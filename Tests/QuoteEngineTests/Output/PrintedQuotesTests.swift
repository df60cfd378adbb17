import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What is written as CSV and as JSON Lines, read again by others and held against the slow
/// evaluator: the total, each line and each output of bookings of every rules file, and of rules
/// drawn by seed.
@Suite struct PrintedQuotesTests {
  @Test(arguments: EvaluatorAgreementTests.files)
  func everyRulesFile(_ name: String) throws {
    let pricer = try ProjectRules.pricer(name)
    let found = try Printed(pricer, seed: 11, bookings: LongRun.isAsked ? 60 : 30).differences()
    #expect(found.isEmpty, "\(name): \(found.prefix(3).joined(separator: "\n"))")
  }

  @Test(arguments: LongRun.some(0..<4 as Range<UInt64>, oneIn: 2))
  func randomRules(_ lane: UInt64) throws {
    var compared = 0
    for seed in stride(from: 5000 + lane, to: 5100, by: 4) {
      guard
        let pricer = RandomProgramTests.compiled(RandomRules(seed: seed).text, ids: { _ in })
      else { continue }
      let printed = try Printed(pricer, seed: seed, bookings: 12)
      let found = printed.differences()
      #expect(found.isEmpty, "program \(seed): \(found.prefix(3).joined(separator: "\n"))")
      compared += 1
    }
    #expect(compared > 10)
  }
}

/// One batch priced and written, and what should stand there.
private struct Printed {
  private let pricer: Pricer
  private let columns: [(name: String, source: QuoteColumns.Source)]
  private let rows: [[String]]
  private let objects: [[String: Any]]
  private let slow: [ScalarQuote]

  init(_ pricer: Pricer, seed: UInt64, bookings: Int) throws {
    self.pricer = pricer
    let reader = try pricer.schema.reader(of: pricer.model.sampled(bookings, seed: seed))
    let (quotes, outputs) = (pricer.plan.quoteSchema, pricer.plan.quoteSchema.outputs)
    let names =
      ["status", "total"]
      + quotes.lines.filter { $0.kind == .line }.map { "quote.\($0.name)" }
      + outputs.filter { if case .value = $0.body { true } else { false } }
      .map { "outputs.\($0.name)" }
    let selected = try QuoteColumns(selecting: names, quotes: quotes, bookings: pricer.schema)
    columns = Array(zip(names, selected.sources))
    let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
    let evaluator = pricer.makeEvaluator()
    let (csv, json) = (ByteBuffer(), ByteBuffer())
    let (rowWriter, objectWriter) = (selected.writer(.csv), selected.writer(.jsonl))
    var slow: [ScalarQuote] = []
    while try parser.read(into: batch) {
      let priced = evaluator.price(batch, rows: 0..<batch.count)
      rowWriter.append(priced, of: batch, to: csv)
      objectWriter.append(priced, of: batch, to: json)
      let scalar = ScalarEvaluator(model: pricer.model)
      slow += (0..<batch.count).map { scalar.price($0, of: batch) }
    }
    self.slow = slow
    rows = Self.cells(csv.string)
    objects = try json.string.split(separator: "\n").map {
      try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
    }
  }

  /// RFC 4180, a character at a time.
  private static func cells(_ text: String) -> [[String]] {
    var (rows, row, cell, isQuoted): ([[String]], [String], String, Bool) = ([], [], "", false)
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch (character, isQuoted) {
      case ("\"", true) where rest.first == "\"":
        cell.append("\"")
        rest.removeFirst()
      case ("\"", _): isQuoted.toggle()
      case (",", false):
        row.append(cell)
        cell = ""
      case ("\n", false):
        rows.append(row + [cell])
        (row, cell) = ([], "")
      default: cell.append(character)
      }
    }
    return rows
  }

  func differences() -> [String] {
    guard rows.count == slow.count, objects.count == slow.count else {
      return ["\(rows.count) rows, \(objects.count) objects of \(slow.count) bookings"]
    }
    return slow.indices.flatMap { booking in
      columns.indices.compactMap { column in
        let (name, source) = columns[column]
        let (cell, member) = (rows[booking][column], objects[booking][name])
        guard let wanted = expected(source, slow[booking]) else {
          return cell == "\(member ?? "")" ? nil : "booking \(booking): \(name)"
        }
        let said = "booking \(booking): \(name) is `\(cell)` and \(member as Any), slowly \(wanted)"
        return wanted.isPrinted(cell, member) ? nil : said
      }
    }
  }

  private func expected(_ source: QuoteColumns.Source, _ quote: ScalarQuote) -> Wanted? {
    if source == .status {
      switch quote.status {
      case .quoted: return .text("quoted")
      case .declined: return .text("declined")
      case .fault: return .text("fault")
      }
    }
    guard quote.status == .quoted else { return .nothing }
    let quotes = pricer.plan.quoteSchema
    switch source {
    case .total: return Wanted(quote.total, 1)
    case .line(let line): return Wanted(quote.sums[quotes.lines[line].id] ?? .notGiven, 1)
    case .output(let output):
      guard case .value(let expression) = pricer.model.outputs[output].body,
        case .value(let value) = quote.outputs[output]
      else { return nil }
      return Wanted(value, expression.units.size)
    case .key, .record, .status, .reasons, .faultField, .faultValue, .faultMessage, .carried:
      return nil
    }
  }
}

/// What a cell and a member should say.
private enum Wanted {
  case nothing
  case text(String)
  case texts([String])
  case flag(Bool)
  case exact(Ratio)
  case double(Double)

  /// Nil for values that are words of the rules, or moments.
  init?(_ value: ScalarValue, _ unit: Ratio) {
    switch value {
    case .notGiven: self = .nothing
    case .flag(let flag): self = .flag(flag)
    case .text(let text): self = .text(text)
    case .exact(let number): self = .exact(number / unit)
    case .double(let number): self = .double(number)
    case .integer(let number): self = .exact(Ratio(number))
    case .texts(let texts): self = .texts(texts)
    case .choice, .date, .time, .instant, .weekday, .point: return nil
    }
  }

  func isPrinted(_ cell: String, _ member: Any?) -> Bool {
    switch self {
    case .nothing: return cell.isEmpty && member is NSNull
    case .text(let text): return cell == text && member as? String == text
    case .texts(let texts):
      return cell == texts.joined(separator: "; ") && member as? [String] == texts
    case .flag(let flag):
      let words = flag ? ["yes", "True", "true"] : ["no", "False", "false"]
      return words.contains(cell) && (member as? NSNumber)?.boolValue == flag
    case .double(let number):
      if !number.isFinite { return member is NSNull }
      return Double(cell) == number && Self.double(member) == number
    case .exact(let number):
      // All digits, or twelve decimals of those that do not end.
      guard let printed = Self.ratio(cell) else { return false }
      let off = printed > number ? printed - number : number - printed
      let isEnough = off * Ratio(2_000_000_000_000) <= 1 && (off == 0 || !number.isDecimal)
      return isEnough && Self.double(member) == Double(cell)
    }
  }

  /// By its digits: Foundation's own number is one by decimals, and rounds twice.
  private static func double(_ member: Any?) -> Double? {
    (member as? NSNumber).flatMap { Double("\($0)") }
  }

  private static func ratio(_ cell: String) -> Ratio? {
    let digits = cell.filter { $0 != "." }
    let places = cell.firstIndex(of: ".").map { cell.distance(from: $0, to: cell.endIndex) - 1 }
    guard let whole = Int128(digits) else { return nil }
    return Ratio(whole, (0..<(places ?? 0)).reduce(1) { power, _ in power * 10 })
  }
}

extension Ratio {
  /// Whether twelve decimals write it.
  fileprivate var isDecimal: Bool { decimalDigits.map { $0 <= 12 } ?? false }
}
