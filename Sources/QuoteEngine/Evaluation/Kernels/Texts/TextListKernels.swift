import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Lists of texts: a run of slices, and Arrow's offsets into it (one more than
/// there are cells, the first 0).
enum TextListKernels {
  /// Texts and lists of texts of one row into one list, in order, those not
  /// given left out. `items` is filled from its start.
  @unsafe static func gather(
    _ columns: UnsafeBufferPointer<KernelColumn>, into offsets: UnsafeMutablePointer<Int32>,
    items: ColumnBuffer<TextSlice>, count: Int
  ) {
    items.removeAll()
    unsafe offsets[0] = 0
    for i in 0..<count {
      for unsafe column in unsafe columns { unsafe append(column, i, to: items) }
      unsafe offsets[i + 1] = Int32(items.count)
    }
  }

  /// Texts (or lists of texts) of all elements of each parent, in order;
  /// elements that are not given or not counted left out.
  @unsafe static func up(
    _ column: KernelColumn, counted: UnsafePointer<UInt8>?, elements: UnsafePointer<Int32>,
    parents: Int, into offsets: UnsafeMutablePointer<Int32>, items: ColumnBuffer<TextSlice>
  ) {
    items.removeAll()
    unsafe offsets[0] = 0
    for parent in 0..<parents {
      for i in unsafe Int(elements[parent])..<Int(elements[parent + 1]) {
        if let counted = unsafe counted, unsafe counted[i] == 0 { continue }
        unsafe append(column, i, to: items)
      }
      unsafe offsets[parent + 1] = Int32(items.count)
    }
  }

  /// The texts of each list as one text, parted by `separator`.
  @unsafe static func joined(
    offsets: UnsafePointer<Int32>, items: UnsafePointer<TextSlice>, separator: TextSlice,
    into target: UnsafeMutablePointer<TextSlice>, count: Int, arena: BlockTexts
  ) {
    for i in 0..<count {
      let range = unsafe Int(offsets[i])..<Int(offsets[i + 1])
      var length = separator.count * max(0, range.count - 1)
      for item in range { unsafe length += items[item].count }
      let start = unsafe arena.room(for: length)
      var end = unsafe start
      for item in range {
        if item > range.lowerBound {
          unsafe end.update(from: separator.base, count: separator.count)
          unsafe end += separator.count
        }
        unsafe end.update(from: items[item].base, count: items[item].count)
        unsafe end += items[item].count
      }
      arena.take(length)
      unsafe target[i] = TextSlice(base: UnsafePointer(start), count: length)
    }
  }

  @inline(__always)
  @unsafe private static func append(
    _ column: KernelColumn, _ index: Int, to items: ColumnBuffer<TextSlice>
  ) {
    guard unsafe column.isGiven(index) else { return }
    guard let texts = unsafe column.items else { return items.append(unsafe column.text(index)) }
    let offsets = unsafe column.cells.assumingMemoryBound(to: Int32.self)
    for item in unsafe Int(offsets[index])..<Int(offsets[index + 1]) {
      items.append(unsafe texts[item])
    }
  }
}
