extension RuleTree {
  /// Reads a rules file with the CSV tables and areas it names, which are
  /// looked for beside it. A file that says `extends: FILE` is laid over that
  /// one, as an overlay is. All of them must be inside of the loader's root, by default the
  /// folder of this file. What is wrong with the rules goes to the log, all
  /// of it at once; the tree then holds what could be read. Throws only where
  /// a file cannot be had. `known` is what was read of nearly the same file, whose places are in
  /// the sources already.
  package init(
    readingFile name: String, from loader: FileLoader, sources: inout Sources,
    log: inout DiagnosticLog, knowing known: ReadDeclarations = ReadDeclarations()
  ) throws(Trouble) {
    self.init()
    let loader = loader.rooted(besideRules: name)
    let bytes = try loader.read(name)
    try read(
      name, bytes, extending: [], from: loader, sources: &sources, log: &log, knowing: known)
  }

  /// `chain` is the files that extend this one, the first that was named first.
  private mutating func read(
    _ name: String, _ bytes: [UInt8], extending chain: [String], from loader: FileLoader,
    sources: inout Sources, log: inout DiagnosticLog,
    knowing known: ReadDeclarations = ReadDeclarations()
  ) throws(Trouble) {
    try RuleReader.read(name, bytes, from: loader, sources: &sources, log: &log) {
      reader throws(Trouble) in
      reader.known = known
      guard let entries = reader.readRoot() else { return }
      guard entries["extends"] != nil else { return reader.read(entries, into: &self) }
      guard let base = try reader.base(of: entries, chain: chain + [name]) else { return }
      try read(
        base.name, base.bytes, extending: chain + [name], from: loader,
        sources: &reader.sources, log: &reader.log)
      reader.require("schema", of: entries)
      reader.units = Set(header.units.map(\.value))
      reader.overlay(entries.filter { $0.key.value != "extends" }, on: &self)
    }
  }
}

extension RuleReader {
  /// Reads a file by `body`, and hands back what it noted: the sources, and what is wrong.
  static func read(
    _ name: String, _ bytes: [UInt8], from loader: FileLoader, sources: inout Sources,
    log: inout DiagnosticLog, _ body: (inout RuleReader) throws(Trouble) -> Void
  ) throws(Trouble) {
    var reader = RuleReader(
      fileName: name, bytes: bytes, loader: loader, sources: sources, log: log)
    try body(&reader)
    sources = reader.sources
    log = reader.log
    if let trouble = reader.trouble { throw trouble }
  }

  /// The file that rules or an overlay extend, if they do and it is none of those that led
  /// here.
  package mutating func base(
    of entries: [YAMLEntry], chain: [String]
  ) throws(Trouble) -> (name: String, bytes: [UInt8])? {
    guard let node = entries["extends"],
      let written = scalarText(node, wanted: "the name of a rules file")
    else { return nil }
    let base = FileLoader.path(written.value, in: FileLoader.directory(of: fileName))
    guard !chain.contains(base) else {
      log.report(.extendsItself(written, chain: chain))
      return nil
    }
    do throws(Trouble) {
      return (base, try loader.read(base, as: .rules))
    } catch {
      throw placed(error, at: written.span)
    }
  }
}
