import Foundation

/// `embed-documents OUTPUT FOLDER...` writes a Swift file with an enum `Documents`. The Markdown
/// files of a folder are a dictionary of that folder's name: the texts by the names of the files
/// without the ending. Each style and script is a text of its own, `differences-table.js` is
/// `differencesTableJS`, so that a missing one is an error of the build. The package's plugin of
/// the same name runs this program.
@main
struct EmbedDocuments {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first, arguments.count > 1 else {
      FileHandle.standardError.write(Data("usage: embed-documents OUTPUT FOLDER...\n".utf8))
      exit(2)
    }
    let folders = try arguments.dropFirst().map { try declarations(of: URL(filePath: $0)) }
    let source = """
      /// Documents of the package, as they were when the program was built.
      enum Documents {
      \(folders.joined(separator: "\n"))}

      """
    try source.write(to: URL(filePath: output), atomically: true, encoding: .utf8)
  }

  private static func declarations(of folder: URL) throws -> String {
    let files = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
    let pages = files.filter { $0.pathExtension == "md" }
    let parts = files.filter { ["css", "js"].contains($0.pathExtension) }
    return try (pages.isEmpty ? "" : dictionary(of: pages, named: folder.lastPathComponent))
      + parts.map(constant).joined()
  }

  private static func dictionary(of pages: [URL], named folder: String) throws -> String {
    var source = "  static let \(folder): [String: String] = [\n"
    for page in pages {
      let name = page.deletingPathExtension().lastPathComponent
      source += "    \"\(name)\": \(literal(try String(contentsOf: page, encoding: .utf8))),\n"
    }
    return source + "  ]\n"
  }

  /// The declaration of a style or a script, without the line feed at the file's end: the page
  /// that holds it says where a line begins.
  private static func constant(of file: URL) throws -> String {
    let words = file.deletingPathExtension().lastPathComponent.split(separator: "-")
    let name = words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    var text = try String(contentsOf: file, encoding: .utf8)
    if text.hasSuffix("\n") { text.removeLast() }
    return "  static let \(name)\(file.pathExtension.uppercased()) = \(literal(text))\n"
  }

  /// A raw string literal, with more number signs than any run of them in the text.
  private static func literal(_ text: String) -> String {
    var (longest, run) = (0, 0)
    for character in text {
      run = character == "#" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "#", count: longest + 1)
    return "\(fence)\"\"\"\n\(text)\n\"\"\"\(fence)"
  }
}
