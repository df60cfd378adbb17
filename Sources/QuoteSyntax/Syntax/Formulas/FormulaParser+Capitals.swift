/// Words of the language that are not written as it writes them, put right in the whole formula.
extension FormulaParser {
  /// The complaint about a word of the language in capitals. Where the formula has several, each
  /// would be the next complaint: the help has all of it.
  func inCapitals(_ word: Spanned<String>) -> Diagnostic {
    var diagnostic = Diagnostic.otherSpelling(
      word.value, right: word.value.lowercased(), at: word.span)
    let whole = String(decoding: bytes, as: UTF8.self).trimmedOfSpaces
    let (right, count) = Self.inSmallLetters(whole)
    if count > 1, whole.count <= 100, !whole.contains("\n") {
      diagnostic.help = ["write `\(right)`"]
    }
    return diagnostic
  }

  /// A formula with its keywords in small letters, and how many there are that had others.
  private static func inSmallLetters(_ formula: String) -> (String, count: Int) {
    var (parts, count) = ([String](), 0)
    for (index, part) in formula.split(separator: "\"", omittingEmptySubsequences: false)
      .enumerated()
    {
      guard index.isMultiple(of: 2) else {
        parts.append(String(part))
        continue
      }
      parts.append(
        String(part).replacing(kept(/[A-Za-z_]\w*/)) { match in
          let small = match.0.lowercased()
          guard Lexicon.keywords.contains(small), match.0 != small else { return String(match.0) }
          count += 1
          return small
        })
    }
    return (parts.joined(separator: "\""), count)
  }

  /// `price per seller` at the end of a formula, where nothing measures sellers: an amount for each
  /// of a kind, which `/` is not.
  func forEachOfGroups(_ word: String) -> Diagnostic? {
    let rest = String(decoding: bytes[at...], as: UTF8.self).trimmedOfSpaces
    guard word == "per",
      let match = rest.prefixMatch(of: kept(/per\s+([A-Za-z_]\w*)(?=\s*(?:\)|$))/)),
      case let name = String(match.1), unit(in: match.1).isEmpty, MeasureUnit.named(name) == nil
    else { return nil }
    return Diagnostic(
      "other-spelling", "`per` is not an operator",
      at: Diagnostic.Label(text.span(at, at + match.0.utf8.count), "divided by it, or for each?"),
      help: [
        "to charge it for each \(name), multiply by how many there are",
        "for an amount for each `\(name)` of a list, make its groups under `let`, "
          + "`groups: { each: key in list by \(name) }`, and write `for: groups` at the line",
        "to divide by a number, write `/ \(name)`",
        "if `\(match.0)` only says what the amount is for, leave it out",
      ])
  }

  /// `fast is true`, read up to the word; `start` is where `is` stands.
  func flagCompared(from start: Int) -> Diagnostic? {
    let rest = String(decoding: bytes[start...], as: UTF8.self)
    guard let match = rest.prefixMatch(of: kept(/(?i)is\s+(not\s+)?(true|false|yes|no)\b/)) else {
      return nil
    }
    let name = String(decoding: bytes[..<start], as: UTF8.self)
      .firstMatch(of: kept(/[A-Za-z_]\w*\s*$/))?.0.trimmedOfSpaces ?? "x"
    let isTrue = ["true", "yes"].contains(match.2.lowercased()) == (match.1 == nil)
    return Diagnostic(
      "given-missing", "a flag is compared with `\(match.2)`",
      at: Diagnostic.Label(
        text.span(start, start + match.0.utf8.count), "it is true or false by itself"),
      help: ["a flag is written by itself: `\(isTrue ? "" : "not ")\(name)`"])
  }
}
