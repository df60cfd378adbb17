import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Rules, bookings and other sides made by hand, for tests of comparisons.
enum ComparisonKit {
  static let rules = """
    schema: quote/1
    name: parcel
    currency: USD
    inputs:
      id: text, key
      weight: weight in kg [0 kg..30 kg] step 0.1
      zone: one of near | far
    let:
      price:
        unique: |
          | weight        || zone: near | far    |
          | [0 kg..5 kg)  || $7.50      | $9.90  |
          | [5 kg..30 kg] || $12        | $15.45 |
    quote:
      - line: parcel
        amount: price
      - line: fee
        amount: round(8% * subtotal)
    outputs:
      total:
      fee:
    """

  /// A booking a key, all of one weight and zone.
  static func bookings(
    _ keys: [String], weight: String = "5", zone: String = "near"
  ) -> ByteSource {
    let rows = keys.map { "\($0),\(weight),\(zone)\n" }.joined()
    return .memory(name: "bookings.csv", bytes: Array(("id,weight,zone\n" + rows).utf8))
  }

  static func source(_ name: String, _ text: String) -> ByteSource {
    .memory(name: name, bytes: Array(text.utf8))
  }

  /// Edits that would explain the differences are not looked for unless `change` asks for them.
  static func differ(
    _ more: [String: String] = [:], map: ReferenceMap = .ownQuotes,
    _ change: (inout Differ.Options) -> Void = { _ in }
  ) throws -> Differ {
    var options = Differ.Options()
    options.seeksRemedies = false
    change(&options)
    let files = ["r.yaml": rules].merging(more) { $1 }
    return try Differ(rulesAt: "r.yaml", map: map, options: options, loader: .memory(files))
  }

  typealias Outcome = (summary: DifferenceSummary, found: [BookingDifference])

  static func outcome(_ differ: Differ, _ run: DifferenceRun) throws -> Outcome {
    var found: [BookingDifference] = []
    let summary = try differ.run(run) { booking throws(Trouble) in found.append(booking) }
    return (summary, found)
  }

  /// Bookings of near parcels of 5 kg, which come to 12.96, against a reference.
  static func reference(
    _ keys: [String], _ reference: String, name: String = "reference.csv",
    map: ReferenceMap = .ownQuotes, reading: ReaderOptions = ReaderOptions(),
    ledger: String? = nil, _ change: (inout Differ.Options) -> Void = { _ in }
  ) throws -> Outcome {
    let differ = try differ(ledger.map { ["l.yaml": $0] } ?? [:], map: map) { options in
      if ledger != nil { options.accepted = "l.yaml" }
      change(&options)
    }
    return try held(differ, reference, name: name, bookings: bookings(keys), reading: reading)
  }

  /// Rules with an output that is no money.
  static let haulRules = """
    schema: quote/1
    name: haul
    currency: USD
    inputs:
      id: text, key
      pieces: count [0..100]
    quote:
      - line: haul
        amount: $30 * pieces
      - line: fee
        amount: round(8% * subtotal)
    outputs:
      minutes: 30 + 8 * pieces
    """

  /// Bookings of some pieces against a reference, by `haulRules`.
  static func haul(
    _ reference: String, bookings: String = "id,pieces\n1,1\n2,2\n3,3\n4,4\n",
    ledger: String? = nil, _ change: (inout Differ.Options) -> Void = { _ in }
  ) throws -> Outcome {
    let more = ["r.yaml": haulRules].merging(ledger.map { ["l.yaml": $0] } ?? [:]) { $1 }
    let differ = try differ(more) { options in
      if ledger != nil { options.accepted = "l.yaml" }
      change(&options)
    }
    return try held(differ, reference, bookings: source("b.csv", bookings))
  }

  /// The ledger that is drafted of some differences, read and signed by somebody.
  static func signedLedger(of found: [BookingDifference], rules: String = "") -> String {
    let draft = AcceptedDraft(rules: rules)
    for booking in found { draft.add(booking) }
    let buffer = ByteBuffer()
    draft.append(to: buffer)
    return AcceptedTests.signed(buffer.string)
  }

  /// Bookings against the rows of a reference.
  static func held(
    _ differ: Differ, _ reference: String, name: String = "reference.csv", bookings: ByteSource,
    reading: ReaderOptions = ReaderOptions()
  ) throws -> Outcome {
    try outcome(
      differ,
      try differ.reference(
        source(name, reference), format: nil, bookings: [bookings], reading: reading))
  }
}
