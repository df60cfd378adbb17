import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

/// The JSON document of explanations: what its schema says, what its receipt
/// holds, and that its inputs are the booking again.
@Suite struct ExplanationDocumentTests {
  private static let count = LongRun.isAsked ? 6 : 3

  /// One sample of each rules file serves for its schema, its receipt and its inputs.
  @Test(arguments: EvaluatorAgreementTests.files)
  func isValidVerifiedAndReadBack(name: String) throws {
    let sampled = try SampledExplanations(rules: name, seed: 11, bookings: Self.count)
    try isWhatTheSchemaSays(sampled)
    try verificationsAreWhatTheirSchemaSays(sampled)
    try inputsReadBack(sampled, name)
  }

  private func isWhatTheSchemaSays(_ sampled: SampledExplanations) throws {
    let schema = try SchemaValidator(inDocs: "explanation.schema.json")
    let json = Data(sampled.document.utf8)
    #expect(try schema.complaint(about: SchemaValue(json: json)) == "")
    let root = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect((root["quotes"] as? [Any])?.count == Self.count)
  }

  @Test(arguments: LongRun.some(EvaluatorAgreementTests.files, oneIn: 2))
  func allThatMayBeAskedForIsInTheSchema(name: String) throws {
    var options = ExplanationOptions()
    options.saysWhyNot = true
    options.saysChanges = true
    let sampled = try SampledExplanations(rules: name, seed: 17, bookings: 2, options: options)
    let json = try SchemaValue(json: Data(sampled.document.utf8))
    let schema = try SchemaValidator(inDocs: "explanation.schema.json")
    #expect(try schema.complaint(about: json) == "")
  }

  /// A receipt priced again: the same everywhere, and with other rules what the
  /// schema says of differences.
  private func verificationsAreWhatTheirSchemaSays(_ sampled: SampledExplanations) throws {
    var receipt = try ReceiptDocument(reading: Array(sampled.document.utf8), called: "receipt")
    let same = sampled.pricer.verify(receipt)
    #expect(same.isEqual && same.made.isEmpty, "\(VerificationText().render(same))")
    for index in receipt.quotes.indices {
      guard let total = receipt.quotes[index].facts.lastIndex(where: { $0.name == "total" }) else {
        continue
      }
      receipt.quotes[index].facts[total].value = "-0.01"
      receipt.quotes[index].facts.append(QuoteFacts.Fact("another line", "1.00"))
    }
    receipt.receipt.engine = "0.0.1"
    receipt.receipt.files.append(Receipt.File(role: .setting, name: "a=1", digest: "0"))
    let other = sampled.pricer.verify(receipt)
    let schema = try SchemaValidator(inDocs: "verification.schema.json")
    for verification in [same, other] {
      let json = Data(VerificationFormat.json.render(verification).utf8)
      #expect(try schema.complaint(about: SchemaValue(json: json)) == "")
    }
    #expect(other.made.map(\.name) == ["engine", "setting a=1"])
    #expect(other.isEqual != receipt.quotes.contains { $0.facts.last?.name == "another line" })
  }

  @Test func theSchemaRefusesOtherDocuments() throws {
    let schema = try SchemaValidator(inDocs: "explanation.schema.json")
    let sampled = try SampledExplanations(rules: "rules/umuve.yaml", seed: 3, bookings: 4)
    for (old, new) in [
      ("\"status\": \"quoted\"", "\"status\": \"fine\""), ("\"total\": ", "\"totals\": "),
      ("\"format\": \"quote-explanation/1\"", "\"format\": \"quote-explanation/2\""),
      ("\"applies\": true", "\"applies\": 1"), ("\"sha256\": \"", "\"sha256\": \"x"),
      ("\"depth\": 0", "\"depth\": \"0\""),
    ] {
      let other = sampled.document.replacing(old, with: new)
      #expect(other != sampled.document, "\(old) is not there")
      #expect(try !schema.accepts(SchemaValue(json: Data(other.utf8))), "\(new) is taken")
    }
  }

  /// What the document holds of a booking reads back as the same booking.
  private func inputsReadBack(_ first: SampledExplanations, _ name: String) throws {
    let readable = first.explanations.filter { $0.record != nil }
    let text = readable.map { $0.record! + "\n" }.joined()
    var options = ReaderOptions()
    options.format = .jsonl
    let reader = try BookingReader(
      schema: first.pricer.schema.ofRecords,
      sources: [.memory(name: "records", bytes: Array(text.utf8))], options: options)
    let again = try first.pricer.explanations(
      of: reader, ExplanationSearch(keys: [], first: 100), options: ExplanationOptions()
    ).explanations
    #expect(again.count == readable.count)
    for (one, other) in zip(readable, again) {
      #expect(one.record == other.record)
      #expect(one.total == other.total, "\(name) \(one.key): \(other.reason)")
      #expect(one.reason == other.reason)
      #expect(one.outputs.map(\.json) == other.outputs.map(\.json))
    }
  }

  @Test func theReceiptNamesAllThatWasRead() throws {
    let files = [
      "rules.yaml": """
      schema: quote/1
      name: t
      currency: USD
      inputs:
        size: text
      let:
        price:
          first: prices.csv
      quote:
        - line: a
          amount: price default $1
      """, "prices.csv": "size,,price\nbig,,$5\n",
      "over.yaml": "quote:\n  - line: a\n    amount: price default $2\n",
    ]
    func receipt(_ files: [String: String], _ settings: [String]) throws -> Receipt {
      try Pricer(
        rulesAt: "rules.yaml", overlays: ["over.yaml"], settings: settings, loader: .memory(files)
      ).receipt(asOf: Instant(iso: "2026-03-14T15:00:00Z"))
    }
    let one = try receipt(files, ["price[big].price=$6"])
    #expect(one.files.map(\.role) == [.rules, .referenced, .overlay, .setting])
    #expect(
      one.files.map(\.name) == ["rules.yaml", "prices.csv", "over.yaml", "price[big].price=$6"])
    #expect(one.asOf == "2026-03-14T15:00:00Z")
    for (name, text) in files {
      let other = [name: text + "\n"].merging(files) { a, _ in a }
      #expect(try receipt(other, ["price[big].price=$6"]).digest != one.digest)
    }
    #expect(try receipt(files, ["price[big].price=$7"]).digest != one.digest)
    #expect(try receipt(files, ["price[big].price=$6"]).digest == one.digest)
  }
}

/// Explanations of seeded bookings of a rules file.
struct SampledExplanations {
  let pricer: Pricer
  let reader: BookingReader
  let explanations: [Explanation]

  static let asOf = Instant(microsecondsSince1970: 1_772_463_600_000_000)

  init(
    rules: String, seed: UInt64, bookings: Int, options: ExplanationOptions = ExplanationOptions()
  ) throws {
    pricer = try ProjectRules.pricer(rules, recording: true)
    reader = try Self.reader(pricer, seed: seed, bookings: bookings)
    explanations = try pricer.explanations(
      of: reader, ExplanationSearch(keys: [], first: bookings), options: options
    ).explanations
  }

  /// The bookings, from their start.
  static func reader(_ pricer: Pricer, seed: UInt64, bookings: Int) throws -> BookingReader {
    var sampler = BookingSampler(model: pricer.model, seed: seed)
    let writer = try SampleWriter(schema: pricer.schema, format: .jsonl)
    var text = ""
    for index in 0..<bookings { text += writer.text(of: sampler.next(), isFirst: index == 0) }
    var options = ReaderOptions()
    options.format = .jsonl
    options.asOf = asOf
    return try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "sampled", bytes: Array(text.utf8))],
      options: options)
  }

  var document: String {
    ExplanationDocument(receipt: pricer.receipt(asOf: Self.asOf), sources: pricer.sources)
      .render(explanations)
  }
}
