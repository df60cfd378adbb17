import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteReports
@testable import QuoteSyntax

/// Bookings that bring nothing new are only counted where nobody is given each of them: the whole
/// that is reported is the same to the byte.
@Suite struct CountedDifferenceTests {
  static let rules = """
    schema: quote/1
    name: parcel
    currency: USD
    inputs:
      id: text, key
      weight: weight in kg [0 kg..30 kg] step 0.1
      zone: one of near | far
      glass: flag, default no
    let:
      price:
        unique: |
          | weight        || zone: near | far    |
          | [0 kg..5 kg)  || $7.50      | $9.90  |
          | [5 kg..9 kg)  || $12        | $15.45 |
          | [9 kg..30 kg] || $22        | $35.45 |
      weighing:
        graduated: |
          | weight         || price    |
          | [0 kg..10 kg)  || $0.50/kg |
          | [10 kg..20 kg) || $0.40/kg |
          | >= 20 kg       || $0.30/kg |
    decline:
      - when: weight > 29 kg
        reason: too heavy
    quote:
      - line: parcel
        amount: price
      - line: weighed
        amount: round(weighing)
      - line: care
        when: glass
        amount: 'if zone = "far" then $4.50 else round(price * 10%)'
      - line: fee
        amount: round(8% * subtotal)
    outputs:
      sum: total
    """

  /// Totals by the dime, beside cents, and a price of a mile, which is no round number of metres.
  static let coarseRules =
    rules.replacing(
      "outputs:", with: "  - line: even\n    becomes: round(subtotal, $0.10)\noutputs:"
    ).replacing(
      "let:", with: "  way: distance in mi [1 mi..9 mi], default 3 mi\nlet:")
    + "\n  rate: round(total / way, $0.01/mi)"

  /// What the other side has otherwise.
  enum Mutant: CaseIterable {
    /// Every total is other than ours by the same, or by some of a few amounts.
    case total, totals
    /// A line, and the total with it.
    case line
    /// A line, and the fee and the total that are made of it.
    case chain
    /// The same, where some have a fee of their own as well, or a care.
    case chains
    /// Every total, of a side that does not say `care`; some totals are just without it.
    case unsaid
    /// Some totals by a cent, some bookings not there, some declined, most others by more.
    case motley
    /// Totals and rates, of which the other side rounds neither as these rules do.
    case coarse

    var rules: String { self == .coarse ? coarseRules : CountedDifferenceTests.rules }
    var columns: [String] {
      ["id", "status", "parcel", "weighed", "care", "fee", "total", "sum"]
        + (self == .coarse ? ["rate"] : [])
    }
  }

  struct Sides {
    var bookings = "id,weight,zone,glass\n"
    var reference = ""
    var luck: RowLuck

    init(_ count: Int, _ mutant: Mutant, seed: UInt64) throws {
      luck = RowLuck(seed)
      for row in 0..<count {
        let weight = "\(luck.below(30)).\(luck.below(10))"
        bookings += "\(row),\(weight),\(luck.pick("near", "far")),\(luck.pick("yes", "no", ""))\n"
      }
      for (row, line) in try Self.priced(bookings, mutant).enumerated() {
        let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        var other = row > 0 && cells[1] == "quoted" ? disturbed(cells, mutant) : cells
        if mutant == .unsaid { other?.remove(at: Self.care) }
        reference += other.map { $0.joined(separator: ",") + "\n" } ?? ""
      }
    }

    /// The column of the line that some do not say.
    private static let care = 4

    private static func priced(_ bookings: String, _ mutant: Mutant) throws -> [String] {
      let pricer = try Pricer(rulesAt: "r.yaml", loader: .memory(["r.yaml": mutant.rules]))
      let reader = try BookingReader(
        schema: pricer.schema, sources: [ComparisonKit.source("bookings.csv", bookings)],
        options: ReaderOptions())
      let columns = try QuoteColumns(
        selecting: mutant.columns, quotes: pricer.plan.quoteSchema, bookings: pricer.schema)
      let (parser, batch) = (reader.makeParser(), BookingBatch(schema: pricer.schema))
      let (evaluator, writer) = (pricer.makeEvaluator(), columns.writer(.csv))
      let buffer = ByteBuffer()
      while try parser.read(into: batch) {
        writer.append(evaluator.price(batch, rows: 0..<batch.count), of: batch, to: buffer)
      }
      let header = mutant.columns.joined(separator: ",")
      return [header] + buffer.string.split(separator: "\n").map(String.init)
    }

    private static func cents(_ cell: String) -> Int { Int((Double(cell) ?? 0) * 100 + 0.5) }

    private static func text(_ cents: Int) -> String {
      "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)"
    }

    /// A quote with more in some lines, and what is made of them.
    private func chained(_ cells: [String], _ added: [Int: Int], fee: Int) -> [String] {
      var cells = cells
      for (column, more) in added { cells[column] = Self.text(Self.cents(cells[column]) + more) }
      let lines = cells[2...4].reduce(0) { $0 + Self.cents($1) }
      let charged = (lines * 8 + 50) / 100 + fee
      cells[5] = Self.text(charged)
      for column in 6...7 { cells[column] = Self.text(lines + charged) }
      return cells
    }

    /// Nil where the other side has no such booking.
    private mutating func disturbed(_ cells: [String], _ mutant: Mutant) -> [String]? {
      func raised(_ cents: Int, _ columns: [Int]) -> [String] {
        var cells = cells
        for column in columns { cells[column] = Self.text(Self.cents(cells[column]) + cents) }
        return cells
      }
      switch mutant {
      case .chain, .chains:
        let own = mutant == .chain ? 0 : luck.below(6)
        let added = [2: 200, 4: own == 1 ? 50 : 0]
        return chained(cells, added, fee: own == 2 ? 75 : 0)
      case .total: return raised(125, [6, 7])
      case .totals: return raised([0, 30, 125, 500 + luck.below(900)][luck.below(4)], [6])
      case .line: return raised(200, [5, 6, 7])
      case .coarse: return raised([125, 137, 210][luck.below(3)], [6, 7, 8])
      case .unsaid:
        return raised(luck.below(9) == 0 ? -Self.cents(cells[Self.care]) : 225, [6, 7])
      case .motley:
        switch luck.below(40) {
        case 0: return raised(1, [6, 7])
        case 1: return nil
        case 2: return [cells[0], "declined", "", "", "", "", "", ""]
        case 3: return raised(12, [3])
        case 4: return cells
        default: return raised(225, [6, 7])
        }
      }
    }
  }

  static func whole(
    _ sides: Sides, _ mutant: Mutant, givesEach: Bool
  ) throws -> (report: String, told: Int, different: Int) {
    try whole(
      mutant.rules, sides, givesEach: givesEach, others: "reference.csv",
      formats: [.json, .text, .markdown, .junit, .sarif, .github]
    ) { differ, bookings, reading in
      try differ.reference(
        ComparisonKit.source("reference.csv", sides.reference), format: nil, bookings: bookings,
        reading: reading)
    }
  }

  private static func whole(
    _ rules: String, _ sides: Sides, givesEach: Bool, others: String, formats: [DifferenceFormat],
    begin: (Differ, [ByteSource], ReaderOptions) throws -> DifferenceRun
  ) throws -> (report: String, told: Int, different: Int) {
    let differ = try ComparisonKit.differ(["r.yaml": rules]) {
      $0.givesEach = givesEach
      $0.seeksRemedies = false
    }
    var reading = ReaderOptions()
    reading.chunkBytes = 3 << 10
    let run = try begin(
      differ, [ComparisonKit.source("bookings.csv", sides.bookings)], reading)
    let context = differ.context(of: run, others: [others])
    var told = 0
    let summary = try differ.run(run) { _ throws(Trouble) in told += 1 }
    let buffer = ByteBuffer()
    for format in formats { DifferenceReport(format, context: context).append(summary, to: buffer) }
    return (buffer.string, told, summary.different)
  }

  /// The same for a second set of rules, whose totals and rates are other ones.
  @Test func theWholeOfOtherRulesIsTheSame() throws {
    let sides = try Sides(4500, .coarse, seed: 11)
    let others = try Pricer(
      rulesAt: "o.yaml",
      loader: .memory([
        "o.yaml": Self.coarseRules.replacing("total / way", with: "total / way + $1/mi")
      ]))
    func whole(givesEach: Bool) throws -> (report: String, told: Int, different: Int) {
      try Self.whole(
        Self.coarseRules, sides, givesEach: givesEach, others: "o.yaml", formats: [.json]
      ) { try $0.rules(others, bookings: $1, reading: $2) }
    }
    let told = try whole(givesEach: true)
    let counted = try whole(givesEach: false)
    RowRules.expectSame(told.report, counted.report)
    #expect(counted.told < told.told, "\(counted.told) told of \(told.told)")
  }

  @Test(arguments: LongRun.some(Mutant.allCases, oneIn: 3))
  func theWholeIsTheSame(mutant: Mutant) throws {
    let sides = try Sides(6500, mutant, seed: 7)
    let told = try Self.whole(sides, mutant, givesEach: true)
    let counted = try Self.whole(sides, mutant, givesEach: false)
    RowRules.expectSame(told.report, counted.report)
    #expect(told.told == told.different)
    // Else both were one way.
    #expect(counted.told < counted.different, "\(counted.told) told of \(counted.different)")
  }
}
