import QuoteLanguage
import CVector

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

  /// Order by code point, which is that of the UTF-8 bytes.
  @unsafe static func compare(
    _ comparison: PriceExpression.Comparison, _ a: UnsafePointer<TextSlice>,
    _ b: UnsafePointer<TextSlice>, into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    switch comparison {
    case .equal:
      for i in 0..<count { unsafe target[i] = a[i].isSame(as: b[i]) ? 1 : 0 }
    case .notEqual:
      for i in 0..<count { unsafe target[i] = a[i].isSame(as: b[i]) ? 0 : 1 }
    case .less:
      for i in 0..<count { unsafe target[i] = a[i].order(to: b[i]) < 0 ? 1 : 0 }
    case .lessOrEqual:
      for i in 0..<count { unsafe target[i] = a[i].order(to: b[i]) <= 0 ? 1 : 0 }
    case .greater:
      for i in 0..<count { unsafe target[i] = a[i].order(to: b[i]) > 0 ? 1 : 0 }
    case .greaterOrEqual:
      for i in 0..<count { unsafe target[i] = a[i].order(to: b[i]) >= 0 ? 1 : 0 }
    }
  }

  /// 1 where a text is exactly `word`.
  @unsafe static func equal(
    _ source: UnsafePointer<TextSlice>, to word: TextSlice,
    into target: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for i in 0..<count { unsafe target[i] = source[i].isSame(as: word) ? 1 : 0 }
  }

  /// The word of each choice; an index outside `words` gives the empty text.
  @unsafe static func words(
    of choices: UnsafePointer<Int32>, _ words: UnsafeBufferPointer<TextSlice>,
    into target: UnsafeMutablePointer<TextSlice>, count: Int
  ) {
    for i in 0..<count {
      let index = unsafe Int(choices[i])
      unsafe target[i] = index >= 0 && index < words.count ? words[index] : .empty
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
