import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteSyntax

/// What parsers know of texts from earlier batches changes nothing of what is told: a parser that
/// reads every chunk, and one for each chunk that knows nothing, tell the same.
@Suite struct KnownTextTests {
  private static let rules = """
    schema: quote/1
    name: example
    currency: EUR
    inputs:
      id: text, key
      state: text
      place: text
      account: optional text
      band: text
    let:
      zone:
        first: |
          | place   || price |
          | Hamburg || €5    |
          | 0012    || €7    |
      height:
        first: |
          | band     || price |
          | [A1..C5] || €1    |
          | [C6..Z9] || €2    |
    quote:
      - line: freight
        amount: zone + height
      - line: tax
        when: state = "NY"
        amount: €10
      - line: vip
        when: account = "0042"
        amount: -€3
    """

  /// Some of these are nearly a word of the rules, each in its own way.
  private static let odd = [
    "Hamburgg", "hamburg", " Hamburg", "12", "n/a", "Hämburg", "a longer text than one that fits",
  ]
  private static let states = ["ny", "NJ", " NY", "NY ", "“NY”", "NY\u{200B}", "&#78;Y"]
  private static let accounts = ["", "42", "7", "'0042", "#REF!"]
  private static let bands = ["a4", " B2", "c9 ", "4", "k2"]

  /// In all, there are more texts than a batch asks about: long ones, of which no verdict is kept,
  /// and short ones, which take the place of others. Odd ones are frequent, rare, or one of them
  /// comes once, behind most others.
  private func rows(_ seed: Int, _ random: inout SeededBytes) -> [String] {
    let count = [10, 70, 400][random.next(3)]
    let usual = [3, 40, 400][random.next(3)]
    let name = ["Ort", "A place with a long name"][random.next(2)]
    let isOnce = seed % 3 == 0
    let (late, which) = (600 + random.next(600), random.next(4))
    return (0..<1200).map { row in
      func pick(_ column: Int, _ odd: [String], _ plain: () -> String) -> String {
        let isOdd = isOnce ? row == late && column == which : random.next(usual) == 0
        return isOdd ? odd[random.next(odd.count)] : plain()
      }
      let number = isOnce ? row % (count + 64) : random.next(count)
      let place = pick(0, Self.odd) { "\(name) \(number)" }
      let state = pick(1, Self.states) { number % 2 == 0 ? "NY" : "Ö\(number)" }
      let account = pick(2, Self.accounts) { "0042" }
      let band = pick(3, Self.bands) { number % 2 == 0 ? "B2" : "zz\(number)" }
      return "\(row),\(state),\(place),\(account),\(band)"
    }
  }

  @Test(arguments: 0..<90) func changeNothing(_ seed: Int) throws {
    var random = SeededBytes(state: UInt64(seed) + 1)
    let rows = rows(seed, &random)
    let text = "id,state,place,account,band\n" + rows.joined(separator: "\n")
    let pricer = try Pricer(
      rulesAt: "rules.yaml", loader: .memory(["rules.yaml": Self.rules]))
    let chunkBytes = [1000, 4000, 16000][random.next(3)]
    func found(_ parsers: Int?) throws -> [String] {
      try remarks(text, pricer, chunkBytes: chunkBytes, parsers: parsers, &random)
    }
    let alone = try found(1)
    #expect(try found(nil) == alone)
    #expect(try found(3) == alone)
  }

  /// What is held against memory is told of here, each kind in some of the inputs.
  @Test func haveSomethingToTell() throws {
    let pricer = try Pricer(
      rulesAt: "rules.yaml", loader: .memory(["rules.yaml": Self.rules]))
    var told: [String] = []
    for seed in 0..<12 {
      var random = SeededBytes(state: UInt64(seed) + 1)
      let text = "id,state,place,account,band\n"
        + rows(seed, &random).joined(separator: "\n")
      told += try remarks(text, pricer, chunkBytes: 4000, parsers: 1, &random)
    }
    for kind in ["no row in `zone`", "in a range of `height`", "only in spaces"] {
      #expect(told.contains { $0.contains(kind) }, "\(kind)")
    }
  }

  /// Codes of texts are told of many records at once: those of a file in which one record has to be
  /// looked at are given up, and what its texts nearly are is told all the same.
  @Test(arguments: [0, 150, 299]) func areToldBesideARecordReadAlone(at place: Int) throws {
    let pricer = try Pricer(
      rulesAt: "rules.yaml", loader: .memory(["rules.yaml": Self.rules]))
    var records = (0..<300).map { row in
      let place = row % 5 == 4 ? "hamburg " : "Hamburg"
      return #"{"id":"\#(row)","state":"NY","place":"\#(place)","band":"B2"}"#
    }
    records[place] = "[]"
    var random = SeededBytes(state: 1)
    let told = try remarks(
      records.joined(separator: "\n"), pricer, format: .jsonl, chunkBytes: 100_000, parsers: 1,
      &random)
    #expect(told.contains { $0.contains("values of `place`") }, "\(told)")
  }

  /// With no number of parsers, each chunk has one of its own.
  private func remarks(
    _ text: String, _ pricer: Pricer, format: InputFormat = .csv, chunkBytes: Int,
    parsers count: Int?, _ random: inout SeededBytes
  ) throws -> [String] {
    var options = ReaderOptions()
    options.format = format
    options.chunkBytes = chunkBytes
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "in", bytes: Array(text.utf8))],
      options: options)
    let parsers = (0..<(count ?? 1)).map { _ in reader.makeParser() }
    let batch = BookingBatch(schema: pricer.schema)
    while true {
      let parser = count.map { parsers[random.next($0)] } ?? reader.makeParser()
      guard try parser.read(into: batch) else { return reader.remarks }
    }
  }
}
