import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Files that would be written over while they are read.
extension ParsedArguments {
  private var targets: [Given] {
    declaration.options.filter { $0.values == .target }.flatMap { given[$0.name] ?? [] }
  }

  /// Reads rules, maps and what these name; refuses a file that the command is to write.
  var loader: FileLoader {
    let targets = targets
    let loader = FileLoader.disk().sparing { name in
      targets.first { AtomicFile.areOne(name, $0.value) }
        .map { Self.overwriting($0, "`\(name)`") }
    }
    return value("--root").map { loader.rooted(at: $0) } ?? loader
  }

  /// Throws where `--root` names no folder, even if no rules name a file.
  func checkRoot() throws(UsageError) {
    guard let root = value("--root"), !FileLoader.isFolder(root) else { return }
    throw wrong("`--root` takes a folder, and `\(root)` is not one")
  }

  private static func overwriting(_ target: Given, _ name: String) -> String {
    "`\(target.option)` would overwrite \(name), which is also read"
  }

  /// Throws where a file would not be what its name says.
  private func checkEndings(_ targets: [Given]) throws(UsageError) {
    for target in targets {
      if let ending = OutputFormat.unwritten(target.value) {
        throw wrong(
          "`\(target.value)` would be plain text, because `.\(ending)` files cannot be written: "
            + "write \(formats(of: target.option)) and convert that afterwards"
            + (ending == "parquet" ? ", or use `python -m quote price` (docs/python.md)" : ""))
      }
      guard let format = AnyFormat(path: target.value) else { continue }
      if target.option == "--faults", ![.csv, .json, .jsonl].contains(format) {
        throw wrong(
          "`\(target.value)` would not be \(Self.names[format.rawValue] ?? format.rawValue): "
            + "faults are written as CSV, or as JSON Lines to a file that ends in `.jsonl`")
      }
      if format == .xlsx, formatWords(of: target.option) == nil {
        throw wrong(
          "`\(target.option)` writes CSV or JSON Lines, and `\(target.value)` would be a "
            + "spreadsheet")
      }
      if format == .xlsx, Compression(path: target.value) != nil {
        throw wrong(
          "`\(target.value)` would be compressed twice: write "
            + "`\(Compression.inside(target.value))`, which a spreadsheet's program reads")
      }
      let isAlone = values(declaration.option(named: target.option)?.name ?? "").count < 2
      guard !(has("--format") && isAlone), let words = formatWords(of: target.option),
        !words.contains(format.rawValue)
      else { continue }
      throw wrong(
        "`\(target.value)` would not be \(Self.names[format.rawValue] ?? format.rawValue), which "
          + "this command does not write: it writes \(formats(of: target.option))"
          + (isAlone ? "; `--format` says which, whatever the file is called" : ""))
    }
  }

  /// Formats that the endings of files promise, whether or not a command writes them.
  private enum AnyFormat: String, FormatOfFile {
    case csv, json, jsonl, xlsx, tsv, html, markdown, junit, sarif
  }

  /// The words of `--format`, if this option is the one whose file they are for.
  private func formatWords(of option: String) -> [String]? {
    let format = declaration.options.first { $0.name == "--format" }
    guard declaration.option(named: option)?.name == "--output",
      case .words(let words)? = format?.values
    else { return nil }
    return words
  }

  private static let names = [
    "csv": "CSV", "json": "JSON", "jsonl": "JSON Lines", "html": "HTML", "tsv": "TSV",
    "markdown": "Markdown", "junit": "XML", "sarif": "SARIF", "xlsx": "a spreadsheet (.xlsx)",
  ]

  private func formats(of option: String) -> String {
    guard let words = formatWords(of: option) else { return "CSV or JSON Lines" }
    let known = words.map { Self.names[$0] ?? $0 }
    return known.dropLast().joined(separator: ", ") + " or " + (known.last ?? "")
  }

  /// Throws where what a command writes is one of the files that it reads, or is written twice.
  func checkTargets() throws(UsageError) {
    let targets = targets
    try checkEndings(targets)
    let sources = declaration.options.filter { $0.values == .path }.flatMap { values($0.name) }
    let read = sources + (declaration.operands?.values == .path ? operands : [])
    let readsInput = read.contains("-") || declaration.operands?.values == .path && operands.isEmpty
    let ownOutput =
      read.first(where: AtomicFile.isStandardOutput).map { "`\($0)`" }
      ?? (readsInput && AtomicFile.isStandardInputOutput ? "standard input" : nil)
    if let ownOutput {
      throw wrong(
        "\(ownOutput) is read while standard output goes into it, and what is written would be "
          + "read as well: write to another file")
    }
    for (index, target) in targets.enumerated() {
      if readsInput, AtomicFile.isStandardInput(target.value) {
        throw wrong(Self.overwriting(target, "standard input"))
      }
      if let name = read.first(where: { AtomicFile.areOne($0, target.value) }) {
        throw wrong(Self.overwriting(target, "`\(name)`"))
      }
      if let other = targets[..<index].first(where: { AtomicFile.areOne($0.value, target.value) }) {
        throw wrong(
          "`\(other.option)` and `\(target.option)` would both write `\(target.value)`: each needs "
            + "a file of its own")
      }
    }
  }
}
