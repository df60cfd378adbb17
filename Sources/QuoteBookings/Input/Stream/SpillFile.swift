import QuoteLanguage
import Glibc
package import QuoteSyntax

/// A file without a name: written once, read anywhere, gone when it is closed.
@safe package final class SpillFile {
  private let descriptor: Int32
  private let directory: String
  private let buffer = ColumnBuffer<UInt8>(capacity: 64 << 10)

  package init(in directory: String) throws(Trouble) {
    self.directory = directory
    var template = Array("\(directory)/quote-XXXXXX".utf8CString)
    descriptor = unsafe template.withUnsafeMutableBufferPointer { name in
      let made = unsafe mkstemp(name.baseAddress!)
      if made >= 0 { unsafe unlink(name.baseAddress!) }
      return made
    }
    if descriptor < 0 { throw .cannotSpill(directory, ByteStream.lastError()) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  package func append(_ bytes: UnsafeRawBufferPointer) throws(Trouble) {
    if buffer.count + bytes.count > 64 << 10 { try flush() }
    guard bytes.count <= 4096 else {
      try flush()
      return unsafe try put(bytes)
    }
    guard let start = bytes.baseAddress else { return }
    let end = buffer.count
    buffer.resize(to: end + bytes.count)
    unsafe UnsafeMutableRawPointer(buffer.pointer + end).copyMemory(
      from: start, byteCount: bytes.count)
  }

  package func append(_ text: ByteBuffer) throws(Trouble) {
    try unsafe append(UnsafeRawBufferPointer(text.bytes))
  }

  /// Writes what is still in memory; call it before reading.
  package func flush() throws(Trouble) {
    unsafe try put(UnsafeRawBufferPointer(start: buffer.pointer, count: buffer.count))
    buffer.removeAll()
  }

  private func put(_ bytes: UnsafeRawBufferPointer) throws(Trouble) {
    var done = 0
    while done < bytes.count {
      let count = unsafe write(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw .cannotSpill(directory, ByteStream.lastError()) }
      done += count
    }
  }

  /// This many bytes more at the end of a buffer; fewer at the end of the file.
  package func read(at offset: Int64, count: Int, into buffer: ByteBuffer) throws(Trouble) {
    let target = unsafe UnsafeMutableRawPointer(buffer.room(for: count))
    buffer.advance(by: try unsafe read(at: offset, into: target, count: count))
  }

  /// Reads up to `count` bytes from an offset; fewer only at the end.
  package func read(
    at offset: Int64, into target: UnsafeMutableRawPointer, count: Int
  ) throws(Trouble) -> Int {
    var done = 0
    while done < count {
      let got = unsafe pread(descriptor, target + done, count - done, off_t(offset) + done)
      if got < 0 && errno == EINTR { continue }
      if got < 0 { throw .cannotSpill(directory, ByteStream.lastError()) }
      if got == 0 { break }
      done += got
    }
    return done
  }
}
