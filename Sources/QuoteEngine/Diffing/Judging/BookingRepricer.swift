/// Prices a chunk of bookings again, computed in other ways, and says for each
/// booking that differs by little which of them make it the same.
final class BookingRepricer {
  private struct Other {
    var name: String
    var parser: BookingParser
    var batch: BookingBatch
    var judge: BookingJudge
  }

  private let profiles: RoundingProfiles
  private let options: ReaderOptions
  private let comparer: (QuoteTexts) -> ReplyComparer
  private lazy var others = profiles.all.map { profile in
    let texts = QuoteTexts(profile.pricer)
    return Other(
      name: profile.name,
      parser: BookingReader(rereading: profile.pricer.schema, options: options).makeParser(),
      batch: BookingBatch(schema: profile.pricer.schema),
      judge: BookingJudge(texts, comparer: comparer(texts)))
  }

  /// `comparer` makes what holds quotes against the other side.
  init(
    _ profiles: RoundingProfiles, options: ReaderOptions,
    comparer: @escaping (QuoteTexts) -> ReplyComparer
  ) {
    self.profiles = profiles
    self.options = options
    self.comparer = comparer
  }

  /// `rows` are those of the batch that the block's differences are about;
  /// `other` gives what the other side made of one.
  func findRounding(
    _ block: inout DifferenceBlock, _ batch: BookingBatch, rows: [Int], minorUnit: Ratio,
    other: (Int) -> BookingJudge.Other?
  ) throws(Trouble) {
    let candidates = rows.indices.filter {
      block.differences[$0].mayBeRounding(minorUnit: minorUnit)
    }
    guard !candidates.isEmpty else { return }
    for index in candidates { block.differences[index].rounding = .unexplained }
    let few = candidates.count > batch.count / 16 ? nil : candidates.map { rows[$0] }
    let cut = few.flatMap { (batch.chunk as? InputChunk)?.cut($0, of: batch) }
    for profile in others {
      let isCut = try price(profile, batch, cut, candidates.count)
      for (position, index) in candidates.enumerated() {
        guard let theirs = other(rows[index]),
          profile.judge.isSame(row: isCut ? position : rows[index], theirs)
        else { continue }
        block.differences[index].addRounding(profile.name)
      }
    }
  }

  /// Prices bookings by a profile: those that were cut out, so many, and then true, or
  /// all of the batch.
  private func price(
    _ profile: Other, _ batch: BookingBatch, _ cut: InputChunk?, _ count: Int
  ) throws(Trouble) -> Bool {
    if let cut {
      try profile.parser.reread(cut, into: profile.batch)
      if profile.batch.count == count {
        profile.judge.texts.price(profile.batch)
        return true
      }
    }
    // As they are, where both read numbers alike.
    if profile.batch.schema.arithmetic == batch.schema.arithmetic {
      profile.judge.texts.price(batch)
    } else {
      try profile.parser.reread(batch, into: profile.batch)
      profile.judge.texts.price(profile.batch)
    }
    return false
  }
}
