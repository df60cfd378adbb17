internal import CScan
internal import Glibc

extension TextSlice {
  /// Offset of the first newline.
  var firstNewline: Int? {
    guard let found = unsafe memchr(base, 0x0A, count) else { return nil }
    return unsafe UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// How many newlines there are.
  var lineCount: Int64 { unsafe Int64(cscan_newlines(base, 0, count)) }
}
