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
    let:
      zone:
        first: |
          | place   || price |
          | Hamburg || €5    |
          | 0012    || €7    |
          | -       || €20   |
    quote:
      - line: freight
        amount: zone
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
  private static let states = ["NY", "ny", "NJ", " NY", "NY ", "“NY”", "TX", "&#78;Y"]
  private static let accounts = ["", "0042", "42", "7", "'0042", "#REF!"]

  @Test(arguments: 0..<80) func changeNothing(_ seed: Int) throws {
    var random = SeededBytes(state: UInt64(seed) + 1)
    // Most places are of no row, and there may be more than a batch asks about. Long ones are not
    // kept, and short ones take the place of others that are.
    let count = [10, 70, 400][random.next(3)]
    let usual = [3, 40, 400][random.next(3)]
    let name = ["Ort", "A place with a long name"][random.next(2)]
    let places = seed % 2 == 0 ? Self.odd : [Self.odd[random.next(Self.odd.count)]]
    let rows = (0..<1200).map { row in
      let place = random.next(usual) == 0
        ? places[random.next(places.count)] : "\(name) \(random.next(count))"
      let state = random.next(usual) == 0 ? Self.states[random.next(Self.states.count)] : "NY"
      let account = random.next(usual) == 0
        ? Self.accounts[random.next(Self.accounts.count)] : "0042"
      return "\(row),\(state),\(place),\(account)"
    }
    let text = "id,state,place,account\n" + rows.joined(separator: "\n")
    let pricer = try Pricer(
      rulesAt: "rules.yaml", loader: .memory(["rules.yaml": Self.rules]))
    let chunkBytes = [4000, 16000][random.next(2)]
    func found(_ parsers: Int?) throws -> [String] {
      try remarks(text, pricer, chunkBytes: chunkBytes, parsers: parsers, &random)
    }
    let alone = try found(1)
    #expect(try found(nil) == alone)
    #expect(try found(3) == alone)
  }

  /// With no number of parsers, each chunk has one of its own.
  private func remarks(
    _ text: String, _ pricer: Pricer, chunkBytes: Int, parsers count: Int?,
    _ random: inout SeededBytes
  ) throws -> [String] {
    var options = ReaderOptions()
    options.format = .csv
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
