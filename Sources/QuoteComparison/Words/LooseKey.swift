package import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Keys that are one although a spreadsheet has touched them: white space around, case and
/// zeros in front do not count, in a date neither those in front of its month and day.
package enum LooseKey {
  /// Adds a key as it counts; all zeros are one.
  package static func append(_ key: TextSlice, to buffer: ByteBuffer) {
    buffer.append(text: bare(key.string[...]))
  }

  /// What is left of a key, or of a part of one.
  static func bare(_ key: Substring) -> String {
    var rest = key
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    if rest.utf8.count <= 10, rest.contains("-"),
      let date = rest.wholeMatch(of: kept(/([1-9]\d{3})-0?(\d{1,2})-0?(\d{1,2})/))
    {
      rest = "\(date.output.1)-\(date.output.2)-\(date.output.3)"
    }
    while rest.count > 1, rest.first == "0" { rest.removeFirst() }
    return rest.lowercased()
  }
}
