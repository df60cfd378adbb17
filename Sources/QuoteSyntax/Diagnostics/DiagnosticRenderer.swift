/// Diagnostics as text for a terminal, as plain text, or as JSON.
package struct DiagnosticRenderer: Sendable {
  package enum Style: String, Hashable, Sendable, CaseIterable {
    /// Source lines, underlines and colours (ANSI).
    case colored
    /// The same without colours.
    case plain
    /// An array of objects, one a diagnostic, a line each.
    case json
  }

  package init() {}

  /// All diagnostics one after the other, a blank line between, each ending
  /// in a newline; nothing (in JSON an empty array) if there are none.
  package func render(_ diagnostics: [Diagnostic], sources: Sources, style: Style) -> String {
    switch style {
    case .json: return renderJSON(diagnostics, sources: sources)
    case .colored, .plain:
      let paint = Paint(isOn: style == .colored)
      return diagnostics.map { renderText($0, sources: sources, paint: paint) }
        .joined(separator: "\n")
    }
  }

  /// Colours of the parts of a message.
  struct Paint {
    enum Part: String {
      case error = "1;31"
      case warning = "1;33"
      case headline = "1"
      case gutter = "34"
      case secondary = "36"
      case help = "32"
    }

    var isOn: Bool

    func callAsFunction(_ text: String, _ part: Part) -> String {
      isOn && !text.isEmpty ? "\u{1B}[\(part.rawValue)m\(text)\u{1B}[0m" : text
    }
  }

  private func renderText(_ diagnostic: Diagnostic, sources: Sources, paint: Paint) -> String {
    let severity: Paint.Part = diagnostic.severity == .error ? .error : .warning
    var text = paint("\(diagnostic.severity.rawValue)[\(diagnostic.id)]", severity)
    text += paint(": \(diagnostic.headline.shown)", .headline) + "\n"
    let labels = [diagnostic.primary] + diagnostic.labels
    let excerpt = DiagnosticExcerpt(
      labels: labels, sources: sources, severity: severity, paint: paint)
    text += excerpt.text
    for help in diagnostic.help { text += paint("help:", .help) + " \(help.shown)\n" }
    return text
  }
}
