#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Time-zone files by name: the system's, or those that travel with the program where the system
/// has none.
package struct TimeZoneDatabase: Sendable {
  package enum Failure: Error, Hashable, Sendable {
    /// No such zone; the nearest name, if one is near.
    case unknownName(near: String?)
    /// There is a file, but it is no TZif file of version 2 or later, or it
    /// counts leap seconds.
    case unreadable(path: String)
    /// The machine has no database (Debian's package `tzdata`), nor has the program.
    case missing(directory: String)
  }

  package var directory: String
  /// What stands in for a directory that has no zones.
  private let bundle: TimeZoneBundle?

  package init(
    directory: String = "/usr/share/zoneinfo",
    bundle: @autoclosure () -> TimeZoneBundle? = .linked
  ) {
    self.directory = directory
    let hasZones = ["tzdata.zi", "Etc/UTC"].contains {
      unsafe access(directory + "/" + $0, R_OK) == 0
    }
    self.bundle = hasZones ? nil : bundle()
  }

  /// Zones that were brought along: those of this machine are not looked at.
  package init(carried bundle: TimeZoneBundle) {
    directory = "/usr/share/zoneinfo"
    self.bundle = bundle
  }

  /// Some zones as a `TimeZoneBundle`: what this database has of them, byte for byte.
  package func bundle(of names: some Sequence<String>) -> [UInt8] {
    var (index, body) = ("quote-zones \(version ?? "")\n", [UInt8]())
    for name in names.sorted() {
      guard isName(name), let bytes = file(of: name) else { continue }
      index += "\(name) \(body.count) \(bytes.count)\n"
      body += bytes
    }
    return Array((index + "\n").utf8) + body
  }

  package func rules(named name: String) throws(Failure) -> TimeZoneRules {
    guard let bytes = isName(name) ? file(of: name) : nil else {
      let names = names
      if names.isEmpty, file(of: "Etc/UTC") == nil { throw .missing(directory: directory) }
      throw .unknownName(near: nearest(to: name, among: names))
    }
    guard let rules = TimeZoneRules(name: name, tzif: bytes) else {
      throw .unreadable(path: directory + "/" + name)
    }
    return rules
  }

  /// Whether the zones are those that travel with the program.
  package var isCarried: Bool { bundle != nil }

  /// The zone of a name that nobody wrote into rules: nil if there is none, and nothing is
  /// looked for that is near.
  package func zone(named name: String) -> TimeZoneRules? {
    guard isName(name), let bytes = file(of: name) else { return nil }
    return TimeZoneRules(name: name, tzif: bytes)
  }

  /// As the database calls itself (`2025b`); nil if it does not say.
  package var version: String? {
    if let bundle { return bundle.version.isEmpty ? nil : bundle.version }
    if let bytes = file(of: "tzdata.zi") {
      let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
      if line.hasPrefix("# version ") { return String(line.dropFirst(10)) }
    }
    guard let bytes = file(of: "+VERSION") else { return nil }
    return String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
  }

  /// Every zone and alias the database's own list names; empty without a list.
  package var names: [String] {
    if let bundle { return bundle.names }
    guard let bytes = file(of: "tzdata.zi") else { return [] }
    var names: [String] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      guard line.count > 2, line[line.startIndex + 1] == UInt8(ascii: " ") else { continue }
      let words = line.split(separator: UInt8(ascii: " "))
      switch line[line.startIndex] {
      case UInt8(ascii: "Z"): names.append(String(decoding: words[1], as: UTF8.self))
      case UInt8(ascii: "L") where words.count > 2:
        names.append(String(decoding: words[2], as: UTF8.self))
      default: break
      }
    }
    return names.sorted()
  }

  /// A mistyped name, or the city alone (`New York`).
  private func nearest(to name: String, among names: [String]) -> String? {
    func plain(_ text: some StringProtocol) -> String {
      String(text.lowercased().map { $0 == " " || $0 == "-" ? "_" : $0 })
    }
    let wanted = plain(name)
    let city = names.first {
      plain($0) == wanted || plain($0.split(separator: "/").last!) == wanted
    }
    return city ?? Suggestion.nearest(to: name, among: names)
  }

  private func isName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/") && !name.contains("..")
      && name.utf8.allSatisfy {
        switch $0 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
          UInt8(ascii: "+"), UInt8(ascii: "/"):
          true
        default: false
        }
      }
  }

  /// The bytes of a file of the database; nil if it cannot be read.
  private func file(of name: String) -> [UInt8]? {
    if let bundle { return bundle.file(of: name) }
    return Self.read(directory + "/" + name)
  }

  private static func read(_ path: String) -> [UInt8]? {
    guard let file = unsafe fopen(path, "rb") else { return nil }
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while true {
      // The array counts the bytes that were written into it, and no others are read.
      let part = unsafe [UInt8](unsafeUninitializedCapacity: 65_536) { memory, count in
        count = unsafe fread(memory.baseAddress, 1, 65_536, file)
      }
      if part.isEmpty { return unsafe ferror(file) == 0 && !bytes.isEmpty ? bytes : nil }
      bytes += part
    }
  }
}
