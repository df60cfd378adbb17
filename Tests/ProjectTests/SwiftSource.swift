import Foundation
import Synchronization
import QuoteSyntax
import TestKit

/// A Swift file as the tests about the project see it: its text, and its code
/// with comments and the insides of texts blanked out, line for line.
struct SwiftSource: Sendable {
  var name: String
  var text: String
  /// As `text`, with spaces where comments and the contents of texts were.
  var code: String
  /// What stands between quotation marks, with the line it begins at.
  var literals: [(line: Int, text: String)] = []
  /// Lines inside texts of several lines: data, to which no width applies.
  var dataLines: Set<Int> = []

  init(name: String, text: String) {
    self.name = name
    self.text = text
    var scanner = Scanner(bytes: Array(text.utf8))
    scanner.scan()
    code = String(decoding: scanner.code, as: UTF8.self)
    literals = scanner.literals
    for literal in literals {
      let count = literal.text.utf8.count { $0 == UInt8(ascii: "\n") }
      if count > 0 { dataLines.formUnion(literal.line + 1..<literal.line + count) }
    }
  }

  init(at url: URL) throws {
    self.init(name: Repository.name(of: url), text: try Repository.text(of: url))
  }

  static func all(under path: String) throws -> [SwiftSource] {
    try Repository.swiftFiles(under: path).map { try read($0) }
  }

  static func library() throws -> [SwiftSource] {
    try Repository.libraryFiles().map { try read($0) }
  }

  /// Files that were read before: nearly every test of the project reads all of them.
  private static let known = Mutex<[URL: SwiftSource]>([:])

  private static func read(_ url: URL) throws -> SwiftSource {
    if let source = known.withLock({ $0[url] }) { return source }
    let source = try SwiftSource(at: url)
    known.withLock { $0[url] = source }
    return source
  }

  /// Written by a program, so no rule of style binds it.
  var isGenerated: Bool { text.hasPrefix("// Made from ") }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
  var codeLines: [Substring] { code.split(separator: "\n", omittingEmptySubsequences: false) }

  /// A function, an initialiser or a subscript with a body.
  struct Function: Equatable {
    var signature: String
    /// The line, counted from 1.
    var line: Int
    var lineCount: Int
  }

  /// Every function with a body, nested ones too.
  var functions: [Function] {
    let lines = codeLines
    let start = kept(#/
      ^\s*(?:@\w+(?:\(.*?\))?\s)*
      (?:(?:public|package|private|fileprivate|internal|static|final|override|mutating
      |nonmutating|convenience|required|class|indirect|unsafe)\s)*
      (?:func\s[^\s(<]+|init[?!]?[(<]|deinit\b|subscript[(<])
      /#)
    return lines.indices.compactMap { index in
      guard Self.mayDeclare(lines[index]), let match = lines[index].firstMatch(of: start),
        let end = Self.endOfBody(lines[index...])
      else { return nil }
      let signature = String(match.output).trimmingCharacters(in: .whitespaces)
      return Function(signature: signature, line: index + 1, lineCount: end - index + 1)
    }
  }

  /// Whether a line begins as a declaration does: few do, and a pattern takes long.
  private static func mayDeclare(_ line: Substring) -> Bool {
    let first = line.utf8.drop { $0 == UInt8(ascii: " ") }.prefix(4)
    return first.first == UInt8(ascii: "@") || beginnings.contains { first.elementsEqual($0) }
  }

  /// The first letters of what stands before and at the name of a function.
  private static let beginnings = [
    "func", "init", "dein", "subs", "publ", "pack", "priv", "file", "inte", "stat", "fina",
    "over", "muta", "nonm", "conv", "requ", "clas", "indi", "unsa",
  ].map { Array($0.utf8) }

  /// Index of the line that closes the first brace; nil where there is no body.
  private static func endOfBody(_ lines: ArraySlice<Substring>) -> Int? {
    var (braces, parentheses) = (0, 0)
    for (index, line) in zip(lines.indices, lines) {
      for byte in line.utf8 {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["): parentheses += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"): parentheses -= 1
        case UInt8(ascii: "{"): braces += 1
        case UInt8(ascii: "}"):
          braces -= 1
          if braces == 0 { return index }
          if braces < 0 { return nil }
        default: break
        }
      }
      // The end of a signature without a body: a protocol's requirement.
      let trimmed = line.trimmingCharacters(in: .whitespaces)
      if braces == 0, parentheses == 0, index + 1 < lines.endIndex,
        !trimmed.hasSuffix(")"), !trimmed.hasSuffix("->"), !trimmed.hasSuffix(","),
        !lines[index + 1].trimmingCharacters(in: .whitespaces).starts(
          with: kept(/[{>\-]|where|throws/))
      {
        return nil
      }
      if braces == 0, parentheses == 0, trimmed.hasSuffix(")"), index + 1 < lines.endIndex,
        !lines[index + 1].trimmingCharacters(in: .whitespaces).starts(
          with: kept(/[{\-]|where|throws/))
      {
        return nil
      }
    }
    return nil
  }
}

extension SwiftSource {
  /// Blanks comments and texts. Interpolations count as text.
  struct Scanner {
    let bytes: [UInt8]
    var code: [UInt8]
    var literals: [(line: Int, text: String)] = []
    var index = 0
    var line = 1

    init(bytes: [UInt8]) {
      self.bytes = bytes
      code = bytes
    }

    mutating func scan() {
      while index < bytes.count {
        if starts("//") {
          while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { blank() }
        } else if starts("/*") {
          blankComment()
        } else if bytes[index] == UInt8(ascii: "\"") || starts("#\"") {
          blankLiteral()
        } else {
          step()
        }
      }
    }

    func starts(_ text: StaticString, at offset: Int = 0) -> Bool {
      let start = index + offset
      guard start + text.utf8CodeUnitCount <= bytes.count else { return false }
      return text.withUTF8Buffer { wanted in
        var at = 0
        while at < wanted.count, bytes[start + at] == wanted[at] { at += 1 }
        return at == wanted.count
      }
    }

    mutating func step() {
      if bytes[index] == UInt8(ascii: "\n") { line += 1 }
      index += 1
    }

    mutating func blank() {
      if bytes[index] != UInt8(ascii: "\n") { code[index] = UInt8(ascii: " ") }
      step()
    }

    mutating func blankComment() {
      var depth = 0
      repeat {
        if starts("/*") {
          depth += 1
          blank()
          blank()
        } else if starts("*/") {
          depth -= 1
          blank()
          blank()
        } else {
          blank()
        }
      } while depth > 0 && index < bytes.count
    }

    /// Whether the text ends here: marks, and a `#` after them if it is a raw one.
    func ends(_ isLong: Bool, _ isRaw: Bool) -> Bool {
      guard isLong ? starts("\"\"\"") : bytes[index] == UInt8(ascii: "\"") else { return false }
      return !isRaw || starts("#", at: isLong ? 3 : 1)
    }

    mutating func blankLiteral() {
      let isRaw = bytes[index] == UInt8(ascii: "#")
      if isRaw { step() }
      let isLong = starts("\"\"\"")
      let firstLine = line
      for _ in 0..<(isLong ? 3 : 1) { step() }
      let start = index
      var parentheses = 0
      while index < bytes.count {
        if parentheses == 0, ends(isLong, isRaw) {
          break
        }
        if !isRaw, bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
          if parentheses == 0, bytes[index + 1] == UInt8(ascii: "(") { parentheses = 1 }
          blank()
          blank()
          continue
        }
        if parentheses > 0 {
          if bytes[index] == UInt8(ascii: "(") { parentheses += 1 }
          if bytes[index] == UInt8(ascii: ")") { parentheses -= 1 }
        }
        if bytes[index] == UInt8(ascii: "\n"), !isLong { break }
        blank()
      }
      literals.append((firstLine, String(decoding: bytes[start..<index], as: UTF8.self)))
      for _ in 0..<(isLong ? 3 : 1) where index < bytes.count { step() }
      if isRaw, index < bytes.count { step() }
    }
  }
}
