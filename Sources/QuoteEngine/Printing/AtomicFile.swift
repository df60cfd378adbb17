package import QuoteBookings
import QuoteLanguage
import CFile
package import QuoteSyntax

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Output that appears whole or not at all.
///
/// Bytes go to a temporary file in the target's folder, which takes the
/// target's name when all are written; until then, and after any trouble, an
/// older file stands as it was. It has no name while it is written, where the
/// system can do that, so that nothing is left of it if the program is killed. It is left to
/// the system when bytes reach the disk. Standard output, by whatever name, pipes and devices
/// cannot be replaced and are written as the bytes come, or, where bytes are
/// held back, at `commit` all at once. A closed pipe is a `Trouble` only if the
/// program ignores SIGPIPE, which the command does. A file whose name ends in `.gz` or `.zst` is
/// compressed on its way.
///
/// Several threads may write parts of a temporary file side by side, each at the
/// place that was reserved for it; everything else is for one thread at a time.
package final class AtomicFile: @unchecked Sendable {
  /// As it is called in messages.
  package let name: String
  private var descriptor: Int32
  private let target: String
  /// Nil if the target itself is written.
  private var temporary: String?
  /// Whether the temporary file has its name already.
  private var isNamed = false
  private let closesDescriptor: Bool
  /// What compresses the bytes, where the name asks for that.
  private var compressor: Compressor?
  /// Where bytes wait for `commit` that the target would show at once.
  private var held: SpillFile?
  private var heldCount: Int64 = 0
  /// How many bytes of a temporary file are written or reserved.
  private var length = 0
  /// Whether all bytes will be on their way to the disk before it takes the target's name.
  private var flushesAtCommit = false
  /// How many bytes are sent there at a time.
  private static let sentBytes = 8 << 20

  /// `-` is standard output. With `directory`, what cannot be replaced waits in
  /// an unnamed file there and is written at `commit`.
  package init(path: String, holdingIn directory: String? = nil) throws(Trouble) {
    guard path != "-" else {
      (name, target, descriptor, closesDescriptor) = ("standard output", "", 1, false)
      held = if let directory { try SpillFile(in: directory) } else { nil }
      return
    }
    name = "`\(path)`"
    compressor = Compression(path: path).map(Compressor.init)
    if let open = AtomicFile.openDescriptor(path) {
      (target, descriptor, closesDescriptor) = ("", open, false)
      held = if let directory { try SpillFile(in: directory) } else { nil }
      return
    }
    closesDescriptor = true
    target = AtomicFile.resolved(path)
    let mode = AtomicFile.mode(of: target)
    if mode == nil, AtomicFile.linkTarget(target) != nil { throw .writing(name, errno: ELOOP) }
    if let mode, mode & S_IFMT != S_IFREG {
      guard mode & S_IFMT != S_IFDIR else {
        throw Trouble("unwritable-file", "\(name) is a folder, not a file")
      }
      descriptor = unsafe open(target, O_WRONLY | O_CLOEXEC)
      if let directory { held = try SpillFile(in: directory) }
    } else {
      temporary = Self.temporaryName(of: target, 0)
      descriptor = unsafe cfile_unnamed(Self.folder(of: target))
      isNamed = descriptor < 0
      if isNamed { unsafe cfile_remove_left(Self.folder(of: target)) }
      var attempt = 0
      while isNamed, descriptor < 0, attempt == 0 || errno == EEXIST && attempt < 100 {
        temporary = Self.temporaryName(of: target, attempt)
        descriptor = unsafe open(temporary!, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        attempt += 1
      }
      if isNamed, descriptor >= 0, let temporary {
        unsafe cfile_begin_unfinished(descriptor, temporary)
      }
      if descriptor >= 0, let mode {
        _ = fchmod(descriptor, mode & 0o7777)
        flushesAtCommit = cfile_flushes_at_rename(descriptor) != 0
      }
    }
    guard descriptor >= 0 else {
      temporary = nil
      throw .writing(name, errno: errno)
    }
  }

  /// Without `commit`, the temporary file is taken away.
  deinit { discard() }

  /// Whether parts may be written anywhere in it, by several threads.
  var takesParts: Bool { temporary != nil && compressor == nil }

  /// Reserves a place for the next `count` bytes of a file that is written in parts.
  package func reserve(_ count: Int) -> Int {
    precondition(takesParts, "only a temporary file is written in parts")
    defer { length += count }
    return length
  }

  /// Writes after what is written or reserved.
  package func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Trouble) {
    guard let compressor else { return try unsafe writeAsIs(bytes) }
    try unsafe compressor.add(bytes) { bytes throws(Trouble) in try unsafe writeAsIs(bytes) }
  }

  private func writeAsIs(_ bytes: UnsafeBufferPointer<UInt8>) throws(Trouble) {
    if let held {
      heldCount += Int64(bytes.count)
      return unsafe try held.append(UnsafeRawBufferPointer(bytes))
    }
    let place = takesParts ? reserve(bytes.count) : nil
    do throws(Trouble) {
      unsafe try put(bytes, place)
    } catch {
      discard()
      throw error
    }
  }

  /// Writes a part where a place was reserved for it. After a failure only `discard` may be called.
  package func write(_ bytes: UnsafeBufferPointer<UInt8>, at place: Int) throws(Trouble) {
    unsafe try put(bytes, place)
  }

  /// Sends what lies some way before these bytes, and others have written by now, so that
  /// `commit` finds little left to send.
  private func sendAhead(from start: Int, to end: Int) {
    let piece = end / Self.sentBytes
    guard piece > start / Self.sentBytes, piece >= 2 else { return }
    cfile_send(descriptor, Int64((piece - 2) * Self.sentBytes), Int64(Self.sentBytes))
  }

  private func put(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Int?) throws(Trouble) {
    var rest = UnsafeRawBufferPointer(bytes)
    while unsafe !rest.isEmpty {
      let done = bytes.count - rest.count
      let count =
        unsafe place.map {
          unsafe pwrite(descriptor, rest.baseAddress!, rest.count, off_t($0 + done))
        } ?? systemWrite(descriptor, rest.baseAddress!, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        throw .writing(name, errno: errno)
      }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
    if flushesAtCommit, let place { sendAhead(from: place, to: place + bytes.count) }
  }

  /// Writes what the buffer holds and empties it.
  package func write(_ buffer: ByteBuffer) throws(Trouble) {
    unsafe try write(buffer.bytes)
    buffer.removeAll()
  }

  /// Puts the file in its place.
  package func commit() throws(Trouble) {
    if let compressor {
      let nothing = unsafe UnsafeBufferPointer<UInt8>(start: nil, count: 0)
      try unsafe compressor.add(nothing, isLast: true) { bytes throws(Trouble) in
        try unsafe writeAsIs(bytes)
      }
      self.compressor = nil
    }
    try pour()
    try askWhetherClosable()
    guard temporary != nil else {
      if closesDescriptor, descriptor >= 0 { close(descriptor) }
      descriptor = -1
      return
    }
    guard takesTargetsName() else {
      let code = errno
      discard()
      throw .writing(name, errno: code)
    }
    temporary = nil
    close(descriptor)
    descriptor = -1
  }

  /// Closes a copy of it: files of other machines and some devices tell no earlier that
  /// there was no room, and closed for good it could not be given a name any more.
  private func askWhetherClosable() throws(Trouble) {
    let copy = dup(descriptor)
    guard copy >= 0, close(copy) != 0, errno != EINTR else { return }
    let code = errno
    discard()
    throw .writing(name, errno: code)
  }

  /// Where there is no older file it has the name at once. Leaves `errno` where that cannot be.
  private func takesTargetsName() -> Bool {
    if !isNamed, unsafe cfile_name(descriptor, target) == 0 { return true }
    nameTemporary()
    guard isNamed, let temporary, unsafe rename(temporary, target) == 0 else { return false }
    unsafe cfile_end_unfinished(temporary)
    return true
  }

  private func nameTemporary() {
    var attempt = 0
    unsafe cfile_remove_left(Self.folder(of: target))
    while !isNamed, attempt < 100 {
      let name = Self.temporaryName(of: target, attempt)
      temporary = name
      isNamed = unsafe cfile_name(descriptor, name) == 0
      if isNamed { unsafe cfile_begin_unfinished(descriptor, name) }
      if !isNamed, errno != EEXIST { return }
      attempt += 1
    }
  }

  /// It does not have the target's name in it, which may be as long as names may be.
  private static func temporaryName(of target: String, _ attempt: Int) -> String {
    "\(folder(of: target))/.quote-\(getpid())-\(attempt).partial"
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
  }

  /// Writes what was held back.
  private func pour() throws(Trouble) {
    guard let held else { return }
    try held.flush()
    let size = 1 << 16
    let piece = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: size)
    defer { unsafe piece.deallocate() }
    var done: Int64 = 0
    while done < heldCount {
      let count = unsafe try held.read(at: done, into: piece.baseAddress!, count: size)
      guard count > 0 else { break }
      unsafe try put(UnsafeBufferPointer(rebasing: piece[..<count]), nil)
      done += Int64(count)
    }
    self.held = nil
  }

  /// Leaves the target as it was.
  package func discard() {
    held = nil
    if closesDescriptor, descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if isNamed, let temporary {
      unsafe unlink(temporary)
      unsafe cfile_end_unfinished(temporary)
    }
    temporary = nil
  }

  /// Whether two paths name the same file, or would once it is written; never true of pipes and
  /// devices.
  package static func areOne(_ a: String, _ b: String) -> Bool {
    if let mode = mode(of: a), mode & S_IFMT != S_IFREG { return false }
    return a != "-" && b != "-" && resolved(a) == resolved(b)
  }

  /// Whether there is a file of that name, of whatever kind.
  package static func exists(_ path: String) -> Bool { mode(of: path) != nil }

  /// Whether there is a file of that name that is neither a pipe nor a device.
  package static func isRegular(_ path: String) -> Bool {
    mode(of: path).map { $0 & S_IFMT == S_IFREG } ?? false
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode : nil
  }
}

@unsafe private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
