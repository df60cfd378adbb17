package import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

/// Functions of texts, a cell for a cell. Texts are UTF-8 throughout; what is
/// made lives in the arena. Sound because slices are valid for the block and
/// the arena's addresses do not move.
enum TextKernels {
  /// Unicode's full lower-casing, as Python's `str.lower()` (final sigma
  /// included) and ECMAScript's `toLowerCase` have it. A text without a capital
  /// comes back as it is.
  @unsafe static func lower(
    _ source: UnsafePointer<TextSlice>, into target: UnsafeMutablePointer<TextSlice>, count: Int,
    arena: BlockTexts
  ) {
    for i in 0..<count { unsafe target[i] = lowered(source[i], arena: arena) }
  }

  /// Unicode's full upper-casing (`ß` becomes `SS`).
  @unsafe static func upper(
    _ source: UnsafePointer<TextSlice>, into target: UnsafeMutablePointer<TextSlice>, count: Int,
    arena: BlockTexts
  ) {
    for i in 0..<count { unsafe target[i] = uppered(source[i], arena: arena) }
  }

  /// Without white space at both ends; see `TextSlice.trimmed`.
  @unsafe static func trim(
    _ source: UnsafePointer<TextSlice>, into target: UnsafeMutablePointer<TextSlice>, count: Int
  ) {
    for i in 0..<count { unsafe target[i] = source[i].trimmed }
  }

  /// How many Unicode scalars there are.
  @unsafe static func length(
    _ source: UnsafePointer<TextSlice>, into target: UnsafeMutablePointer<Int64>, count: Int,
    composing arena: BlockTexts?
  ) {
    for i in 0..<count {
      let text = unsafe source[i]
      unsafe target[i] = Int64((arena.map { text.composed(in: $0) } ?? text).scalarCount)
    }
  }

  /// Parts (columns of texts) one after the other.
  @unsafe static func concatenate(
    _ parts: UnsafeBufferPointer<KernelColumn>, into target: UnsafeMutablePointer<TextSlice>,
    count: Int, arena: BlockTexts
  ) {
    for i in 0..<count {
      var length = 0
      for unsafe part in unsafe parts { unsafe length += part.text(i).count }
      let start = unsafe arena.room(for: length)
      var end = unsafe start
      for unsafe part in unsafe parts {
        let text = unsafe part.text(i)
        unsafe cvector_copy_text(text.base, text.count, end)
        unsafe end += text.count
      }
      arena.take(length)
      unsafe target[i] = TextSlice(base: UnsafePointer(start), count: length)
    }
  }
}

extension KernelColumn {
  /// Cell of a text column.
  @inline(__always)
  package func text(_ index: Int) -> TextSlice {
    unsafe cells.assumingMemoryBound(to: TextSlice.self)[index]
  }
}
