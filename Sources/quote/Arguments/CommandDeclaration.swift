/// What a command is called, takes and does: the one declaration from which
/// parsing, `--help`, completions, the man page and the reference are made.
struct CommandDeclaration: Sendable {
  var name: String
  /// A few words, lower case, no full stop.
  var summary: String
  /// A paragraph or two.
  var discussion: String
  var options: [OptionDeclaration]
  var operands: OperandDeclaration?
  /// A command line and what it shows.
  var examples: [(line: String, shows: String)]

  init(
    _ name: String, _ summary: String, discussion: String = "", options: [OptionDeclaration] = [],
    operands: OperandDeclaration? = nil, examples: [(line: String, shows: String)] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.options = options + OptionDeclaration.everywhere
    self.operands = operands
    self.examples = examples
  }

  /// The option that a written name means.
  func option(named name: String) -> OptionDeclaration? {
    options.first { $0.names.contains(name) }
  }
}

/// An option: its names, and the value it takes if it takes one.
struct OptionDeclaration: Sendable {
  /// What may stand as a value.
  enum Values: Hashable, Sendable {
    /// A file that is read.
    case path
    /// A file that this program wrote and that is read before anything is written.
    case report
    /// A file that is written.
    case target
    case directory
    /// One of these words.
    case words([String])
    case text
    case whole(ClosedRange<Int>)
  }

  /// Long name first: `["--output", "-o"]`.
  var names: [String]
  /// `FILE`; nil for a switch.
  var placeholder: String?
  var values: Values
  var isRepeated: Bool
  var isRequired: Bool
  var help: String

  var name: String { names[0] }

  static func flag(_ names: String..., help: String) -> OptionDeclaration {
    OptionDeclaration(
      names: names, placeholder: nil, values: .text, isRepeated: false, isRequired: false,
      help: help)
  }

  static func value(
    _ names: String..., takes placeholder: String, _ values: Values = .text, repeated: Bool = false,
    required: Bool = false, help: String
  ) -> OptionDeclaration {
    OptionDeclaration(
      names: names, placeholder: placeholder, values: values, isRepeated: repeated,
      isRequired: required, help: help)
  }

  /// Options that every command has.
  static let everywhere: [OptionDeclaration] = [
    .value(
      "--color", takes: "WHEN", .words(["auto", "always", "never"]),
      help: "colours: auto (on a terminal, unless NO_COLOR is set), always, never"),
    .flag(
      "--quiet", "-q",
      help: "no faults, remarks or progress on standard error, only what ends the command; the "
        + "exit status is the same"),
    .flag("--verbose", help: "every fault and every warning in full, however many there are"),
    .flag("--help", "-h", help: "show this help"),
  ]
}

/// What stands without an option's name.
struct OperandDeclaration: Sendable {
  var placeholder: String
  var isRepeated: Bool
  var isRequired: Bool
  var values: OptionDeclaration.Values
  var help: String

  init(
    _ placeholder: String, repeated: Bool = false, required: Bool = false,
    _ values: OptionDeclaration.Values = .path, help: String
  ) {
    self.placeholder = placeholder
    isRepeated = repeated
    isRequired = required
    self.values = values
    self.help = help
  }
}
