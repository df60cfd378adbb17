import CCompression
import QuoteLanguage
import QuoteSyntax

/// What a file is compressed with, by the ending of its name.
package enum Compression: String, CaseIterable, Sendable {
  case gzip = ".gz"
  case zstd = ".zst"

  /// Nil for a file that is written as it is.
  package init?(path: String) {
    let name = path.lowercased()
    guard let found = Self.allCases.first(where: { name.hasSuffix($0.rawValue) }) else {
      return nil
    }
    self = found
  }

  /// The name of what is inside: `quotes.csv` of `quotes.csv.gz`.
  package static func inside(_ path: String) -> String {
    Compression(path: path).map { String(path.dropLast($0.rawValue.count)) } ?? path
  }
}

/// Bytes as one stream of gzip (RFC 1952) or zstd (RFC 8878), piece by piece. It belongs to one
/// thread.
@safe final class Compressor {
  @unsafe private enum Stream {
    case gzip(UnsafeMutablePointer<z_stream>)
    case zstd(OpaquePointer)
  }

  @unsafe private let stream: Stream
  @unsafe private let piece: UnsafeMutablePointer<UInt8>
  private static let pieceBytes = 1 << 16

  init(_ kind: Compression) {
    unsafe piece = .allocate(capacity: Self.pieceBytes)
    switch kind {
    case .gzip:
      let made = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
      unsafe made.initialize(to: z_stream())
      // A window of 2^15 bytes, and 16 for a header of gzip.
      let status = unsafe deflateInit2_(
        made, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
        Int32(MemoryLayout<z_stream>.size))
      precondition(status == Z_OK, "out of memory")
      unsafe stream = .gzip(made)
    case .zstd:
      guard let made = unsafe ZSTD_createCStream() else { preconditionFailure("out of memory") }
      unsafe stream = .zstd(made)
    }
  }

  deinit {
    switch unsafe stream {
    case .gzip(let stream):
      unsafe deflateEnd(stream)
      unsafe stream.deallocate()
    case .zstd(let stream): unsafe _ = ZSTD_freeCStream(stream)
    }
    unsafe piece.deallocate()
  }

  /// Takes bytes, and gives those that are made of them by now; at the end, all that are left.
  func add(
    _ bytes: UnsafeBufferPointer<UInt8>, isLast: Bool = false,
    _ body: (UnsafeBufferPointer<UInt8>) throws(Trouble) -> Void
  ) throws(Trouble) {
    switch unsafe stream {
    case .gzip(let stream): try unsafe deflate(bytes, stream, isLast: isLast, body: body)
    case .zstd(let stream): try unsafe compress(bytes, stream, isLast: isLast, body: body)
    }
  }

  private func deflate(
    _ bytes: UnsafeBufferPointer<UInt8>, _ stream: UnsafeMutablePointer<z_stream>, isLast: Bool,
    body: (UnsafeBufferPointer<UInt8>) throws(Trouble) -> Void
  ) throws(Trouble) {
    var rest = unsafe bytes[...]
    repeat {
      let some = unsafe UnsafeBufferPointer(rebasing: rest.prefix(1 << 30))
      unsafe rest = rest.dropFirst(some.count)
      unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: some.baseAddress)
      unsafe stream.pointee.avail_in = UInt32(some.count)
      let isEnd = unsafe isLast && rest.isEmpty
      repeat {
        unsafe stream.pointee.next_out = piece
        unsafe stream.pointee.avail_out = UInt32(Self.pieceBytes)
        unsafe _ = CCompression.deflate(stream, isEnd ? Z_FINISH : Z_NO_FLUSH)
        let made = unsafe Self.pieceBytes - Int(stream.pointee.avail_out)
        if made > 0 { try unsafe body(UnsafeBufferPointer(start: piece, count: made)) }
      } while unsafe stream.pointee.avail_out == 0
    } while unsafe !rest.isEmpty
  }

  private func compress(
    _ bytes: UnsafeBufferPointer<UInt8>, _ stream: OpaquePointer, isLast: Bool,
    body: (UnsafeBufferPointer<UInt8>) throws(Trouble) -> Void
  ) throws(Trouble) {
    var input = unsafe ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
    var isDone = false
    repeat {
      var output = unsafe ZSTD_outBuffer(dst: piece, size: Self.pieceBytes, pos: 0)
      let left = unsafe ZSTD_compressStream2(
        stream, &output, &input, isLast ? ZSTD_e_end : ZSTD_e_continue)
      precondition(ZSTD_isError(left) == 0, "zstd does not take its own input")
      let made = unsafe output.pos
      if made > 0 { try unsafe body(UnsafeBufferPointer(start: piece, count: made)) }
      isDone = unsafe isLast ? left == 0 : input.pos == input.size
    } while !isDone
  }
}
