@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSamples
@testable import QuoteSyntax

extension PriceModel {
  /// Bookings drawn by seed, as they are written. JSON as a whole has no end here.
  func sampled(
    _ bookings: Int, seed: UInt64, as format: InputFormat = .jsonl
  ) throws -> String {
    var sampler = BookingSampler(model: self, seed: seed)
    let writer = try SampleWriter(schema: schema, format: format)
    return (0..<bookings).reduce(writer.opening) { text, index in
      text + writer.text(of: sampler.next(), isFirst: index == 0)
    }
  }
}

extension BookingSchema {
  /// A reader of a text, at a moment that is always the same.
  func reader(of text: String, as format: InputFormat = .jsonl) throws -> BookingReader {
    var options = ReaderOptions()
    options.format = format
    options.asOf = Instant(microsecondsSince1970: 1_772_463_600_000_000)
    return try BookingReader(
      schema: self, sources: [.memory(name: "sampled", bytes: Array(text.utf8))],
      options: options)
  }
}
