import QuoteEngine
import QuoteLanguage

/// Where chunks of written quotes go, in the order of the bookings.
protocol QuoteTarget: Sendable {
  /// Takes the next chunk's rows and faults, in turn. What has a place of its own is written
  /// there by `write`, beside others.
  func take(_ rows: ByteBuffer, _ faults: [RowFault]) throws(Trouble) -> QuoteSink.Place?
  func write(_ rows: ByteBuffer, to place: QuoteSink.Place) throws(Trouble)
  /// Leaves an older file as it was.
  func discard()
  /// Puts the file in its place; gives what is to be known of it.
  func end() throws(Trouble) -> [String]
}

extension QuoteSink: QuoteTarget {
  func take(_ rows: ByteBuffer, _ faults: [RowFault]) throws(Trouble) -> Place? {
    try take(rows)
  }

  func end() throws(Trouble) -> [String] {
    try finish()
    return []
  }
}
