#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FileLoader {
  /// A file that a person named: also a pipe or a device, which is read to its end.
  static func readFile(at path: String, called name: String) throws(Trouble) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      let code = errno
      throw trouble(code, name, near: code == ENOENT ? near(path, called: name) : nil)
    }
    defer { close(descriptor) }
    return try contents(of: descriptor, called: name)
  }

  /// So many names of a folder are looked through.
  private static let mostNames = 5000

  /// The name of what stands in the folder of a file that does not exist and is called almost so;
  /// nil if nothing is.
  package static func near(_ path: String, called name: String) -> String? {
    let folder = directory(of: path)
    guard let listing = unsafe opendir(folder.isEmpty ? "." : folder) else { return nil }
    defer { unsafe closedir(listing) }
    var names: [String] = []
    while names.count < mostNames, let entry = unsafe readdir(listing) {
      let found = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if !found.hasPrefix(".") { names.append(found) }
    }
    let wanted = path.split(separator: "/").last.map(String.init) ?? path
    return Suggestion.nearest(to: wanted, among: names.sorted()).map {
      Self.path($0, in: directory(of: name))
    }
  }

  /// The same for the folder that a file is to be written into; nil if there is that.
  package static func missingFolder(of path: String) -> String? {
    let folder = directory(of: path)
    return folder.isEmpty || resolved(folder) != nil ? nil : folder
  }

  /// Whether there is a folder of that name; "" is the working directory.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path.isEmpty ? "." : path, &status) == 0
      && status.st_mode & S_IFMT == S_IFDIR
  }

  /// A regular file inside of a folder, links followed, that looks like what it was named as.
  static func readFile(
    at path: String, called name: String, as kind: FileKind, under root: String,
    calledRoot: String
  ) throws(Trouble) -> [UInt8] {
    guard let folder = resolved(root.isEmpty ? "." : root) else {
      throw trouble(errno, calledRoot)
    }
    let found = resolved(path)
    let code = errno
    guard isInside(found ?? nearestThatExists(path), folder) else {
      throw outside(name, calledRoot)
    }
    guard let found else {
      throw trouble(code, name, near: code == ENOENT ? near(path, called: name) : nil)
    }
    // Opening does not wait until somebody writes to a pipe.
    let descriptor = unsafe open(found, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { throw trouble(errno, name) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw trouble(errno, name) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw trouble(EISDIR, name)
    case _:
      throw Trouble("not-a-regular-file", "`\(name)` is a pipe or a device, not a file on disk")
    }
    let bytes = try contents(of: descriptor, called: name)
    guard kind.fits(found, bytes) else { throw kind.trouble(name) }
    return bytes
  }

  /// The absolute name without links; nil, and `errno`, where there is no such file.
  private static func resolved(_ path: String) -> String? {
    guard let made = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(made) }
    return unsafe String(cString: made)
  }

  /// The folder that a missing file would be in, links followed, or the nearest one above it that
  /// exists, so that nobody learns what is missing elsewhere.
  private static func nearestThatExists(_ path: String) -> String {
    var (rest, links) = (path, 0)
    while !rest.isEmpty, rest != "/" {
      if let found = resolved(rest) { return found }
      let folder = directory(of: rest)
      guard let target = target(ofLink: rest) else {
        rest = folder
        continue
      }
      // It leads nowhere that may be told of.
      if links == mostLinks { return "/" }
      rest = Self.path(target, in: folder)
      links += 1
    }
    return resolved(rest.isEmpty ? "." : rest) ?? "/"
  }

  /// The system follows no more.
  private static let mostLinks = 40

  /// Where a link leads, whether or not there is anything; nil for what is no link.
  private static func target(ofLink path: String) -> String? {
    var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = unsafe bytes.withUnsafeMutableBytes { buffer in
      unsafe readlink(path, buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    return count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
  }

  private static func isInside(_ path: String, _ folder: String) -> Bool {
    folder == "/" || path == folder || path.utf8.starts(with: (folder + "/").utf8)
  }

  private static func outside(_ name: String, _ root: String) -> Trouble {
    let folder = root.isEmpty || root == "." ? "the working directory" : "`\(root)`"
    return Trouble(
      "outside-root",
      "`\(name)` is outside \(folder); a file may only name files inside it: "
        + "`--root FOLDER` allows a wider folder")
  }

  private static func contents(
    of descriptor: Int32, called name: String
  ) throws(Trouble) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Self.readAgain(descriptor, buffer)
      }
      if count < 0 { throw trouble(errno, name) }
      if count == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      if bytes.count > sizeLimit {
        throw tooLarge(name)
      }
    }
  }

  private static func readAgain(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    while true {
      #if canImport(Glibc)
        let count = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = unsafe Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let count = unsafe Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }

  /// What is said of `rate=9%` and of `a.yaml,b.yaml` where one file is wanted.
  private static func otherOption(_ name: String) -> String {
    if name.wholeMatch(of: kept(/[A-Za-z_][\w.]*(?:\[.*\])?[\w.]*=.+/)) != nil {
      return "; a single value is set by `--set '\(name)'`"
    }
    let parts = name.split(separator: ",")
    return parts.count > 1 && parts.allSatisfy { $0.contains(".") }
      ? "; each file has an option of its own" : ""
  }

  private static func trouble(_ code: Int32, _ name: String, near: String? = nil) -> Trouble {
    switch code {
    case ENOENT:
      Trouble(
        "no-such-file",
        "`\(name)` does not exist"
          + (near.map { "; did you mean `\($0)`?" } ?? otherOption(name)))
    case EACCES: Trouble("not-readable", "`\(name)` is not readable: permission denied")
    case ELOOP:
      Trouble("not-readable", "`\(name)` cannot be read: it is a link that leads to itself")
    case ENAMETOOLONG: Trouble("not-readable", "`\(name)` cannot be read: the name is too long")
    case ENOTDIR:
      Trouble("not-readable", "`\(name)` cannot be read: a part of the path is not a folder")
    case EISDIR: Trouble("is-a-directory", "`\(name)` is a directory, not a file")
    default: Trouble("not-readable", "`\(name)` cannot be read (error \(code))")
    }
  }
}
