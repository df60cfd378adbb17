import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The arguments of one command line, held against its declaration.
struct ParsedArguments {
  /// A value, and the option as it was written, for messages.
  struct Given {
    var option: String
    var value: String
  }

  let declaration: CommandDeclaration
  private(set) var given: [String: [Given]] = [:]
  private(set) var operands: [String] = []

  init(_ words: [String], for declaration: CommandDeclaration) throws(UsageError) {
    self.declaration = declaration
    var rest = words[...]
    var isOperandsOnly = false
    while let word = rest.popFirst() {
      if let dash = Self.longDash(of: word) { throw wrong(dash) }
      if isOperandsOnly || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        isOperandsOnly = true
      } else {
        try take(word, &rest)
      }
    }
    if !has("--help") {
      try checkComplete()
      try checkTargets()
      try checkRoot()
    }
  }

  private mutating func take(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var (name, attached) = Self.parts(of: word)
    // `-rules` is a slip of the hand, not `-r ules`.
    if declaration.option(named: name) == nil || isMistypedLongName(word) {
      if !word.hasPrefix("--") { name = word }
      let near = Suggestion.nearest(to: name, among: longNames)
      throw wrong(
        "`\(declaration.name)` has no option `\(name)`",
        near: OtherOption.meant(by: name, longNames)
          ?? longNames.first { name.count > 4 && $0.hasPrefix(name) } ?? near)
    }
    guard let option = declaration.option(named: name) else { return }
    if !option.isRepeated, given[option.name] != nil { throw wrong("`\(name)` is given twice") }
    guard let placeholder = option.placeholder else {
      if attached != nil { throw wrong("`\(name)` takes no value") }
      given[option.name, default: []].append(Given(option: name, value: ""))
      return
    }
    if attached == nil, let next = rest.first, !looksLikeOption(next) { attached = rest.popFirst() }
    guard let value = attached else {
      throw wrong("`\(name)` needs a value: `\(name) \(placeholder)`")
    }
    try check(value, for: option, written: name)
    given[option.name, default: []].append(Given(option: name, value: value))
  }

  /// What to do about an option whose hyphens a text program has made one long dash; nil for other
  /// words.
  private static func longDash(of word: String) -> String? {
    guard let first = word.unicodeScalars.first, "–—−".unicodeScalars.contains(first) else {
      return nil
    }
    let name = word.drop { "–—−-".contains($0) }
    return "`\(word)` begins with a long dash, as text programs make it: write `--\(name)`"
  }

  /// `--name=value` and `-nvalue` taken apart.
  private static func parts(of word: String) -> (name: String, attached: String?) {
    guard word.hasPrefix("--") else {
      return (String(word.prefix(2)), word.count > 2 ? String(word.dropFirst(2)) : nil)
    }
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
  }

  private var longNames: [String] {
    declaration.options.flatMap(\.names).filter { $0.hasPrefix("--") }
  }

  private func isMistypedLongName(_ word: String) -> Bool {
    !word.hasPrefix("--") && longNames.contains("-" + word.prefix { $0 != "=" })
  }

  /// A value may begin with a dash (`-5`, `-`), but may not be an option.
  private func looksLikeOption(_ word: String) -> Bool {
    word.hasPrefix("--") || declaration.option(named: word) != nil
  }

  func wrong(_ message: String, near: String? = nil) -> UsageError {
    UsageError(message, command: declaration.name, near: near)
  }

  private func check(
    _ value: String, for option: OptionDeclaration, written name: String
  ) throws(UsageError) {
    switch option.values {
    case .text where option.placeholder == "NAMES" && value.hasSuffix(","):
      throw wrong("`\(name) \(value)` ends with a comma: write the names without spaces")
    case .path, .report, .target, .directory, .text: return
    case .words(let words):
      guard !words.contains(value) else { return }
      let known = words.map { "`\($0)`" }.joined(separator: ", ")
      // Spreadsheets are told by what they are.
      let further = option.name == "--from" && ["xlsx", "xls", "excel"].contains(value.lowercased())
        ? ": a spreadsheet (.xlsx) needs no such option" : ""
      throw wrong(
        "`\(name)` is one of \(known), not `\(value)`" + further,
        near: OtherOption.value(meantBy: value, words)
          ?? Suggestion.nearest(to: value, among: words))
    case .whole(let range):
      guard let number = Int(value), range.contains(number) else {
        let isOver = !value.isEmpty && value.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let bounds =
          range.upperBound == .max && !(isOver && Int(value) == nil)
          ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        throw wrong("`\(name)` is a whole number \(bounds), not `\(value)`")
      }
    }
  }

  private func checkComplete() throws(UsageError) {
    for option in declaration.options where option.isRequired && given[option.name] == nil {
      let rules = option.name == "--rules"
        ? operands.first { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") } : nil
      throw wrong(
        "`\(declaration.name)` needs `\(option.name) \(option.placeholder ?? "")`: \(option.help)",
        near: rules.map { "\(option.name) \($0)" })
    }
    guard let operand = declaration.operands else {
      guard let extra = operands.first else { return }
      let counted = Int(extra) == nil ? nil : declaration.options.first { option in
        if case .whole = option.values { return given[option.name] == nil }
        return false
      }
      throw wrong(
        "`\(declaration.name)` takes no `\(extra)`"
          + (counted.map { ": write `\($0.name) \(extra)`" } ?? ""))
    }
    if operand.isRequired, operands.isEmpty {
      throw wrong("`\(declaration.name)` needs \(operand.placeholder): \(operand.help)")
    }
    if !operand.isRepeated, operands.count > 1 {
      throw wrong(
        "`\(declaration.name)` takes one \(operand.placeholder); `\(operands[1])` is a second")
    }
  }

  // MARK: - Reading

  func has(_ name: String) -> Bool { given[name] != nil }

  func value(_ name: String) -> String? { given[name]?.last?.value }

  func values(_ name: String) -> [String] { given[name]?.map(\.value) ?? [] }

  func whole(_ name: String) -> Int? { value(name).flatMap { Int($0) } }

  /// A value of an enumeration whose words the declaration checked.
  func choice<Choice: RawRepresentable>(_ name: String, _: Choice.Type) -> Choice?
  where Choice.RawValue == String {
    value(name).flatMap { Choice(rawValue: $0) }
  }

  /// Where reports go, and as what: standard output where no file is given. Where there are
  /// several files, each has the format of its ending, and `--format` is that of the others.
  func reports<Format: FormatOfFile>(usually usual: Format) -> [(path: String, format: Format)] {
    let said = choice("--format", Format.self)
    let paths = values("--output")
    guard paths.count > 1 else { return [(paths.first ?? "-", format(Format.self) ?? usual)] }
    return paths.map { ($0, Format(path: $0) ?? said ?? usual) }
  }

  /// The format of `--format`, else that which the ending of `--output` asks for.
  func format<Format: FormatOfFile>(_: Format.Type) -> Format? {
    choice("--format", Format.self) ?? value("--output").flatMap(Format.init(path:))
  }
}

/// A command line that makes no sense. Exit status 2.
struct UsageError: Error {
  var message: String
  /// Whose help to point to; empty for the program's own.
  var command: String
  var near: String?

  init(_ message: String, command: String = "", near: String? = nil) {
    self.message = message
    self.command = command
    self.near = near
  }
}
