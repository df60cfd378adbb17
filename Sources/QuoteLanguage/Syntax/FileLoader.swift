#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Where the files that rules are made of come from: the disk, or memory in
/// tests and cases.
package struct FileLoader: Sendable {
  /// The bytes of a file, by the name the rules or the command line give it.
  package let read: @Sendable (String) throws(Trouble) -> [UInt8]

  package init(read: @escaping @Sendable (String) throws(Trouble) -> [UInt8]) {
    self.read = { name throws(Trouble) in
      let bytes = try read(name)
      if bytes.count > Self.sizeLimit { throw Self.tooLarge(name) }
      return bytes
    }
  }

  /// Larger files are refused, so that a wrong name cannot fill the memory.
  package static let sizeLimit = 64 << 20

  /// Files on disk; relative names are taken from a directory ("" is the
  /// working directory).
  package static func disk(relativeTo directory: String = "") -> FileLoader {
    FileLoader { name throws(Trouble) in
      try readFile(at: path(name, in: directory), called: name)
    }
  }

  /// The same files but for those that `why` tells why not to read: what is written meanwhile.
  package func sparing(_ why: @escaping @Sendable (String) -> String?) -> FileLoader {
    FileLoader { name throws(Trouble) in
      if let why = why(name) { throw Trouble(Self.spared, why) }
      return try read(name)
    }
  }

  /// The trouble of a file that was spared.
  static let spared = "written-over"

  /// Texts by name.
  package static func memory(_ files: [String: String]) -> FileLoader {
    FileLoader { name throws(Trouble) in
      guard let text = files[name] else {
        let near = Suggestion.help(for: name, among: files.keys.sorted()).first
        throw Trouble("no-such-file", "`\(name)` does not exist" + (near.map { "; \($0)" } ?? ""))
      }
      return Array(text.utf8)
    }
  }

  /// A name seen from a directory; absolute names stay as they are.
  package static func path(_ name: String, in directory: String) -> String {
    if directory.isEmpty || name.utf8.first == UInt8(ascii: "/") { return name }
    return directory.utf8.last == UInt8(ascii: "/") ? directory + name : directory + "/" + name
  }

  /// The directory part of a name, "" if it has none.
  package static func directory(of name: String) -> String {
    guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
    return slash == name.startIndex ? "/" : String(name[..<slash])
  }

  private static func readFile(at path: String, called name: String) throws(Trouble) -> [UInt8] {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw trouble(errno, name) }
    defer { close(descriptor) }
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

  private static func tooLarge(_ name: String) -> Trouble {
    Trouble("file-too-large", "`\(name)` is larger than \(sizeLimit >> 20) MiB")
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

  private static func trouble(_ code: Int32, _ name: String) -> Trouble {
    switch code {
    case ENOENT: Trouble("no-such-file", "`\(name)` does not exist")
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
