/// Where the files that rules are made of come from: the disk, or memory in
/// tests and cases.
///
/// Files are asked for in two ways. What a person names is read wherever it is. What another
/// file names, which may be a stranger's, is read only inside of one folder, the root, links
/// followed, and only if it is what it was named as: nothing else of the machine can be read
/// by rules, or shown by messages about them.
package struct FileLoader: Sendable {
  private typealias ReadOwn = @Sendable (String) throws(Trouble) -> [UInt8]
  /// Reads a file by its name, its kind and the root.
  private typealias ReadInside = @Sendable (String, FileKind, String) throws(Trouble) -> [UInt8]

  private let readOwn: ReadOwn
  private let readInside: ReadInside
  /// The folder in which files that others name must be; nil until it is said.
  package private(set) var root: String?
  /// Time zones that stand in for the machine's: rules that travel bring those that they name.
  package var zones: TimeZoneDatabase?
  /// What is asked for as if a person named it, and came out of another file.
  private var foreign: Set<String> = []

  /// Files that are not on disk: there are none but these, wherever they are named.
  package init(read: @escaping @Sendable (String) throws(Trouble) -> [UInt8]) {
    let bounded: ReadOwn = { name throws(Trouble) in
      let bytes = try read(name)
      if bytes.count > Self.sizeLimit { throw Self.tooLarge(name) }
      return bytes
    }
    self.init(readOwn: bounded) { name, _, _ throws(Trouble) in try bounded(name) }
  }

  private init(readOwn: @escaping ReadOwn, readInside: @escaping ReadInside) {
    self.readOwn = readOwn
    self.readInside = readInside
  }

  /// Larger files are refused, so that a wrong name cannot fill the memory.
  package static let sizeLimit = 64 << 20

  static func tooLarge(_ name: String) -> Trouble {
    Trouble("file-too-large", "`\(name)` is larger than \(sizeLimit >> 20) MiB")
  }

  /// Files on disk; relative names are taken from a directory ("" is the
  /// working directory).
  package static func disk(relativeTo directory: String = "") -> FileLoader {
    FileLoader(
      readOwn: { name throws(Trouble) in
        try readFile(at: path(name, in: directory), called: name)
      },
      readInside: { name, kind, root throws(Trouble) in
        try readFile(
          at: path(name, in: directory), called: name, as: kind,
          under: path(root, in: directory), calledRoot: root)
      })
  }

  /// Texts by name.
  package static func memory(_ files: [String: String]) -> FileLoader {
    memory(bytes: files.mapValues { Array($0.utf8) })
  }

  /// The same, as bytes.
  package static func memory(bytes files: [String: [UInt8]]) -> FileLoader {
    FileLoader { name throws(Trouble) in
      if let bytes = files[name] { return bytes }
      let near = Suggestion.help(for: name, among: files.keys.sorted()).first
      throw Trouble("no-such-file", "`\(name)` does not exist" + (near.map { "; \($0)" } ?? ""))
    }
  }

  // MARK: - Reading

  /// The bytes of a file by the name that the command line gives it.
  package func read(_ name: String) throws(Trouble) -> [UInt8] {
    if foreign.contains(name) { return try read(name, as: .rules) }
    return try readOwn(name)
  }

  /// The bytes of a file by the name that another file gives it, seen from the working directory.
  func read(_ name: String, as kind: FileKind) throws(Trouble) -> [UInt8] {
    guard let root else { preconditionFailure("a file is named before there is a root") }
    return try readInside(name, kind, root)
  }

  // MARK: - Other loaders

  /// The same files but for those that `why` tells why not to read: what is written meanwhile.
  package func sparing(_ why: @escaping @Sendable (String) -> String?) -> FileLoader {
    let (own, inside) = (readOwn, readInside)
    var loader = FileLoader(
      readOwn: { name throws(Trouble) in
        if let why = why(name) { throw Trouble(Self.spared, why) }
        return try own(name)
      },
      readInside: { name, kind, root throws(Trouble) in
        if let why = why(name) { throw Trouble(Self.spared, why) }
        return try inside(name, kind, root)
      })
    (loader.root, loader.zones, loader.foreign) = (root, zones, foreign)
    return loader
  }

  /// The trouble of a file that was spared.
  static let spared = "written-over"

  /// The same files and one that exists nowhere else.
  package func adding(_ text: String, as added: String) -> FileLoader {
    let own = readOwn
    var loader = FileLoader(
      readOwn: { name throws(Trouble) in
        name == added ? Array(text.utf8) : try own(name)
      }, readInside: readInside)
    (loader.root, loader.zones, loader.foreign) = (root, zones, foreign)
    return loader
  }

  /// The same files, each changed on its way.
  package func editing(_ change: @escaping @Sendable (String, [UInt8]) -> [UInt8]) -> FileLoader {
    let (own, inside) = (readOwn, readInside)
    var loader = FileLoader(
      readOwn: { name throws(Trouble) in change(name, try own(name)) },
      readInside: { name, kind, root throws(Trouble) in
        change(name, try inside(name, kind, root))
      })
    (loader.root, loader.zones, loader.foreign) = (root, zones, foreign)
    return loader
  }

  /// The same files, those that others name only inside of this folder; "" is the working
  /// directory.
  package func rooted(at folder: String) -> FileLoader {
    var loader = self
    loader.root = folder
    return loader
  }

  /// The same files, those that others name only beside the rules, unless a root was said.
  package func rooted(besideRules path: String) -> FileLoader {
    root == nil ? rooted(at: Self.directory(of: path)) : self
  }

  /// The same files, of which these were named by another file: a map, or a receipt.
  package func distrusting(_ names: [String]) -> FileLoader {
    var loader = self
    loader.foreign.formUnion(names)
    return loader
  }

  // MARK: - Names

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
}
