import QuoteLanguage
import QuoteSyntax

/// Words held together, for the columns of a choice.
package final class WordList: @unchecked Sendable {
  private let bytes = ByteBuffer()
  package let slices = ColumnBuffer<TextSlice>()

  package init(_ words: [String]) {
    for word in words { bytes.append(text: word) }
    var start = 0
    for word in words {
      let length = word.utf8.count
      unsafe slices.append(
        TextSlice(
          base: UnsafePointer(bytes.bytes.baseAddress! + start), count: length))
      start += length
    }
  }
}
