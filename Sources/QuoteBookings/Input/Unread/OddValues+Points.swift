import QuoteLanguage
import QuoteSyntax

/// Points that few mean: those at latitude 0 and longitude 0, and those that are in no area of the
/// rules, and in one with latitude and longitude exchanged.
extension OddValues {
  /// So many rows of a batch are held against areas.
  private static let mostPlaces = 256

  /// Bookings at fault are told of otherwise; where there are any, elements of lists are left
  /// out, for their cells may stand for what could not be read.
  mutating func notePoints(_ batch: BookingBatch, _ place: Place, _ input: FieldSchema) {
    let column = batch.lists[ListID(place.list)].columns[place.field]
    let points = column.points
    func isRead(_ row: Int) -> Bool {
      column.isGiven(row)
        && (place.list == 0 ? !batch.faults.has(row) : batch.faults.isEmpty)
    }
    if !input.conversions.contains(.zeroIsAPlace) {
      for row in 0..<points.count / 2 where points[2 * row] == 0 && points[2 * row + 1] == 0 {
        guard isRead(row) else { continue }
        note(.zeroPoint, place, Found(name: input.name, first: place.list == 0 ? Int64(row) : 0))
      }
    }
    if input.areas.isEmpty { return }
    var (count, exchanged, first) = (0, 0, 0)
    for row in 0..<min(Self.mostPlaces, points.count / 2) where isRead(row) {
      let (latitude, longitude) = (points[2 * row], points[2 * row + 1])
      if latitude == 0, longitude == 0 { continue }
      count += 1
      if input.areas.contains(where: { $0.mayHave(latitude, longitude) }) { return }
      if input.areas.contains(where: { $0.mayHave(longitude, latitude) }) {
        if exchanged == 0 { first = row }
        exchanged += 1
      }
    }
    guard 2 * exchanged > count else { return }
    let text = "\(points[2 * first]), \(points[2 * first + 1])"
    note(
      .exchangedPoint, place,
      Found(
        name: input.name, first: place.list == 0 ? Int64(first) : 0, text: text,
        word: input.exchanged, isOfElement: place.list > 0))
  }
}

extension FieldSchema {
  /// The two members of a point the other way round; empty where it is one member.
  fileprivate var exchanged: String {
    guard case .pair(let first, let second)? = sources.first,
      case .member(let one)? = first.steps.last, case .member(let other)? = second.steps.last,
      first.steps.count == 1, second.steps.count == 1
    else { return "" }
    return "from \(other) and \(one)"
  }
}
