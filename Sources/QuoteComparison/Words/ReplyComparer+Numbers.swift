package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Numbers as both sides write them.
extension ReplyComparer {
  /// Our number less theirs; of numbers that 128 bits do not hold, that of the nearest
  /// doubles. Nil if they do not hold that either.
  static func difference(_ ours: JSONNode, _ theirs: JSONNode) -> Ratio? {
    if let a = exact(ours.text), let b = exact(theirs.text), (a - b).isFinite { return a - b }
    let buffer = ByteBuffer(capacity: 64)
    buffer.append(shortest: double(ours.text) - double(theirs.text), as: .python)
    return exact(buffer.slice(0, buffer.count))
  }

  package static func double(_ text: TextSlice) -> Double {
    unsafe DoubleText.read(text.bytes) ?? .nan
  }

  /// A number exactly as it is written; nil if 128 bits do not hold it.
  package static func exact(_ text: TextSlice) -> Ratio? {
    unsafe try? DecimalNumber.read(text.bytes, spelling: .json).ratio()
  }

  package static func exact(_ text: String) -> Ratio? {
    let buffer = ByteBuffer()
    buffer.append(text: text)
    return exact(buffer.slice(0, buffer.count))
  }
}
