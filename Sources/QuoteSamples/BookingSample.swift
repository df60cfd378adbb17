package import QuoteBookings
import QuoteEngine
package import QuoteLanguage
package import QuoteSyntax

/// Seeded bookings as they are written, most of which the rules have a price for.
///
/// One in ten may be refused: declined, or at fault. In place of further ones, others are drawn
/// that are made like bookings that were not refused. The first so many are the same however
/// many are asked for.
package struct BookingSample {
  private let pricer: Pricer
  private let writer: SampleWriter
  /// Writes bookings one by one, as they are read again to be priced.
  private let single: SampleWriter
  private var sampler: BookingSampler
  private let isQuotable: Bool
  private var (made, refused) = (0, 0)
  /// Bookings that have a price, once some were looked for.
  private var taken: [SampleRecord]?

  /// This many bookings are priced at once.
  package static let blockSize = 512
  /// A booking that has more elements of a made list is left out: there are many bookings in a
  /// sample, and what is amiss shows in few elements as well.
  static let mostMade = 5000
  /// How often one booking is drawn again.
  private static let times = 12
  /// This many bookings that have a price are looked for, among so many.
  private static let wanted = (taken: 128, tried: 8192)

  /// Throws where bookings cannot be written so. If they are to be quotable, none is refused.
  package init(
    of model: PriceModel, seed: UInt64, format: InputFormat, shape: SampleWriter.Shape?,
    isQuotable: Bool
  ) throws(Trouble) {
    pricer = Pricer(lowering: model)
    writer = try SampleWriter(schema: model.schema, format: format, shape: shape)
    single =
      format == .json ? try SampleWriter(schema: model.schema, format: .jsonl) : writer
    sampler = BookingSampler(model: model, seed: seed)
    self.isQuotable = isQuotable
  }

  package var opening: String { writer.opening }
  package var closing: String { writer.closing }

  /// The next bookings, at most as many as a block has.
  ///
  /// Throws if they are to be quotable and none is found.
  package mutating func next(_ count: Int) throws(Trouble) -> String {
    var drawn = (0..<count).map { _ in draw(sampler.next()) }
    let first = made
    let prices = try arePriced(drawn)
    var open: [Int] = []
    for index in drawn.indices {
      made += 1
      if prices[index] { continue }
      if !isQuotable, (refused + 1) * 10 <= made { refused += 1 } else { open.append(index) }
    }
    if !open.isEmpty { try redraw(open, of: &drawn, after: first) }
    guard writer.format == .json else { return drawn.map(\.text).joined() }
    return drawn.indices.map { index in
      writer.text(of: drawn[index].record, isFirst: first + index == 0)
    }.joined()
  }

  private typealias Drawn = (record: SampleRecord, text: String)

  private func draw(_ record: SampleRecord) -> Drawn {
    (record, single.text(of: record, isFirst: true))
  }

  private mutating func redraw(
    _ refused: [Int], of drawn: inout [Drawn], after first: Int
  ) throws(Trouble) {
    let taken = try takenBookings()
    guard !taken.isEmpty else {
      if !isQuotable { return }
      throw Trouble(
        "none-quotable",
        "none of \(Self.wanted.tried) bookings made from the inputs has a price by these rules")
    }
    var open = refused
    for time in 1...Self.times where !open.isEmpty {
      let others = open.map { index in
        draw(sampler.redrawn(first + index + 1, time: time, like: time < 4 ? [] : taken))
      }
      let prices = try arePriced(others)
      for (place, index) in open.enumerated() where prices[place] { drawn[index] = others[place] }
      open = open.indices.filter { !prices[$0] }.map { open[$0] }
    }
    guard isQuotable else { return }
    // At last, one that was taken, under another key.
    for index in open {
      let number = first + index + 1
      drawn[index] = draw(sampler.again(taken[number % taken.count], number: number))
    }
  }

  /// Bookings that have a price, looked for once.
  private mutating func takenBookings() throws(Trouble) -> [SampleRecord] {
    if let taken { return taken }
    var found: [SampleRecord] = []
    var tried = 0
    while found.count < Self.wanted.taken, tried < Self.wanted.tried {
      let drawn = (0..<Self.blockSize).map { index in
        draw(sampler.redrawn(tried + index + 1, time: 0, like: found))
      }
      for (drawn, isPriced) in zip(drawn, try arePriced(drawn)) where isPriced {
        found.append(drawn.record)
      }
      tried += Self.blockSize
    }
    taken = found
    return found
  }

  /// Which have a price. All, if they are not read one by one.
  private func arePriced(_ drawn: [Drawn]) throws(Trouble) -> [Bool] {
    var options = ReaderOptions()
    options.format = single.format
    let text = single.opening + drawn.map(\.text).joined()
    let reader = try BookingReader(
      schema: pricer.schema, sources: [.memory(name: "sample", bytes: Array(text.utf8))],
      options: options)
    let (evaluator, parser) = (pricer.makeEvaluator(), reader.makeParser())
    evaluator.mostMade = Self.mostMade
    let batch = BookingBatch(schema: pricer.schema)
    var prices: [Bool] = []
    while try parser.read(into: batch) {
      evaluator.forEachBlock(of: 0..<batch.count) { rows in
        let quotes = evaluator.price(batch, rows: rows)
        for row in 0..<quotes.count {
          prices.append(QuoteBatch.Status(rawValue: quotes.statuses[row]) == .quoted)
        }
      }
    }
    return prices.count == drawn.count ? prices : drawn.map { _ in true }
  }
}
