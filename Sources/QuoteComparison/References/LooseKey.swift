package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Keys that are one although a spreadsheet has touched them: white space around, case and
/// zeros in front do not count.
package enum LooseKey {
  /// Adds a key as it counts; all zeros are one.
  package static func append(_ key: TextSlice, to buffer: ByteBuffer) {
    var text = key.string[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    buffer.append(text: bare(text))
  }

  /// What is left of a key that is trimmed.
  static func bare(_ key: Substring) -> String {
    var rest = key
    while rest.count > 1, rest.first == "0" { rest.removeFirst() }
    return rest.lowercased()
  }
}
