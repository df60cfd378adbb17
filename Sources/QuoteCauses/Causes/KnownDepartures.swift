package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// What stands behind the values at which bookings depart: learned from walks, and known without
/// one of bookings that depart at the same value, agree on the same others, and go the same way.
package final class KnownDepartures {
  /// Rows of tables behind a value: all of them, and those by which its cause is told.
  package struct Departure {
    package var rows: [String]
    package var told: [String]

    package init(_ walk: CauseWalk, _ reader: CauseReader) {
      rows = reader.rowNames(walk)
      told = reader.rows(walk)
    }
  }

  private struct Start: Hashable {
    var entry: String
    var agreed: Int
  }

  private let reader: CauseReader
  private let way = RecordedWay()
  private var memos: [WayMemo<Departure>] = []
  private var numbers: [Start: Int] = [:]
  /// So many starts are remembered.
  private static let most = 512

  package init(_ reader: CauseReader) { self.reader = reader }

  /// What stands behind the value at which a row of the evaluator's last block departs.
  package func departure(
    at entry: PriceOrder.Entry, _ booking: BookingDifference, _ evaluator: Evaluator, row: Int
  ) -> Departure {
    guard entry.isOfBooking, let memo = memo(of: entry, booking.agreedNumber) else {
      return walk(entry, booking, evaluator.recording(row: row))
    }
    if let known = memos[memo].find({ evaluator.answer($0, row: row, element: row) }) {
      return memos[memo].outcomes[known]
    }
    var recording = evaluator.recording(row: row)
    way.begin(at: recording.booking)
    recording.way = way
    let departure = walk(entry, booking, recording)
    memos[memo].learn(way, departure)
    return departure
  }

  /// The number of the ways behind a value, where some others are agreed on; nil where none was
  /// walked yet.
  package func ways(behind entry: PriceOrder.Entry, agreed: Int) -> Int? {
    numbers[Start(entry: entry.name, agreed: agreed)]
  }

  /// The number of what stands at the end of the way that a row goes, where that is known without
  /// a walk.
  package func known(_ ways: Int, _ evaluator: Evaluator, row: Int) -> Int? {
    memos[ways].isLost ? nil : memos[ways].find { evaluator.answer($0, row: row, element: row) }
  }

  /// Nil where nothing is remembered.
  private func memo(of entry: PriceOrder.Entry, _ agreed: Int?) -> Int? {
    guard let agreed else { return nil }
    let start = Start(entry: entry.name, agreed: agreed)
    if let known = numbers[start] { return memos[known].isLost ? nil : known }
    guard memos.count < Self.most else { return nil }
    numbers[start] = memos.count
    memos.append(WayMemo())
    return memos.count - 1
  }

  private func walk(
    _ entry: PriceOrder.Entry, _ booking: BookingDifference, _ recording: Recording
  ) -> Departure {
    let walk = reader.walk(
      entry, agreed: booking.agreed, recording,
      at: reader.places(of: entry, booking.fields, recording), forRows: true)
    return Departure(walk, reader)
  }
}
