/// Turns the nodes of one file into parts of a rule tree. Used for rules
/// files, overlays and settings alike.
package struct RuleReader {
  let loader: FileLoader
  /// As the person named it; CSV and GeoJSON files are looked for beside it.
  package let fileName: String
  package let file: Int32
  package let bytes: [UInt8]
  package var sources: Sources
  package var log: DiagnosticLog
  /// Units that the rules declare.
  var units: Set<String> = []
  /// The currency of the rules, where a setting is read.
  var currency: String?
  /// The table of the rules for which an overlay is read.
  var laidOver: TableDeclaration?
  /// Names that were declared in a way that could not be read.
  var unread: Set<String> = []
  /// Names of the inputs, whether they could be read or not, with those of fields of lists.
  var inputNames: Set<String> = []
  /// What was read of a file that is nearly the same.
  var known = ReadDeclarations()
  /// The first file that could not be had.
  var trouble: Trouble?

  package init(
    fileName: String, bytes: [UInt8], loader: FileLoader, sources: Sources, log: DiagnosticLog
  ) {
    self.loader = loader
    self.fileName = fileName
    self.bytes = bytes
    self.sources = sources
    self.log = log
    file = self.sources.add(SourceFile(name: fileName, text: bytes))
  }

  /// The root of the file, if it is YAML and a mapping, in which is what `wanted` says.
  /// `ofList` is what helps where a list stands in its place.
  package mutating func readRoot(
    wanted: String = "sections such as `inputs` and `quote`", ofList: String? = nil
  ) -> [YAMLEntry]? {
    if let end = bytes.firstIndex(of: 13), !bytes.contains(10) {
      log.report(
        .yamlMistake(
          "its lines end with carriage returns alone",
          at: SourceSpan(file: file, lower: Int32(end), upper: Int32(end) + 1),
          help: ["save the file with the line ends of Unix (LF) or Windows (CR LF)"]))
      return nil
    }
    guard let root = YAMLReader.read(bytes, file: file, log: &log) else {
      if !log.hasErrors {
        let place = SourceSpan(file: file, lower: 0, upper: 0)
        log.report(.missingKey("schema", in: "the rules file", at: place))
      }
      return nil
    }
    if let entries = root.entries { return entries }
    log.report(.noSections(root, in: fileName, wanted: wanted, ofList: ofList))
    return nil
  }

  /// Another file, named in this one.
  mutating func load(
    _ name: Spanned<String>, as kind: FileKind, _ extent: TableExtent = TableExtent()
  ) -> (file: Int32, bytes: [UInt8])? {
    let path = FileLoader.path(name.value, in: FileLoader.directory(of: fileName))
    do throws(Trouble) {
      let (file, sheet) = kind == .table ? SheetBook.parts(of: path) : (path, nil)
      var bytes = try loader.read(file, as: kind)
      if kind == .table, FileKind.isSpreadsheet(file) {
        bytes = try SheetBook.table(
          bytes, name: file, sheet: sheet, extent, atMost: FileLoader.sizeLimit)
      }
      return (sources.add(SourceFile(name: path, text: bytes)), bytes)
    } catch {
      if trouble == nil { trouble = placed(error, at: name.span) }
      return nil
    }
  }

  /// What is wrong with a file, told where it is named. That one would be written over is no
  /// mistake of the rules that read it.
  func placed(_ trouble: Trouble, at span: SourceSpan) -> Trouble {
    if trouble.id == FileLoader.spared { return trouble }
    return Trouble(trouble.id, "\(sources.address(of: span)): \(trouble.message)")
  }

  // MARK: - Scalars

  func placed(_ scalar: YAMLScalar) -> PlacedText { scalar.placed(in: bytes) }

  /// The text of a scalar, trimmed at its end, with the span of its content.
  package func text(_ scalar: YAMLScalar) -> Spanned<String> {
    let placed = placed(scalar)
    let (lower, upper) = Lexicon.trimmed(placed.bytes, 0, placed.bytes.count)
    return placed.spanned(lower, upper)
  }

  /// A scalar that must be there.
  package mutating func scalarText(_ node: YAMLNode, wanted: String) -> Spanned<String>? {
    guard let scalar = node.scalar, !node.isEmpty else {
      log.report(.wrongForm(wanted, found: node))
      return nil
    }
    return text(scalar)
  }

  /// A formula: a scalar, or a list written with brackets or dashes.
  package mutating func formula(_ node: YAMLNode) -> Formula {
    switch node.content {
    case .scalar(let scalar):
      let formula = Formula.parse(placed(scalar), units: units, log: &log)
      return formula ?? .invalid(at: node.span)
    case .sequence(let elements, let isFlow):
      if isFlow {
        let part = Array(bytes[Int(node.span.lower)..<Int(node.span.upper)])
        let text = PlacedText(bytes: part, file: file, start: node.span.lower)
        return Formula.parse(text, units: units, log: &log) ?? .invalid(at: node.span)
      }
      return Formula(.list(elements.map { formula($0) }), at: node.span)
    case .mapping(let entries, let isFlow):
      var diagnostic =
        isFlow ? Diagnostic.textNeedsQuotes(at: node.span) : .wrongForm("a formula", found: node)
      if isFlow, entries.count == 1, let entry = entries.first, entry.value.isEmpty,
        Lexicon.isName(entry.key.value)
      {
        diagnostic.help.insert(
          "in a formula, a name is written by itself: `\(entry.key.value)`", at: 0)
      }
      log.report(diagnostic)
      return .invalid(at: node.span)
    }
  }

  /// A text with `{formulas}`.
  mutating func template(_ node: YAMLNode) -> Template {
    switch node.content {
    case .scalar(let scalar):
      var text = placed(scalar)
      if scalar.isBlock {
        let (lower, upper) = Lexicon.trimmed(text.bytes, 0, text.bytes.count)
        text = text.slice(lower, upper)
      }
      return Template.parse(text, units: units, log: &log)
    case .mapping(_, let isFlow):
      log.report(isFlow ? .textNeedsQuotes(at: node.span) : .wrongForm("a text", found: node))
    case .sequence:
      log.report(.wrongForm("a text", found: node))
    }
    return Template(parts: [.formula(.invalid(at: node.span))], span: node.span)
  }

  package mutating func wholeNumber(_ node: YAMLNode, _ what: String) -> Spanned<Int>? {
    guard let text = scalarText(node, wanted: "a whole number") else { return nil }
    if let number = Int(text.value), (1...1_000_000).contains(number) {
      return Spanned(number, at: text.span)
    }
    log.report(.wholeNumberWanted(at: text.span, what, text.value))
    return nil
  }

  // MARK: - Names and keys

  /// Whether a text can name something; reports it if not.
  @discardableResult
  mutating func checkName(_ name: Spanned<String>, as role: Diagnostic.NameRole = .other) -> Bool {
    if !Lexicon.isName(name.value) {
      log.report(.nameForm(name, as: role))
      unread.formUnion(name.value.words)
    } else if Lexicon.keywords.contains(name.value) || Lexicon.waterfallNames.contains(name.value) {
      log.report(.reservedName(name, as: role))
    } else {
      return true
    }
    return false
  }

  /// Reports keys of a mapping that it does not have.
  package mutating func checkKeys(_ entries: [YAMLEntry], of place: String, _ known: [String]) {
    let present = entries.map(\.key.value).filter(known.contains)
    for entry in entries where !known.contains(entry.key.value) {
      log.report(
        .unknownKey(
          entry.key, in: place, among: known, beside: present,
          value: entry.value.scalar.map { text($0).value }))
    }
  }

  /// Entries of a section, nothing if it is empty.
  package mutating func entries(
    _ node: YAMLNode, wanted: String, help: String? = nil
  ) -> [YAMLEntry] {
    if let entries = node.entries { return entries }
    guard !node.isEmpty else { return [] }
    var diagnostic = Diagnostic.wrongForm(wanted, found: node)
    if let help, node.scalar == nil { diagnostic.help = [withoutDashes(node) ?? help] }
    // `rate = 5%`, and `f(x) = x * 2`.
    if let scalar = node.scalar,
      let match = text(scalar).value.wholeMatch(
        of: kept(/([A-Za-z_]\w*(?:\([\w ,]*\))?)\s*=\s*([^=\s].*)/))
    {
      diagnostic.help = [
        "a colon separates a name from its value, on a line of its own: `\(match.1): \(match.2)`"
      ]
    }
    if let scalar = node.scalar,
      let match = text(scalar).value.wholeMatch(of: kept(/(\w+):([^ \n].*)/))
    {
      let value = match.2.drop { $0.unicodeScalars.allSatisfy(InvisibleMark.isOne) }
      let mark = match.2.unicodeScalars.first.flatMap {
        InvisibleMark.isOne($0) ? InvisibleMark.called($0) : nil
      }
      diagnostic.help = [
        (mark.map { "\($0), follows the colon: type an ordinary space" }
          ?? "a space follows the colon of a key") + ": `\(match.1): \(value)`"
      ]
    }
    log.report(diagnostic)
    return []
  }

  /// What is said of a list of single entries, `- vat: 19%`, where names and values are wanted.
  private mutating func withoutDashes(_ node: YAMLNode) -> String? {
    guard case .sequence(let elements, isFlow: false) = node.content,
      let entries = elements.first?.entries, entries.count == 1,
      let value = entries[0].value.scalar
    else { return nil }
    let entry = "`\(entries[0].key.value): \(text(value).value)`"
    return elements.count == 1
      ? "leave the dash out: write \(entry)"
      : "leave the dashes out: write \(entry) and so on, one on each line"
  }

  package mutating func elements(
    _ node: YAMLNode, wanted: String, help: String? = nil
  ) -> [YAMLNode] {
    if case .sequence(let elements, _) = node.content { return elements }
    if !node.isEmpty {
      var diagnostic = Diagnostic.wrongForm(wanted, found: node)
      if let help { diagnostic.help = [help] }
      log.report(diagnostic)
    }
    return []
  }
}

extension [YAMLEntry] {
  package subscript(key: String) -> YAMLNode? { first { $0.key.value == key }?.value }
}

extension String {
  /// What could be names in it.
  package var words: [String] {
    split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
  }
}
