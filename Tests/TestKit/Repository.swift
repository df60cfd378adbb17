import Foundation

/// The checked-out package, found from this file's own path.
package enum Repository {
  package static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Files below a folder with one of these endings, by path; none where the
  /// folder is missing.
  package static func files(under path: String, endings: Set<String>) -> [URL] {
    let start = root.appending(path: path)
    let walk = FileManager.default.enumerator(at: start, includingPropertiesForKeys: nil)
    return (walk?.compactMap { $0 as? URL } ?? [])
      .filter { endings.contains($0.pathExtension) && !$0.path.contains("/.build/") }
      .sorted { $0.path < $1.path }
  }

  /// The library's modules, each knowing the ones before it.
  package static let modules = [
    "QuoteSyntax", "QuoteLanguage", "QuoteLint", "QuoteBookings", "QuoteEngine", "QuoteComparison",
    "QuoteLayout", "QuoteSamples", "QuoteExplanation", "QuoteReports", "QuoteCauses",
    "QuoteAnalysis", "QuoteArrow", "QuoteC",
  ]

  package static func libraryFiles() -> [URL] {
    modules.flatMap { swiftFiles(under: "Sources/\($0)") }
  }

  package static func swiftFiles(under path: String) -> [URL] {
    files(under: path, endings: ["swift"])
  }

  /// A path as people say it: from the root of the package.
  package static func name(of url: URL) -> String {
    let (path, base) = (url.standardizedFileURL.path, root.standardizedFileURL.path)
    return path.hasPrefix(base + "/") ? String(path.dropFirst(base.count + 1)) : path
  }

  package static func text(of url: URL) throws -> String {
    String(decoding: try Data(contentsOf: url), as: UTF8.self)
  }
}
