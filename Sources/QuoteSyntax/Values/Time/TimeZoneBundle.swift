internal import CRelease

/// The time-zone files that travel inside a program, for machines that have no database.
///
/// The format is a text of one line for the database's version and one for each name, an empty
/// line, and then the files, one behind the other:
///
///     quote-zones 2025b
///     Europe/Berlin 0 2298
///     …
///
/// The two numbers are where the file begins, counted from the first byte behind the empty line,
/// and how many bytes it has. Aliases name the same bytes. `.ci/packaging/zones` writes it, and
/// `TimeZoneDatabase` for some zones alone, which rules take with them to other machines.
package struct TimeZoneBundle: Sendable {
  package let version: String
  private let files: [String: Range<Int>]
  private let bytes: [UInt8]

  /// The bundle that was linked into this program; nil where there is none.
  static let linked: TimeZoneBundle? = {
    var count = 0
    guard let memory = unsafe crelease_zones(&count) else { return nil }
    return unsafe TimeZoneBundle(Array(UnsafeBufferPointer(start: memory, count: count)))
  }()

  /// Nil if these bytes are not such a bundle.
  package init?(_ bytes: [UInt8]) {
    let newline = UInt8(ascii: "\n")
    let ends = bytes.indices.dropLast().first { bytes[$0] == newline && bytes[$0 + 1] == newline }
    guard let ends else { return nil }
    var lines = String(decoding: bytes[..<ends], as: UTF8.self).split(separator: "\n")[...]
    guard let first = lines.popFirst(), first.hasPrefix("quote-zones ") else { return nil }
    let start = ends + 2
    var files: [String: Range<Int>] = [:]
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count == 3, let offset = Int(words[1]), let count = Int(words[2]),
        offset >= 0, count >= 0, offset <= bytes.count - start,
        count <= bytes.count - start - offset
      else { return nil }
      files[String(words[0])] = start + offset..<start + offset + count
    }
    version = String(first.dropFirst("quote-zones ".count))
    self.files = files
    self.bytes = bytes
  }

  /// Every zone and alias, in the order of their bytes.
  package var names: [String] { files.keys.sorted() }

  /// The TZif file of a zone; nil if there is no zone of this name.
  package func file(of name: String) -> [UInt8]? { files[name].map { Array(bytes[$0]) } }
}
