import QuoteLanguage
import QuoteSyntax
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Where paths lead.
extension AtomicFile {
  /// The descriptor behind a path that must be written through it: that of `/dev/stdout`,
  /// `/dev/fd/3` and links to these, which may stand in the middle of a file that others write,
  /// too; and standard output or error where it is the very file that the path names.
  static func openDescriptor(_ path: String) -> Int32? {
    if let number = descriptorNumber(followed(path)), fcntl(number, F_GETFD) >= 0 {
      return number
    }
    return [STDOUT_FILENO, STDERR_FILENO].first { isOpen(path, as: $0) }
  }

  /// Whether a path names the very file that is standard input, output or error; never true of
  /// pipes and devices.
  private static func isOpen(_ path: String, as descriptor: Int32) -> Bool {
    var (wanted, there) = (stat(), stat())
    let areThere = unsafe stat(path, &wanted) == 0 && fstat(descriptor, &there) == 0
    return areThere && areOneFile(wanted, there)
  }

  private static func areOneFile(_ a: stat, _ b: stat) -> Bool {
    a.st_mode & S_IFMT == S_IFREG && a.st_dev == b.st_dev && a.st_ino == b.st_ino
  }

  package static func isStandardInput(_ path: String) -> Bool { isOpen(path, as: STDIN_FILENO) }
  package static func isStandardOutput(_ path: String) -> Bool { isOpen(path, as: STDOUT_FILENO) }

  /// Whether standard input and standard output are one file, and neither pipe nor device.
  package static var isStandardInputOutput: Bool {
    var (input, output) = (stat(), stat())
    let areThere =
      unsafe fstat(STDIN_FILENO, &input) == 0 && fstat(STDOUT_FILENO, &output) == 0
    return areThere && areOneFile(input, output)
  }

  /// Where a path leads, so that a symbolic link stays one; also where there is nothing yet.
  static func resolved(_ path: String) -> String { realPath(path) ?? followed(path) }

  /// Where symbolic links lead, whether something is there or not; those of descriptors stay.
  static func followed(_ path: String) -> String {
    var path = path
    // As many as the system follows.
    for _ in 0..<40 {
      let slash = path.lastIndex(of: "/")
      let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
      let above = slash.map { String(path[...$0]) } ?? "."
      let folder = realPath(above) ?? above
      let here = (folder == "/" ? "" : folder) + "/" + name
      if descriptorNumber(here) != nil { return here }
      guard let target = linkTarget(here) else { return here }
      path = target.hasPrefix("/") ? target : folder + "/" + target
    }
    return path
  }

  /// `1` for `/proc/17/fd/1`, 17 being this process.
  private static func descriptorNumber(_ path: String) -> Int32? {
    guard path.hasPrefix("/proc/\(getpid())/"), let slash = path.lastIndex(of: "/"),
      path[..<slash].hasSuffix("/fd")
    else { return nil }
    return Int32(path[path.index(after: slash)...])
  }

  private static func realPath(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  static func linkTarget(_ path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe readlink(path, buffer.baseAddress!, buffer.count)
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }
}
