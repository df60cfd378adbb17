import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// What kernels write aside: texts that are made, text being printed, codes of
/// keys. One for each evaluator; not shared between threads. Its buffers keep
/// their size from block to block.
@safe final class KernelScratch {
  /// Made texts; the evaluator resets it between blocks.
  let arena = BlockTexts()
  /// A text being printed.
  let bytes = ByteBuffer()
  /// Time zones that bookings named.
  let zones = NamedZones()
  /// Codes of the keys of a look-up, a run of `strip` for each key.
  let codes = ColumnBuffer<Int32>()
  /// Positions of elements being sorted.
  let positions = ColumnBuffer<Int32>()
  /// The position of the element beside each one.
  let neighbours = ColumnBuffer<Int32>()
  /// What the keys of elements being grouped hash to, and a table of groups by that.
  let hashes = ColumnBuffer<UInt64>()
  let slots = ColumnBuffer<Int32>()
  /// Sums of all elements up to each.
  let sums = ColumnBuffer<Int64>()

  /// How many rows a look-up handles at a time: their codes stay in the
  /// first-level cache.
  static let strip = 1024
}
