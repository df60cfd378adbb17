import QuoteLanguage

/// Memory for texts that kernels make: handed out in order, freed all at once
/// when a block is over.
///
/// Addresses never move: a chunk that is full is kept and another begun. A
/// reset keeps the chunks, so nothing is allocated once the arena is warm. Nor is
/// anything before the first text: most rules make none, or few.
@safe final class BlockTexts {
  private var chunks: [UnsafeMutableBufferPointer<UInt8>] = unsafe []
  private var current = 0
  private var used = 0

  deinit {
    for unsafe chunk in unsafe chunks { unsafe chunk.deallocate() }
  }

  /// Forgets all texts; slices of them dangle from here on.
  func reset() {
    current = 0
    used = 0
  }

  /// Room for so many bytes, valid until the reset; `take` says how many of
  /// them were used. Nothing else may ask for room in between.
  @unsafe func room(for count: Int) -> UnsafeMutablePointer<UInt8> {
    while unsafe current < chunks.count && chunks[current].count - used < count {
      current += 1
      used = 0
    }
    if unsafe current == chunks.count {
      let size = unsafe 256 << min(2 * chunks.count, 8)
      unsafe chunks.append(.allocate(capacity: max(size, count)))
    }
    return unsafe chunks[current].baseAddress! + used
  }

  func take(_ count: Int) { used += count }

  /// A copy of the bytes that lives until the reset.
  @unsafe func copy(_ bytes: UnsafePointer<UInt8>, count: Int) -> TextSlice {
    let target = unsafe room(for: count)
    unsafe target.update(from: bytes, count: count)
    take(count)
    return unsafe TextSlice(base: UnsafePointer(target), count: count)
  }

  /// A copy of a Swift text; for slow paths.
  func copy(_ text: String) -> TextSlice {
    var text = text
    return text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return .empty }
      return unsafe copy(base, count: bytes.count)
    }
  }
}
