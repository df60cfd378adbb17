import Foundation
import PackagePlugin

/// Puts documents of the package into a program when it is built, so that each document has one
/// copy: `docs/` for readers and the same bytes for `quote help`, and styles and scripts that a
/// browser's tools can read.
///
/// The target that uses this plugin gets one generated file, `Documents.swift`, with an enum
/// `Documents`. A changed or added document builds it anew.
@main
struct EmbedDocuments: BuildToolPlugin {
  /// The folders, below the package, whose documents each target holds, and single documents.
  static let places = [
    "quote": [
      "docs/diagnostics", "docs/faults", "docs/recipes.md", "docs/rules-language.md",
    ],
    "QuoteLayout": ["Sources/QuoteLayout/Pages"],
    "QuoteExplanation": ["Sources/QuoteExplanation/Pages"],
    "QuoteReports": ["Sources/QuoteReports/Pages"],
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let names = Self.places[target.name] else {
      Diagnostics.error("\(target.name) has no documents in the EmbedDocuments plugin")
      return []
    }
    let places = names.map { context.package.directoryURL.appending(path: $0) }
    let documents = try places.flatMap { place in
      place.pathExtension == "md"
        ? [place]
        : try FileManager.default.contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
          .filter { ["md", "css", "js"].contains($0.pathExtension) }
    }
    let source = context.pluginWorkDirectoryURL.appending(path: "Documents.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(names.joined(separator: ", "))",
        executable: try context.tool(named: "embed-documents").url,
        arguments: [source.path] + places.map(\.path),
        inputFiles: documents.sorted { $0.path < $1.path },
        outputFiles: [source])
    ]
  }
}
