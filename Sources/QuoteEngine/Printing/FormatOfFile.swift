import QuoteLanguage
import QuoteSyntax

/// A format that the ending of a file's name may ask for.
package protocol FormatOfFile: RawRepresentable, CaseIterable where RawValue == String {}

extension FormatOfFile {
  /// The format that a file's ending names, by the format's name or another usual ending; nil if it
  /// names none. An ending for compression may follow.
  package init?(path: String) {
    let path = Compression.inside(path)
    guard let dot = path.lastIndex(of: ".") else { return nil }
    let ending = path[path.index(after: dot)...].lowercased()
    self.init(rawValue: Self.usual[ending] ?? ending)
  }

  private static var usual: [String: String] {
    ["ndjson": "jsonl", "md": "markdown", "htm": "html", "xml": "junit", "txt": "text"]
  }
}
