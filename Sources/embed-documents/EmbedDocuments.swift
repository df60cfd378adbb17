import Foundation

/// `embed-documents OUTPUT FOLDER...` writes a Swift file in which each folder is a dictionary:
/// the texts of its Markdown files by their names without the ending. The package's plugin of the
/// same name runs it.
@main
struct EmbedDocuments {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard let output = arguments.first, arguments.count > 1 else {
      FileHandle.standardError.write(Data("usage: embed-documents OUTPUT FOLDER...\n".utf8))
      exit(2)
    }
    let folders = try arguments.dropFirst().map { try dictionary(of: URL(filePath: $0)) }
    let source = """
      /// Documents of the package, as they were when the program was built.
      enum Documents {
      \(folders.joined(separator: "\n"))}

      """
    try source.write(to: URL(filePath: output), atomically: true, encoding: .utf8)
  }

  /// The declaration of a folder's dictionary, named for the folder.
  private static func dictionary(of folder: URL) throws -> String {
    let documents = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "md" }
      .sorted { $0.path < $1.path }
    var source = "  static let \(folder.lastPathComponent): [String: String] = [\n"
    for document in documents {
      let name = document.deletingPathExtension().lastPathComponent
      source += "    \"\(name)\": \(literal(try String(contentsOf: document, encoding: .utf8))),\n"
    }
    return source + (documents.isEmpty ? "    :\n" : "") + "  ]\n"
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
