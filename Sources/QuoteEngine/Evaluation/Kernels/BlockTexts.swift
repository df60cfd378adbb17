import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

/// Memory for texts that kernels make: handed out in order, freed all at once
/// when a block is over.
///
/// Addresses never move: a chunk that is full is kept and another begun. A
/// reset keeps the chunks, so nothing is allocated once the arena is warm. Nor is
/// anything before the first text: most rules make none, or few.
///
/// Not checked for overlapping access, text by text: it is one thread's.
@safe final class BlockTexts {
  @exclusivity(unchecked) private var chunks: [UnsafeMutableBufferPointer<UInt8>] = unsafe []
  @safe @exclusivity(unchecked) private var current = 0
  /// The next byte of the current chunk, and how many there are from it on.
  @exclusivity(unchecked) private var next: UnsafeMutablePointer<UInt8>?
  @safe @exclusivity(unchecked) private var left = 0

  deinit {
    for unsafe chunk in unsafe chunks { unsafe chunk.deallocate() }
  }

  /// Forgets all texts; slices of them dangle from here on.
  func reset() {
    guard let first = unsafe chunks.first else { return }
    current = 0
    unsafe next = first.baseAddress
    left = first.count
  }

  /// Room for so many bytes and a vector more, valid until the reset; `take` says how many of
  /// them were used. Nothing else may ask for room in between.
  @inline(__always)
  @unsafe func room(for count: Int) -> UnsafeMutablePointer<UInt8> {
    if left < count + TextSlice.padding { begin(count + TextSlice.padding) }
    return unsafe next!
  }

  /// Goes to a chunk that has so many bytes left.
  @inline(never)
  private func begin(_ wanted: Int) {
    if unsafe !chunks.isEmpty { current += 1 }
    while unsafe current < chunks.count && chunks[current].count < wanted { current += 1 }
    if unsafe current == chunks.count {
      let size = unsafe 256 << min(2 * chunks.count, 8)
      unsafe chunks.append(.allocate(capacity: max(size, wanted)))
    }
    unsafe next = chunks[current].baseAddress
    left = unsafe chunks[current].count
  }

  @inline(__always)
  func take(_ count: Int) {
    unsafe next = next.map { unsafe $0 + count }
    left -= count
  }

  /// A copy of the bytes that lives until the reset.
  @inline(__always)
  @unsafe func copy(_ bytes: UnsafePointer<UInt8>, count: Int) -> TextSlice {
    let target = unsafe room(for: count)
    unsafe cvector_copy_text(bytes, count, target)
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
