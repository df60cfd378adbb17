import QuoteLanguage
import QuoteSyntax

/// Bytes of texts that stand nowhere in the input as they mean: unescaped
/// strings. Blocks never move while texts point into them.
package final class TextArena {
  private var blocks: [ColumnBuffer<UInt8>] = []
  private var current = 0

  package init() {}

  /// Forgets the texts, keeps the memory.
  package func removeAll() {
    for block in blocks { block.removeAll() }
    current = 0
  }

  /// A copy of the text that lives as long as the arena is not cleared.
  package func copy(_ text: TextSlice) -> TextSlice {
    let block = block(for: text.count)
    let start = block.count
    block.resize(to: start + text.count)
    let copy = unsafe block.pointer + start
    unsafe copy.update(from: text.base, count: text.count)
    return unsafe TextSlice(base: UnsafePointer(copy), count: text.count)
  }

  private func block(for count: Int) -> ColumnBuffer<UInt8> {
    while current < blocks.count {
      if blocks[current].capacity - blocks[current].count >= count { return blocks[current] }
      current += 1
    }
    let block = ColumnBuffer<UInt8>(capacity: max(count, 64 << 10))
    blocks.append(block)
    return block
  }
}
