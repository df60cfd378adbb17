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
  /// The folders, below the package, whose documents each target holds.
  static let folders = [
    "quote": ["docs/diagnostics", "docs/faults"],
    "QuoteReports": ["Sources/QuoteReports/Pages"],
  ]

  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let names = Self.folders[target.name] else {
      Diagnostics.error("\(target.name) has no folders in the EmbedDocuments plugin")
      return []
    }
    let folders = names.map { context.package.directoryURL.appending(path: $0) }
    let documents = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { ["md", "css", "js"].contains($0.pathExtension) }
    }
    let source = context.pluginWorkDirectoryURL.appending(path: "Documents.swift")
    return [
      .buildCommand(
        displayName: "Embedding \(names.joined(separator: ", "))",
        executable: try context.tool(named: "embed-documents").url,
        arguments: [source.path] + folders.map(\.path),
        inputFiles: documents.sorted { $0.path < $1.path },
        outputFiles: [source])
    ]
  }
}
