import QuoteLanguage
import CCompression
import QuoteSyntax

/// Something that turns compressed bytes into content, a piece at a time.
protocol Inflating: AnyObject {
  /// No part of a stream has begun that has not ended.
  var isBetweenParts: Bool { get }
  /// Whether it stopped at bytes that are not damaged, but would take too much memory.
  var wantsTooMuch: Bool { get }

  /// Takes some bytes and makes some content; nil if the bytes are damaged.
  func inflate(
    from source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>,
    room: Int
  ) -> (taken: Int, made: Int)?
}

enum Inflaters {
  /// By the first bytes: gzip (RFC 1952), zstd (RFC 8878), which may begin with a frame that
  /// is skipped; nil for anything else.
  static func recognize(_ start: ColumnBuffer<UInt8>) -> (any Inflating)? {
    if start.count >= 2, start[0] == 0x1F, start[1] == 0x8B { return GzipInflater() }
    guard start.count >= 4 else { return nil }
    let first = (0..<4).map { start[$0] }
    let isSkipped = first[0] & 0xF0 == 0x50 && first[1...] == [0x2A, 0x4D, 0x18]
    return isSkipped || first == [0x28, 0xB5, 0x2F, 0xFD] ? ZstdInflater() : nil
  }
}

/// gzip, also several members one after the other.
@safe final class GzipInflater: Inflating {
  private var stream = unsafe z_stream()
  private(set) var isBetweenParts = false
  let wantsTooMuch = false

  init() {
    unsafe inflateInit2_(
      &stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
  }

  deinit { unsafe inflateEnd(&stream) }

  func inflate(
    from source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>,
    room: Int
  ) -> (taken: Int, made: Int)? {
    if isBetweenParts && count > 0 {
      guard unsafe source[0] == 0x1F else { return unsafe trailing(source, count) }
      unsafe inflateReset(&stream)
      isBetweenParts = false
    }
    unsafe stream.next_in = UnsafeMutablePointer(mutating: source)
    unsafe stream.avail_in = UInt32(count)
    unsafe stream.next_out = target
    unsafe stream.avail_out = UInt32(min(room, 1 << 30))
    let wanted = unsafe stream.avail_out
    let status = unsafe CCompression.inflate(&stream, Z_NO_FLUSH)
    let step = unsafe (taken: count - Int(stream.avail_in), made: Int(wanted - stream.avail_out))
    switch status {
    case Z_STREAM_END:
      isBetweenParts = true
      return step
    case Z_OK, Z_BUF_ERROR: return step
    default: return nil
    }
  }

  /// Zeros after the last member are padding; anything else is damage.
  private func trailing(_ source: UnsafePointer<UInt8>, _ count: Int) -> (taken: Int, made: Int)? {
    for offset in 0..<count where unsafe source[offset] != 0 { return nil }
    return (count, 0)
  }
}

/// zstd, also several frames one after the other.
@safe final class ZstdInflater: Inflating {
  private let stream: OpaquePointer
  private(set) var isBetweenParts = false
  private(set) var wantsTooMuch = false

  init() {
    guard let made = unsafe ZSTD_createDStream() else { preconditionFailure("out of memory") }
    unsafe stream = made
  }

  deinit { unsafe _ = ZSTD_freeDStream(stream) }

  func inflate(
    from source: UnsafePointer<UInt8>, count: Int, into target: UnsafeMutablePointer<UInt8>,
    room: Int
  ) -> (taken: Int, made: Int)? {
    if count == 0 && isBetweenParts { return (0, 0) }
    var input = unsafe ZSTD_inBuffer(src: source, size: count, pos: 0)
    var output = unsafe ZSTD_outBuffer(dst: target, size: room, pos: 0)
    let status = unsafe ZSTD_decompressStream(stream, &output, &input)
    if ZSTD_isError(status) != 0 {
      wantsTooMuch = ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge
      return nil
    }
    isBetweenParts = status == 0
    return unsafe (taken: input.pos, made: output.pos)
  }
}
