import QuoteLanguage
import CScan
import Glibc
import QuoteSyntax

extension TextSlice {
  /// Offset of the first newline.
  package var firstNewline: Int? { first(UInt8(ascii: "\n")) }

  var hasReturn: Bool { first(UInt8(ascii: "\r")) != nil }

  private func first(_ byte: UInt8) -> Int? {
    guard let found = unsafe memchr(base, Int32(byte), count) else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// Offset of the second line, returns ending lines too; the end where there is none.
  var nextLine: Int { unsafe Int(cscan_next_line(base, 0, count)) }

  /// How many newlines there are.
  package var lineCount: Int64 { unsafe Int64(cscan_newlines(base, 0, count)) }
}
