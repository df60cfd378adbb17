import QuoteSyntax

extension String {
  /// Safe inside elements and quoted attributes; what would turn the text around it is escaped.
  package var escapedForHTML: String {
    var text = ""
    for scalar in bounded.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "\n", "\t": text.unicodeScalars.append(scalar)
      case _ where Self.steers(scalar): text += Self.escape(scalar)
      case _: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// Without the middle where that is long, so that no text pushes all others out of sight.
  private var bounded: String {
    let (scalars, most) = (unicodeScalars, 4000)
    guard utf8.count > most, scalars.count > most else { return self }
    return String(scalars.prefix(most - 1000)) + "…" + String(scalars.suffix(1000))
  }

  /// A sentence in an element, in which what stands between backticks is code.
  package var proseForHTML: String {
    let parts = escapedForHTML.split(separator: "`", omittingEmptySubsequences: false)
    return parts.indices.map { index in
      if index % 2 == 0 { return String(parts[index]) }
      return index == parts.count - 1 ? "`\(parts[index])" : "<code>\(parts[index])</code>"
    }.joined()
  }

  /// A name in an element, which may break after each of its words.
  package var nameForHTML: String { escapedForHTML.replacing("_", with: "_<wbr>") }

  /// JSON that may stand inside a script element: no tag can begin in it.
  package var escapedForScript: String {
    utf8.contains(UInt8(ascii: "<")) ? replacing("<", with: "\\u003c") : self
  }
}
