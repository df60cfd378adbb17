import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Where chunks of written quotes go, in the order of the bookings.
protocol QuoteTarget: Sendable {
  /// Whether it has a place for faults of its own, and must get every one whole.
  var takesFaults: Bool { get }
  /// Takes the next chunk's rows and faults, in turn. What has a place of its own is written
  /// there by `write`, beside others.
  func take(_ rows: ByteBuffer, _ faults: FoundFaults) throws(Trouble) -> QuoteSink.Place?
  func write(_ rows: ByteBuffer, to place: QuoteSink.Place) throws(Trouble)
  /// Leaves an older file as it was.
  func discard()
  /// Puts the file in its place; gives what is to be known of it.
  func end() throws(Trouble) -> [String]
}

extension QuoteSink: QuoteTarget {
  var takesFaults: Bool { false }

  func take(_ rows: ByteBuffer, _ faults: FoundFaults) throws(Trouble) -> Place? {
    try take(rows)
  }

  func end() throws(Trouble) -> [String] {
    try finish()
    return []
  }
}
