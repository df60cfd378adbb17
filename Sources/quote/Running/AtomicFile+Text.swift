import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension AtomicFile {
  /// Writes a file that is this text and no more; `-` is standard output.
  static func write(_ text: String, to path: String) throws(Trouble) {
    let file = try AtomicFile(path: path)
    let buffer = ByteBuffer()
    buffer.append(text: text)
    try file.write(buffer)
    try file.commit()
  }
}
