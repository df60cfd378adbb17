import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Finds for every input of a booking the nearest other values that change
/// its price.
///
/// Numbers, dates and times are followed up and down: `ChangeProof` rules out
/// whole stretches by the rules' own bounds, what it cannot rule out is halved,
/// and single values are priced. So the first value at which other rules fire
/// is found, wherever it is, and nothing before it can have been missed.
final class ChangeSearch {
  let recording: Recording
  let base: BookingOutcome
  let walk: DecisionWalk
  let uses: InputUses
  let entries: WaterfallOrder
  /// Where the search ended before it was through.
  var limits: [ChangeLimit] = []
  /// Positions of equal elements, by the first of them.
  var alike: [Recording.Place: [Int]] = [:]
  /// Whether it may matter in which order elements stand.
  let tellsPositions: Bool
  let batch: BookingBatch
  private let first: Evaluator
  private let second: Evaluator
  /// Values of one input priced at most without a proof, and stretches looked at.
  static let priceLimit = 600
  static let proofLimit = 6000

  var model: PriceModel { recording.model }

  /// Searches for changes of one row of a batch; the evaluators' plan records.
  init(_ bookings: BookingBatch, row: Int, _ first: Evaluator, _ second: Evaluator) {
    batch = bookings.copy(row: row)
    self.first = first
    self.second = second
    _ = first.price(batch, rows: 0..<1)
    recording = first.recording(row: 0)
    walk = DecisionWalk(recording)
    base = BookingOutcome(recording, walk)
    uses = InputUses(recording.model)
    entries = WaterfallOrder(recording.model)
    tellsPositions = recording.model.tellsPositions
  }

  // MARK: - Pricing

  struct Priced {
    var outcome: BookingOutcome
    var walk: DecisionWalk
  }

  /// The booking with another value in one cell.
  func price(_ cell: VariedCell, _ input: InputUses.Input, row: Int) -> Priced {
    let old = batch.cell(list: input.list, field: input.field, row: row)
    batch.set(cell, list: input.list, field: input.field, row: row)
    defer { batch.set(old, list: input.list, field: input.field, row: row) }
    return price(batch)
  }

  /// Another booking, alone in its batch.
  func price(_ other: BookingBatch) -> Priced {
    _ = second.price(other, rows: 0..<1)
    let recording = second.recording(row: 0)
    let walk = DecisionWalk(recording)
    return Priced(outcome: BookingOutcome(recording, walk), walk: walk)
  }

  /// Row of the batch's list in which an element's cells are.
  func row(of place: Recording.Place) -> Int {
    place.list == .booking ? 0 : first.batchRow(place.index, of: place.list)
  }

  func cell(_ input: InputUses.Input, row: Int) -> VariedCell {
    batch.cell(list: input.list, field: input.field, row: row)
  }

  // MARK: - Nearest

  /// How far it is to where other rules fire.
  enum Nearest: Equatable {
    case found(Int64)
    /// Nowhere as far as the input goes.
    case nowhere
    /// Not within so many steps; beyond them nobody looked.
    case beyond(Int64)
  }

  /// The least distance at which other rules fire, up or down.
  func nearest(_ varied: ReachReader.Varied, _ scale: InputScale, isUp: Bool) -> Nearest {
    let proof = ChangeProof(walk.decisions, about: varied.input, uses, model)
    var budget = (prices: Self.priceLimit, proofs: Self.proofLimit)
    let room = isUp ? scale.room.up : scale.room.down
    var near: Int64 = 1
    var width: Int64 = 1
    while near <= room {
      let far = min(room, near + width - 1)
      if let found = search(
        near, far, varied: varied, scale: scale, sign: isUp ? 1 : -1, proof: proof, budget: &budget)
      {
        return .found(found * (isUp ? 1 : -1))
      }
      guard budget.prices > 0, budget.proofs > 0 else {
        return .beyond((near - 1) * (isUp ? 1 : -1))
      }
      near = far + 1
      width *= 2
    }
    return .nowhere
  }

  private func search(
    _ near: Int64, _ far: Int64, varied: ReachReader.Varied, scale: InputScale,
    sign: Int64, proof: ChangeProof, budget: inout (prices: Int, proofs: Int)
  ) -> Int64? {
    guard budget.prices > 0, budget.proofs > 0 else { return nil }
    budget.proofs -= 1
    let reader = ReachReader(
      recording, varied, through: scale.stretch(from: sign * near, to: sign * far), uses: uses,
      prepared: first.prepared, entries: entries)
    if proof.holds(reader) { return nil }
    if near == far {
      budget.prices -= 1
      let priced = price(scale.cell(at: sign * near), varied.input, row: row(of: varied.place))
      return priced.outcome.firesLike(base) ? nil : near
    }
    let middle = near + (far - near) / 2
    return search(
      near, middle, varied: varied, scale: scale, sign: sign, proof: proof, budget: &budget)
      ?? search(
        middle + 1, far, varied: varied, scale: scale, sign: sign, proof: proof, budget: &budget)
  }
}
