import QuoteEngine
import QuoteLanguage
import QuoteTools

/// The values of the environment that requests carry. They go to the backend
/// and nowhere else: what a backend says back is cleaned of them before it is
/// looked at, kept or shown.
struct Secrets: Sendable {
  let values: [String: String]
  /// What to look for, and the name to put there; longest first.
  private let searched: [(bytes: [UInt8], name: [UInt8])]
  /// Shorter values would be found in figures and words by chance.
  static let shortestSearched = 8

  /// Throws where a variable is not set, or could not stand in a header.
  init(_ names: [String], environment: (String) -> String?) throws(Trouble) {
    var values: [String: String] = [:]
    for name in names {
      guard let value = environment(name), !value.isEmpty else {
        throw Trouble(
          "no-variable", "the map's `live` needs `\(name)` from the environment, which is not set")
      }
      guard value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw Trouble(
          "no-variable", "`\(name)` in the environment holds a line end or a control character")
      }
      values[name] = value
    }
    self.values = values
    var searched: [(bytes: [UInt8], name: [UInt8])] = []
    for (name, value) in values where value.utf8.count >= Self.shortestSearched {
      let quoted = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      for form in Set([value, quoted, quoted.replacing("/", with: "\\/")]) {
        searched.append((Array(form.utf8), Array("${\(name)}".utf8)))
      }
    }
    self.searched = searched.sorted { a, b in
      a.bytes.count == b.bytes.count
        ? a.name.lexicographicallyPrecedes(b.name) : a.bytes.count > b.bytes.count
    }
  }

  /// The bytes with the names of secrets in place of the secrets.
  func cleaned(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for (secret, name) in searched {
      guard Self.find(secret, in: bytes, from: 0) != nil else { continue }
      var result: [UInt8] = []
      var start = 0
      while let found = Self.find(secret, in: bytes, from: start) {
        result += bytes[start..<found]
        result += name
        start = found + secret.count
      }
      bytes = result + bytes[start...]
    }
    return bytes
  }

  func cleaned(_ text: String) -> String {
    String(decoding: cleaned(Array(text.utf8)), as: UTF8.self)
  }

  private static func find(_ part: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    let (part, bytes) = (part.span, bytes.span)
    guard bytes.count - start >= part.count else { return nil }
    for at in start...(bytes.count - part.count) where bytes[at] == part[0] {
      var same = 1
      while same < part.count, bytes[at + same] == part[same] { same += 1 }
      if same == part.count { return at }
    }
    return nil
  }
}
