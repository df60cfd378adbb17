package import QuoteBookings
package import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Prices a chunk of bookings again, computed in other ways, and says for each
/// booking that differs by little which of them make it the same.
package final class BookingRepricer {
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
  /// What was made last, of those that are not kept.
  private var latest: (name: String, made: Other)?
  private let turns: RoundingTurns
  private var undefaulted: (parser: BookingParser, batch: BookingBatch)?

  /// `comparer` makes what holds quotes against the other side.
  package init(
    _ profiles: RoundingProfiles, _ turns: RoundingTurns, options: ReaderOptions,
    comparer: @escaping (QuoteTexts) -> ReplyComparer
  ) {
    self.profiles = profiles
    self.turns = turns
    self.options = options
    self.comparer = comparer
  }

  /// What the batch is held against.
  package struct Sides {
    /// Rows that the block's differences are about.
    var rows: [Int]
    /// What the other side made of one.
    var other: (Int) -> BookingJudge.Other?
    /// Whether one that is not among the rows is compared, and priced by us.
    var isPriced: (Int) -> Bool
    var departing: (BookingDifference) -> String

    package init(
      rows: [Int], other: @escaping (Int) -> BookingJudge.Other?,
      isPriced: @escaping (Int) -> Bool, departing: @escaping (BookingDifference) -> String
    ) {
      (self.rows, self.other) = (rows, other)
      (self.isPriced, self.departing) = (isPriced, departing)
    }
  }

  /// The next chunk's turn begins when this is done: what else is said of this one, nobody
  /// waits for.
  package func findRounding(
    _ block: inout DifferenceBlock, _ batch: BookingBatch, _ sides: Sides
  ) throws(Trouble) {
    defer { turns.end(batch.ordinal) }
    let found = block.differences
    let minorUnit = profiles.minorUnit
    let trial = RoundingSearch.Trial { (profile, positions) throws(Trouble) in
      try self.differing(
        by: profile, of: batch, rows: positions.map { sides.rows[$0] }, sides
      ) {
        found[positions[$0]].isMoreThanShown(minorUnit: minorUnit)
      }
    } broken: { (profile) throws(Trouble) in
      let differing = Set(sides.rows)
      let rows = (0..<batch.count).filter { !differing.contains($0) && sides.isPriced($0) }
      let some = rows.spread(RoundingSearch.mostAgreeing)
      let broken = try self.differing(by: profile, of: batch, rows: some, sides) { _ in true }
        .count { $0?.isEmpty == false }
      return Double(broken * rows.count) / Double(max(1, some.count))
    } departing: {
      sides.departing($0)
    }
    let search = RoundingSearch(
      profiles: profiles, evidence: turns.evidence[0], minorUnit: minorUnit,
      takeTurn: { self.turns.wait(for: batch.ordinal) }, trial: trial)
    try search.find(in: &block, of: Array(sides.rows.indices))
  }

  /// Names of values that differ, of rows of the batch priced by a profile.
  private func differing(
    by profile: RoundingProfiles.Profile, of batch: BookingBatch, rows: [Int], _ sides: Sides,
    asShown: (Int) -> Bool
  ) throws(Trouble) -> [Set<String>?] {
    let few = rows.count > batch.count / 16 ? nil : rows
    let cut = few.flatMap { (batch.chunk as? InputChunk)?.cut($0, of: batch) }
    let made = other(profile)
    let isCut = try price(by: made, batch, cut: cut, count: rows.count)
    return rows.enumerated().map { position, row in
      guard let other = sides.other(row) else { return nil }
      return made.judge.differing(
        row: isCut ? position : row, other, asShown: asShown(position))
    }
  }

  /// Some bookings of a batch, read without defaults.
  package func withoutDefaults(_ batch: BookingBatch, _ rows: [Int]) -> BookingBatch? {
    guard let cut = (batch.chunk as? InputChunk)?.cut(rows, of: batch) else { return nil }
    let schema = batch.schema.withoutDefaults
    let again =
      undefaulted
      ?? (
        BookingReader(rereading: schema, options: options).makeParser(),
        BookingBatch(schema: schema)
      )
    undefaulted = again
    guard (try? again.parser.reread(cut, into: again.batch)) != nil else { return nil }
    return again.batch
  }

  private func other(_ profile: RoundingProfiles.Profile) -> Other {
    if let known = others[profile.name] { return known }
    if let (name, made) = latest, name == profile.name { return made }
    let texts = QuoteTexts(profile.pricer)
    let made = Other(
      parser: BookingReader(rereading: profile.pricer.schema, options: options).makeParser(),
      batch: BookingBatch(schema: profile.pricer.schema),
      judge: BookingJudge(texts, comparer: comparer(texts)))
    if profile.isOfFormula, !turns.evidence[0].isSettled {
      latest = (profile.name, made)
    } else {
      others[profile.name] = made
    }
    return made
  }

  /// Prices bookings by a profile: those that were cut out, so many, and then true, or
  /// all of the batch.
  private func price(
    by profile: Other, _ batch: BookingBatch, cut: InputChunk?, count: Int
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
