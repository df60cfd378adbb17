package import QuoteSyntax

/// A command of GitHub Actions (`::error file=…,line=…::message`), which shows a message on the
/// line that it names.
package struct GitHubCommand {
  /// GitHub shows so many errors of a step and drops the rest.
  package static var mostShown: Int { 10 }

  /// `error`, `warning` or `notice`.
  var kind: String
  var title: String
  var lines: [String]
  var place: RulePlace?

  /// A message of several lines, on the whole run where it has no place.
  package init(kind: String, title: String, lines: [String], place: RulePlace? = nil) {
    self.kind = kind
    self.title = title
    self.lines = lines
    self.place = place
  }

  /// The command with its newline.
  package var text: String {
    var properties: [String] = []
    if let place {
      properties += [
        "file=\(Self.property(place.file))", "line=\(place.line)", "col=\(place.column)",
      ]
    }
    properties.append("title=\(Self.property(title))")
    let message = Self.message(lines.joined(separator: "\n"))
    return "::\(kind) \(properties.joined(separator: ","))::\(message)\n"
  }

  /// What follows the last `::`; it ends with the line. A return and a line end are one character
  /// together, so it is read by scalars.
  private static func message(_ text: String) -> String {
    text.printableLines.unicodeScalars.reduce(into: "") { message, scalar in
      switch scalar {
      case "%": message += "%25"
      case "\r": message += "%0D"
      case "\n": message += "%0A"
      case _: message.unicodeScalars.append(scalar)
      }
    }
  }

  /// The value of a property, which a colon or comma would end.
  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
