package import QuoteSyntax

/// How pages call the files of rules: without the folders of the machine that made the page.
extension Sources {
  /// The name below the folder of the rules; of a file elsewhere its last part.
  package func pageName(of file: Int32) -> String {
    guard let source = self[file] else { return "" }
    return Self.pageName(of: source.name, below: files.first?.name ?? "")
  }

  /// `file:line:column`
  package func pageAddress(of span: SourceSpan) -> String {
    guard let file = self[span.file] else { return "" }
    return pageName(of: span.file) + address(of: span).dropFirst(file.name.count)
  }

  /// A sentence in which files are called by their places below the rules.
  package static func withoutFolders(_ sentence: String, of rules: String) -> String {
    guard isElsewhere(rules), let slash = rules.lastIndex(of: "/") else { return sentence }
    return sentence.replacing(rules[...slash], with: "")
  }

  /// Whether a path says where on the machine something is.
  private static func isElsewhere(_ path: String) -> Bool {
    path.hasPrefix("/") || path.hasPrefix("~") || path.split(separator: "/").contains("..")
  }

  /// The same of any path that a page mentions; a relative path that stays below says no more than
  /// the one who called the command wrote.
  package static func pageName(of path: String, below rules: String = "") -> String {
    guard isElsewhere(path) else { return path }
    let folder = rules.lastIndex(of: "/").map { String(rules[...$0]) } ?? ""
    if !folder.isEmpty, path.hasPrefix(folder) { return String(path.dropFirst(folder.count)) }
    return String(path.split(separator: "/").last ?? "")
  }
}
