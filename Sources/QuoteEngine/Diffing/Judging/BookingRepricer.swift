/// Prices a chunk of bookings again, computed in other ways, and says for each
/// booking that differs by little which of them make it the same.
final class BookingRepricer {
  private struct Other {
    var parser: BookingParser
    var batch: BookingBatch
    var judge: BookingJudge
  }

  private let profiles: RoundingProfiles
  private let options: ReaderOptions
  private let comparer: (QuoteTexts) -> ReplyComparer
  /// By the profile's name, made when it is first tried.
  private var others: [String: Other] = [:]

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
    let search = RoundingSearch(
      profiles: profiles, minorUnit: minorUnit, chunk: batch.ordinal)
    try search.find(in: &block, of: Array(rows.indices)) { (profile, candidates) throws(Trouble) in
      let wanted = candidates.map { rows[$0] }
      let few = wanted.count > batch.count / 16 ? nil : wanted
      let cut = few.flatMap { (batch.chunk as? InputChunk)?.cut($0, of: batch) }
      let made = self.other(profile)
      let isCut = try price(made, batch, cut, wanted.count)
      return wanted.enumerated().map { position, row in
        other(row).map { made.judge.isSame(row: isCut ? position : row, $0) } ?? false
      }
    }
  }

  private func other(_ profile: RoundingProfiles.Profile) -> Other {
    if let known = others[profile.name] { return known }
    let texts = QuoteTexts(profile.pricer)
    let made = Other(
      parser: BookingReader(rereading: profile.pricer.schema, options: options).makeParser(),
      batch: BookingBatch(schema: profile.pricer.schema),
      judge: BookingJudge(texts, comparer: comparer(texts)))
    if !profile.isOfFormula { others[profile.name] = made }
    return made
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
