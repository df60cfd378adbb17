/// Diagnostics as text for a terminal, as plain text, or as JSON.
public struct DiagnosticRenderer: Sendable {
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// Source lines, underlines and colours (ANSI).
    case colored
    /// The same without colours.
    case plain
    /// An array of objects, one a diagnostic, a line each.
    case json
  }

  public init() {}

  /// All diagnostics one after the other, each ending in a newline.
  public func render(_ diagnostics: [Diagnostic], sources: Sources, style: Style) -> String {
    ""
  }
}
