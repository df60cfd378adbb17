import QuoteLanguage
import QuoteSyntax

/// A command of GitHub Actions (`::error file=…,line=…::message`), which shows a message on the
/// line that it names.
struct GitHubCommand {
  /// GitHub shows so many errors of a step and drops the rest.
  static let mostShown = 10

  /// `error`, `warning` or `notice`.
  var kind: String
  var title: String
  var lines: [String]
  var place: RulePlace?

  /// The command with its newline.
  var text: String {
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

  /// What follows the last `::`; it ends with the line.
  private static func message(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// The value of a property, which a colon or comma would end.
  private static func property(_ text: String) -> String {
    message(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
