import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension JSONNode {
  /// The value as JSON text again, compact.
  package var json: String {
    let buffer = ByteBuffer()
    append(to: buffer)
    return buffer.string
  }

  private func append(to buffer: ByteBuffer) {
    if isString {
      buffer.append(text, as: .json)
    } else if isObject {
      buffer.append("{")
      var isFirst = true
      eachMember { key, value in
        if !isFirst { buffer.append(",") }
        isFirst = false
        buffer.append(key.text, as: .json)
        buffer.append(":")
        value.append(to: buffer)
      }
      buffer.append("}")
    } else if isArray {
      buffer.append("[")
      eachElement { position, value in
        if position > 0 { buffer.append(",") }
        value.append(to: buffer)
      }
      buffer.append("]")
    } else {
      buffer.append(text)
    }
  }
}
