import QuoteLanguage
import Glibc
package import QuoteSyntax

/// The bytes of one source, in order, decompressed where they are compressed.
@safe package final class ByteStream {
  /// How much is asked of a source to see what it is, and then at a time if it is compressed:
  /// what is not is read to where it is wanted.
  private static let roomToLook = 4 << 10
  private static let roomForRead = 64 << 10

  package let name: String
  private let descriptor: Int32
  private let ownsDescriptor: Bool
  private var memory: [UInt8] = []
  private var memoryOffset = 0
  private var maker: (any ByteMaker)?
  private var inflater: (any Inflating)?
  private let meter: InputMeter?
  /// Compressed bytes not yet taken.
  private let pending = ColumnBuffer<UInt8>()
  private var pendingStart = 0
  private var isAtEnd = false
  /// How many bytes of content were given out.
  private(set) var contentBytes: Int64 = 0

  /// Opens the source and looks at its first bytes.
  package init(_ source: ByteSource, meter: InputMeter? = nil) throws(Trouble) {
    name = source.name
    self.meter = meter
    switch source {
    case .file(let path):
      descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
      ownsDescriptor = true
      if descriptor < 0 { throw .cannotOpen(name, Self.lastError()) }
      _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    case .standardInput:
      descriptor = 0
      ownsDescriptor = false
    case .memory(_, let bytes):
      descriptor = -1
      ownsDescriptor = false
      memory = bytes
    case .made(_, let maker):
      descriptor = -1
      ownsDescriptor = false
      self.maker = maker
    }
    while !isAtEnd && pending.count < 4 { try fill(Self.roomToLook) }
    inflater = Inflaters.recognize(pending)
  }

  deinit { if ownsDescriptor && descriptor >= 0 { close(descriptor) } }

  /// Puts up to `count` bytes of content at `target`; 0 is the end.
  package func read(into target: UnsafeMutablePointer<UInt8>, count: Int) throws(Trouble) -> Int {
    let got =
      inflater == nil
      ? try unsafe readPlain(target, count) : try unsafe readInflated(target, count)
    contentBytes += Int64(got)
    return got
  }

  /// Up to so many bytes of content, none at the end.
  package func next(atMost count: Int) throws(Trouble) -> [UInt8] {
    let buffer = ColumnBuffer<UInt8>()
    buffer.resize(to: count)
    let got = try unsafe read(into: buffer.pointer, count: count)
    return unsafe Array(UnsafeBufferPointer(start: buffer.pointer, count: got))
  }

  /// All bytes of a source that is small, `FileLoader.sizeLimit` at most.
  package static func everything(of source: ByteSource) throws(Trouble) -> [UInt8] {
    let stream = try ByteStream(source)
    var bytes: [UInt8] = []
    while true {
      let more = try stream.next(atMost: 1 << 16)
      if more.isEmpty { return bytes }
      bytes += more
      if bytes.count > FileLoader.sizeLimit {
        throw Trouble(
          "file-too-large", "`\(source.name)` is larger than \(FileLoader.sizeLimit >> 20) MiB")
      }
    }
  }

  private func readPlain(
    _ target: UnsafeMutablePointer<UInt8>, _ count: Int
  ) throws(Trouble) -> Int {
    let waiting = pending.count - pendingStart
    guard waiting > 0 else { return isAtEnd ? 0 : try unsafe readRaw(target, count) }
    let taken = min(waiting, count)
    unsafe target.update(from: pending.pointer + pendingStart, count: taken)
    pendingStart += taken
    return taken
  }

  private func readInflated(
    _ target: UnsafeMutablePointer<UInt8>, _ count: Int
  ) throws(Trouble) -> Int {
    guard let inflater else { return 0 }
    while true {
      let waiting = pending.count - pendingStart
      if waiting == 0 && isAtEnd {
        if inflater.isBetweenParts { return 0 }
        throw .truncated(name, after: contentBytes)
      }
      let step = unsafe inflater.inflate(
        from: pending.pointer + pendingStart, count: waiting, into: target, room: count)
      guard let step else {
        throw inflater.wantsTooMuch ? .wideWindow(name) : .corrupt(name, after: contentBytes)
      }
      pendingStart += step.taken
      if step.made > 0 { return step.made }
      if pendingStart == pending.count && !isAtEnd { try fill(Self.roomForRead) }
    }
  }

  /// Adds raw bytes to those pending.
  private func fill(_ room: Int) throws(Trouble) {
    if pendingStart == pending.count {
      pending.removeAll()
      pendingStart = 0
    }
    let start = pending.count
    pending.resize(to: start + room)
    let got = try unsafe readRaw(pending.pointer + start, room)
    pending.resize(to: start + got)
    if got == 0 { isAtEnd = true }
  }

  private func readRaw(
    _ target: UnsafeMutablePointer<UInt8>, _ count: Int
  ) throws(Trouble) -> Int {
    if descriptor < 0 {
      if memoryOffset == memory.count, let maker {
        memory = try maker.more()
        memoryOffset = 0
      }
      let taken = min(count, memory.count - memoryOffset)
      unsafe memory.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        unsafe target.update(from: base + memoryOffset, count: taken)
      }
      memoryOffset += taken
      if taken == 0 { isAtEnd = true }
      return taken
    }
    while true {
      let got = unsafe Glibc.read(descriptor, target, count)
      if got > 0 {
        meter?.add(got)
        return got
      }
      if got == 0 {
        isAtEnd = true
        return 0
      }
      if errno != EINTR { throw .cannotRead(name, Self.lastError()) }
    }
  }

  static func lastError() -> String { unsafe String(cString: strerror(errno)) }
}
