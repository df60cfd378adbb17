import QuoteLanguage
import QuoteSyntax

/// Moments that count seconds and are read as milliseconds, which puts all of them into the first
/// weeks of 1970. The other way round, they cannot be read.
extension OddValues {
  /// So many rows of a batch are looked at.
  private static let mostMoments = 256
  /// Seconds of our time are so many days of milliseconds: those of the years 1997 to 2054.
  private static let daysOfSeconds: Range<Int64> = 10..<31

  mutating func noteMoments(_ batch: BookingBatch, _ place: Place, _ input: FieldSchema) {
    guard input.type == .instant, case .unix(perSecond: 1000)? = input.notation?.moments.first,
      input.notation?.moments.count == 1, place.list == 0 || batch.faults.isEmpty
    else { return }
    let column = batch.lists[ListID(place.list)].columns[place.field]
    var first: Int?
    for row in 0..<min(Self.mostMoments, column.integers.count) {
      guard column.isGiven(row), place.list > 0 || !batch.faults.has(row) else { continue }
      let days = column.integers[row] / 86_400_000_000
      guard Self.daysOfSeconds.contains(days) else { return }
      first = first ?? row
    }
    guard let first else { return }
    let written = column.integers[first] / 1000
    note(
      .otherMoment, place,
      Found(
        name: input.name, first: place.list == 0 ? Int64(first) : 0, text: "\(written)",
        isOfElement: place.list > 0))
  }
}
