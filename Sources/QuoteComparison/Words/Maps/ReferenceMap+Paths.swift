import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ReferenceMap {
  /// The names of a path: points between them, and quotes around one with points or brackets in
  /// it. Nil if a name is empty or a quote stays open.
  package static func steps(of text: String) -> Path? {
    var steps: Path = []
    var rest = text[...]
    while true {
      if rest.first == "\"" {
        let inside = rest.dropFirst()
        guard let end = inside.firstIndex(of: "\"") else { return nil }
        steps.append(String(inside[..<end]).composed)
        rest = inside[inside.index(after: end)...]
        guard rest.isEmpty || rest.first == "." else { return nil }
      } else {
        let end = rest.firstIndex(of: ".") ?? rest.endIndex
        steps.append(String(rest[..<end]).composed)
        rest = rest[end...]
      }
      if steps.last == "" { return nil }
      if rest.isEmpty { return steps }
      rest = rest.dropFirst()
    }
  }

  /// A path as a map says it.
  package static func written(_ path: Path) -> String {
    path.isEmpty ? "itself" : path.map(written).joined(separator: ".")
  }

  package static func written(_ name: String) -> String { needsQuotes(name) ? "\"\(name)\"" : name }

  /// Whether a map can say the name.
  package static func canSay(_ name: String) -> Bool {
    !name.isEmpty && !(needsQuotes(name) && name.contains("\""))
  }

  private static func needsQuotes(_ name: String) -> Bool {
    name == "itself" || name.hasPrefix("\"") || name.contains { ".[".contains($0) }
  }
}
