#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Output that appears whole or not at all.
///
/// Bytes go to a temporary file in the target's folder, which takes the
/// target's name when all are on the disk; until then, and after any trouble,
/// an older file stands as it was. Standard output, pipes and devices cannot be
/// replaced and are written as the bytes come. A closed pipe is a `Trouble`
/// only if the program ignores SIGPIPE, which the command does.
public final class AtomicFile {
  /// As it is called in messages.
  public let name: String
  private var descriptor: Int32
  private let target: String
  /// Nil where the target itself is written.
  private var temporary: String?
  private let closesDescriptor: Bool

  /// `-` is standard output.
  public init(path: String) throws(Trouble) {
    guard path != "-" else {
      (name, target, descriptor, closesDescriptor) = ("standard output", "", 1, false)
      return
    }
    name = "`\(path)`"
    closesDescriptor = true
    target = AtomicFile.resolved(path)
    let mode = AtomicFile.mode(of: target)
    if let mode, mode & S_IFMT != S_IFREG {
      guard mode & S_IFMT != S_IFDIR else {
        throw Trouble("unwritable-file", "\(name) is a folder, not a file")
      }
      descriptor = unsafe open(target, O_WRONLY | O_CLOEXEC)
    } else {
      var attempt = 0
      repeat {
        temporary = "\(target).\(getpid())-\(attempt).partial"
        descriptor = unsafe open(temporary!, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        attempt += 1
      } while descriptor < 0 && errno == EEXIST && attempt < 100
      if descriptor >= 0, let mode { _ = fchmod(descriptor, mode & 0o7777) }
    }
    guard descriptor >= 0 else {
      temporary = nil
      throw .writing(name, errno: errno)
    }
  }

  /// Without `commit`, the temporary file is taken away.
  deinit { discard() }

  public func write(_ bytes: UnsafeBufferPointer<UInt8>) throws(Trouble) {
    var rest = UnsafeRawBufferPointer(bytes)
    while unsafe !rest.isEmpty {
      let count = unsafe systemWrite(descriptor, rest.baseAddress!, rest.count)
      if count < 0 {
        if errno == EINTR { continue }
        let code = errno
        discard()
        throw .writing(name, errno: code)
      }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }

  /// Writes what the buffer holds and empties it.
  public func write(_ buffer: ByteBuffer) throws(Trouble) {
    unsafe try write(buffer.bytes)
    buffer.removeAll()
  }

  /// Puts the file in its place, on the disk.
  public func commit() throws(Trouble) {
    guard let temporary else {
      if closesDescriptor, descriptor >= 0 { close(descriptor) }
      descriptor = -1
      return
    }
    guard fsync(descriptor) == 0, unsafe rename(temporary, target) == 0 else {
      let code = errno
      discard()
      throw .writing(name, errno: code)
    }
    self.temporary = nil
    close(descriptor)
    descriptor = -1
    let folder = unsafe open(AtomicFile.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if folder >= 0 {
      _ = fsync(folder)
      close(folder)
    }
  }

  /// Leaves the target as it was.
  public func discard() {
    if closesDescriptor, descriptor >= 0 { close(descriptor) }
    descriptor = -1
    if let temporary { unsafe unlink(temporary) }
    temporary = nil
  }

  /// Where a symbolic link leads, so that the link stays one.
  private static func resolved(_ path: String) -> String {
    guard let real = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  private static func mode(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode : nil
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

@unsafe private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
