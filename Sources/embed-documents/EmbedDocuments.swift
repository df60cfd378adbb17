import Foundation

/// `embed-documents OUTPUT PLACE...` writes a Swift file with an enum `Documents`. The Markdown
/// files of a folder are a dictionary of that folder's name: the texts by the names of the files
/// without the ending. Each style and script of a folder, and each Markdown file that is a place
/// itself, is a text of its own, so that a missing one is an error of the build:
/// `differences-table.js` is `differencesTableJS`, and `rules-language.md` is `rulesLanguage`. The
/// package's plugin of the same name runs this program.
@main
struct EmbedDocuments {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first, arguments.count > 1 else {
      FileHandle.standardError.write(Data("usage: embed-documents OUTPUT PLACE...\n".utf8))
      exit(2)
    }
    let places = try arguments.dropFirst().map { try declarations(of: URL(filePath: $0)) }
    let source = """
      /// Documents of the package, as they were when the program was built.
      enum Documents {
      \(places.joined(separator: "\n"))}

      """
    try source.write(to: URL(filePath: output), atomically: true, encoding: .utf8)
  }

  private static func declarations(of place: URL) throws -> String {
    if place.pathExtension == "md" { return try constant(of: place) }
    let files = try FileManager.default
      .contentsOfDirectory(at: place, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
    let pages = files.filter { $0.pathExtension == "md" }
    let parts = files.filter { ["css", "js"].contains($0.pathExtension) }
    return try (pages.isEmpty ? "" : dictionary(of: pages, named: place.lastPathComponent))
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

  /// The declaration of one file, without the line feed at its end: whoever prints it says where
  /// a line begins.
  private static func constant(of file: URL) throws -> String {
    let words = file.deletingPathExtension().lastPathComponent.split(separator: "-")
    let name = words.prefix(1).joined() + words.dropFirst().map(\.capitalized).joined()
    var text = try String(contentsOf: file, encoding: .utf8)
    if text.hasSuffix("\n") { text.removeLast() }
    let kind = file.pathExtension == "md" ? "" : file.pathExtension.uppercased()
    return "  static let \(name)\(kind) = \(literal(text))\n"
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
