/// The address of a part of the rules: `let.price[small].price`,
/// `quote.base.amount`, `inputs.items.quantity`, `currency`, or, in short, the
/// name of a `let` alone.
package struct RulePath {
  /// `let`, `quote`, `inputs`, `outputs`, `decline`, or "" for a bare name.
  var section: String
  /// Names below the section, in order.
  package var names: [Spanned<String>]
  /// Key cells in brackets, behind the first name: `price[small]`. Or a bound of a key, behind the
  /// second: `price.weight[5 kg]`.
  var cells: Spanned<String>?
  /// Whether they stand behind the last name.
  var cellsAreLast = false
  var span: SourceSpan

  static let sections = ["let", "quote", "inputs", "outputs", "decline"]

  /// Reads a path; nil if its form is none.
  init?(_ text: PlacedText) {
    var scanner = FormulaParser(text, units: [])
    section = ""
    names = []
    span = text.span
    var ends: [(lower: Int, upper: Int)] = []
    repeat {
      scanner.skipBlanks()
      let start = scanner.at
      while !scanner.isAtEnd, !".[".utf8.contains(scanner.peek()) { scanner.at += 1 }
      let (lower, upper) = Lexicon.trimmed(text.bytes, start, scanner.at)
      guard lower < upper else { return nil }
      names.append(text.spanned(lower, upper))
      ends.append((lower, upper))
      if scanner.peek() == UInt8(ascii: "[") {
        guard cells == nil, let stop = Self.closing(text.bytes, from: scanner.at) else {
          return nil
        }
        cells = text.spanned(scanner.at + 1, stop)
        scanner.at = stop + 1
        cellsAreLast = scanner.isAtEnd
      }
      guard scanner.peek() == UInt8(ascii: ".") else { break }
      scanner.at += 1
    } while true
    guard scanner.isAtEnd else { return nil }
    if names.count > 1 || names[0].value == "decline", Self.sections.contains(names[0].value) {
      section = names.removeFirst().value
      ends.removeFirst()
    }
    // What a table looks up may be a formula, and have points: `let.price.kg * 1.5[5 kg]`.
    if section == "let", cellsAreLast, names.count > 2 {
      names[1...] = [text.spanned(ends[1].lower, ends[ends.count - 1].upper)]
    }
  }

  /// The bracket that closes the one at an offset, ranges inside counted.
  private static func closing(_ bytes: [UInt8], from start: Int) -> Int? {
    var (depth, isQuoted) = (0, false)
    for at in start..<bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"):
        depth -= 1
        if depth == 0 { return at }
      case _: break
      }
    }
    return nil
  }

  /// Where the `=` of `PATH=VALUE` stands, outside of brackets and quotes.
  static func equalsSign(in bytes: [UInt8]) -> Int? {
    var (depth, isQuoted) = (0, false)
    for (at, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case _ where isQuoted: break
      case UInt8(ascii: "["), UInt8(ascii: "("): depth += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "=") where depth <= 0: return at
      case _: break
      }
    }
    return nil
  }
}
