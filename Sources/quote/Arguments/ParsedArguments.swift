import QuoteEngine

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
      if isOperandsOnly || word == "-" || !word.hasPrefix("-") {
        operands.append(word)
      } else if word == "--" {
        isOperandsOnly = true
      } else {
        try take(word, &rest)
      }
    }
    if !has("--help") { try checkComplete() }
  }

  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let isLong = word.hasPrefix("--")
    // `-ofile` is `-o file`.
    let name = isLong ? String(parts[0]) : String(word.prefix(2))
    var attached = isLong ? (parts.count == 2 ? String(parts[1]) : nil) : (word.count > 2 ? String(word.dropFirst(2)) : nil)
    guard let option = declaration.option(named: name) else {
      throw UsageError(
        "`\(declaration.name)` has no option `\(name)`", command: declaration.name,
        near: Suggestion.nearest(to: name, among: declaration.options.flatMap(\.names)))
    }
    guard option.placeholder != nil else {
      if attached != nil { throw UsageError("`\(name)` takes no value", command: declaration.name) }
      given[option.name, default: []].append(Given(option: name, value: ""))
      return
    }
    if attached == nil { attached = rest.popFirst() }
    guard let value = attached else {
      throw UsageError("`\(name)` needs a value: `\(name) \(option.placeholder ?? "")`", command: declaration.name)
    }
    try check(value, for: option, written: name)
    if !option.isRepeated, given[option.name] != nil {
      throw UsageError("`\(name)` is given twice", command: declaration.name)
    }
    given[option.name, default: []].append(Given(option: name, value: value))
  }

  private func check(
    _ value: String, for option: OptionDeclaration, written name: String
  ) throws(UsageError) {
    switch option.values {
    case .path, .directory, .text: return
    case .words(let words):
      guard !words.contains(value) else { return }
      throw UsageError(
        "`\(name)` is one of \(words.map { "`\($0)`" }.joined(separator: ", ")), not `\(value)`",
        command: declaration.name, near: Suggestion.nearest(to: value, among: words))
    case .whole(let range):
      guard let number = Int(value), range.contains(number) else {
        let bounds = range.upperBound == .max
          ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        throw UsageError(
          "`\(name)` is a whole number \(bounds), not `\(value)`", command: declaration.name)
      }
    }
  }

  private func checkComplete() throws(UsageError) {
    for option in declaration.options where option.isRequired && given[option.name] == nil {
      throw UsageError(
        "`\(declaration.name)` needs `\(option.name) \(option.placeholder ?? "")`: \(option.help)",
        command: declaration.name)
    }
    guard let operand = declaration.operands else {
      if let extra = operands.first {
        throw UsageError("`\(declaration.name)` takes no `\(extra)`", command: declaration.name)
      }
      return
    }
    if operand.isRequired, operands.isEmpty {
      throw UsageError("`\(declaration.name)` needs \(operand.placeholder): \(operand.help)", command: declaration.name)
    }
    if !operand.isRepeated, operands.count > 1 {
      throw UsageError("`\(declaration.name)` takes one \(operand.placeholder), and `\(operands[1])` is a second", command: declaration.name)
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
