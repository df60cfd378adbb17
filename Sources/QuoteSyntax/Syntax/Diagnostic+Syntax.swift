/// What can be wrong in the form of a rules file, YAML first, then sections.
extension Diagnostic {
  static func notUTF8(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "not-utf8", "the rules file is not UTF-8",
      at: Label(span, "this byte is not part of a character"), help: ["save the file as UTF-8"])
  }

  static func listNotUTF8(_ name: Spanned<String>, line: Int) -> Diagnostic {
    Diagnostic(
      "not-utf8", "`\(name.value)` is not UTF-8",
      at: Label(name.span, "line \(line) of the file has a byte that is not part of a character"),
      help: ["save it as UTF-8; a spreadsheet calls that “CSV UTF-8”"])
  }

  static func severalDocuments(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "several-documents", "the rules file has a second YAML document",
      at: Label(span, "it begins here"), help: ["remove the `---`"])
  }

  /// `tag` is what follows the `!` of a tag, with the mark.
  static func yamlFeature(
    _ feature: String, at span: SourceSpan, tag: String? = nil
  ) -> Diagnostic {
    if let tag, tag.hasPrefix("!"), case let name = tag.dropFirst(), Lexicon.isName(String(name)) {
      return Diagnostic(
        "yaml-feature", "a value that begins with `!` is a tag of YAML, not a formula",
        at: Label(span, "`!` is not the sign for not here"),
        help: ["for the opposite of a condition, write `not \(name)`"])
    }
    if let tag, tag.hasPrefix("*"), case let name = String(tag.dropFirst()), Lexicon.isName(name)
    {
      return Diagnostic(
        "yaml-feature", "a value that begins with `*` is an alias of YAML, not a formula",
        at: Label(span, "YAML reads an alias here"),
        help: ["a name is written by itself: `\(name)`"])
    }
    if let tag, tag.hasPrefix("!(") {
      return Diagnostic(
        "yaml-feature", "a value that begins with `!` is a tag of YAML, not a formula",
        at: Label(span, "`!` is not the sign for not here"),
        help: ["for the opposite of a condition, write `not (…)` with the same in brackets"])
    }
    return Diagnostic(
      "yaml-feature", "\(feature) are not part of the rules language",
      at: Label(span, "YAML would read this differently"),
      help: ["write the value out, or put the text in quotation marks"])
  }

  static func nestedTooDeep(at span: SourceSpan, limit: Int) -> Diagnostic {
    Diagnostic(
      "nested-too-deep", "the rules file nests more than \(limit) levels deep",
      at: Label(span, "deeper than that"))
  }

  static func keyNotText(at span: SourceSpan) -> Diagnostic {
    Diagnostic("key-not-text", "a key is not a text", at: Label(span, "a text is needed"))
  }

  static func duplicateKey(_ key: String, at span: SourceSpan, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      "duplicate-key", "`\(key)` is given twice", at: Label(span, "the second"),
      labels: [Label(first, "the first")], help: ["remove one of them"])
  }

  static func dashMissing(
    _ right: String, at span: SourceSpan, _ first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "duplicate-key", "an entry of a list has no dash",
      at: Label(span, "a second one without its dash"), labels: [Label(first, "the first")],
      help: ["write `\(right)`, the dash below that of the entry before"])
  }

  static func hashGlued(at span: SourceSpan, text: SourceSpan) -> Diagnostic {
    Diagnostic(
      "hash-glued", severity: .warning, "` #` cuts a value short, because it begins a comment",
      at: Label(span, "not part of the value"), labels: [Label(text, "the value ends here")],
      help: ["put the whole text in quotation marks, or a space after the `#` of a comment"])
  }

  static func tabIndentation(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "tab-indentation", "a line is indented with a tab", at: Label(span, "a tab"),
      help: ["replace the tab with spaces"])
  }

  static func textNeedsQuotes(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "text-needs-quotes", "a text that begins with `{` has no quotation marks",
      at: Label(span, "YAML reads a mapping here"),
      help: [
        "in a formula, leave the braces out: `price * 2`",
        "a text with a formula in it has quotation marks: `\"{name} …\"`",
      ])
  }

  /// `{ value: min(a, b) }`.
  static func commaInBraces(_ key: String, _ formula: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "text-needs-quotes", "a formula with a comma has no quotation marks",
      at: Label(span, "in braces, YAML ends the value of `\(key)` at the comma"),
      help: ["write `\(key): \(formula.inQuotationMarks)`"])
  }

  /// `{ n: count [0..9] }`.
  static func bracketsInBraces(_ key: String, _ value: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "text-needs-quotes", "a value with brackets has no quotation marks",
      at: Label(span, "in braces, YAML takes the bracket for the start of a list"),
      help: ["write `\(key): \(value.inQuotationMarks)`"])
  }

  static func yamlMistake(_ problem: String, at span: SourceSpan, help: [String]) -> Diagnostic {
    Diagnostic(
      "yaml-mistake", "this is not YAML: \(problem)", at: Label(span, "noticed here"), help: help)
  }

  /// `present` are the known keys that stand there, none of which is meant by another; `value` is
  /// what stands behind the key, if that is a text.
  static func unknownKey(
    _ key: Spanned<String>, in place: String, among known: [String], beside present: [String] = [],
    value: String? = nil
  ) -> Diagnostic {
    if let mark = InvisibleMark.first(in: key.value) {
      return Diagnostic(
        "unknown-key", "a key has \(mark) in it", at: Label(key.span, "not an ordinary space"),
        help: ["it came with copied text: delete it, and type the key again"])
    }
    let free = known.filter { !present.contains($0) }
    let meant = OtherKey.meant(by: key.value, among: known).map { word in
      free.contains(word) ? "did you mean `\(word)`?" : "leave it out: `\(word)` is there already"
    }
    let near =
      (OtherKey.place(of: key.value, in: place, value: value) ?? meant).map { [$0] }
      ?? Suggestion.help(for: key.value, among: free)
    return Diagnostic(
      "unknown-key", "`\(key.value)` is not a key of \(place)", at: Label(key.span, "unknown"),
      help: near.isEmpty ? ["its keys are \(known.joined(separator: ", "))"] : near)
  }

  static func reservedKey(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "reserved-key", "`\(key.value)` is reserved for later versions of the language",
      at: Label(key.span, "means nothing yet"), help: ["remove it"])
  }

  package static func missingKey(
    _ key: String, in place: String, at span: SourceSpan
  ) -> Diagnostic {
    let schemas = [
      "the rules file": "quote/1", "a reference map": "quote-map/1",
      "a ledger of accepted differences": "quote-accepted/1",
    ]
    let lines = [
      "name": "give it a name: `name: visits`",
      "currency": "say in which currency its amounts are, by its code: `currency: …`",
    ]
    return Diagnostic(
      "missing-key", "\(place) has no `\(key)`", at: Label(span, "`\(key)` is missing here"),
      help: key == "schema"
        ? schemas[place].map { ["begin it with `schema: \($0)`"] } ?? []
        : place == "the rules file" ? lines[key].map { [$0] } ?? [] : [])
  }

  /// A file without a header and without a price of its own.
  static func overlayAlone(_ file: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "missing-key", "the rules file has no `schema`", at: Label(span, "`schema` is missing here"),
      help: [
        "it looks like an overlay, which is checked with the rules that it changes: "
          + "`quote check RULES --overlay \(file)`",
        "rules of their own begin with `schema: quote/1`",
      ])
  }

  package static func wrongForm(_ wanted: String, found node: YAMLNode) -> Diagnostic {
    let text = node.scalar.map { String(decoding: $0.text, as: UTF8.self).trimmedOfSpaces }
    return Diagnostic(
      "wrong-form", "\(node.kind) is used where \(wanted) is needed",
      at: Label(node.span, "this is \(node.kind)"),
      help: writtenForm(of: wanted, text, isMapping: node.entries != nil).map { [$0] } ?? [])
  }

  /// How something is written for which a text, or a mapping without a dash, was found.
  private static func writtenForm(
    of wanted: String, _ text: String?, isMapping: Bool
  ) -> String? {
    switch (wanted, text) {
    case ("a line (`- line: name`)", "total"?), ("a line (`- line: name`)", "subtotal"?):
      "leave it out: the total is what all lines come to"
    case ("a line (`- line: name`)", _?): "write `- line: name`, and below it `amount:`"
    case ("a mapping with `when` and `reason`", let condition?):
      "write `- when: \(condition)`, and below it `reason:`"
    case ("a list of reasons to decline", nil) where isMapping,
      ("a list of accepted differences", nil) where isMapping:
      "each begins with a dash, as in `- when: …`"
    case ("a mapping that says how a value differs", let figure?)
    where Ratio(decimal: figure) != nil:
      "write `{ by: [\(figure)] }` for this amount alone, or its bounds with `from` and `to`"
    case ("a name", let text) where text?.isEmpty ?? !isMapping:
      "a name stands behind the colon, as in `subtotal: net`"
    case _: nil
    }
  }

  /// A file that is no mapping, which rules, overlays, maps and ledgers are. `ofList` is what helps
  /// if it is a list.
  static func noSections(
    _ root: YAMLNode, in file: String, wanted: String = "sections such as `inputs` and `quote`",
    ofList: String? = nil
  ) -> Diagnostic {
    var diagnostic = wrongForm("a mapping with \(wanted)", found: root)
    if case .sequence = root.content, let ofList { diagnostic.help = [ofList] }
    let text = root.scalar.map { String(decoding: $0.text, as: UTF8.self).trimmedOfSpaces }
    if let text, text.wholeMatch(of: kept(/[^:\n]+\.ya?ml/)) != nil {
      diagnostic.help = ["this is the name of a file: what stands in that file is wanted"]
      return diagnostic
    }
    let endings = [".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".xlsx", ".gz"]
    if endings.contains(where: { file.lowercased().hasSuffix($0) }) {
      diagnostic.help = [
        "bookings are named without an option: `quote price --rules RULES.yaml \(file)`",
        "a file of a table is checked with the rules that name it",
      ]
    } else if let match = text?.wholeMatch(of: kept(/([\w.]+)\s*=\s*([^=\s].*)/))
    {
      let name = match.1.split(separator: ".").last ?? match.1
      diagnostic.help = [
        "a setting is an option, `--set '\(match.1)=\(match.2)'`; in an overlay file, "
          + "`\(name): \(match.2)` stands below `let:`"
      ]
    }
    return diagnostic
  }

  static func listOfUnits(_ units: [String], found node: YAMLNode) -> Diagnostic {
    var diagnostic = wrongForm("a list of units", found: node)
    diagnostic.help = ["write `[\(units.joined(separator: ", "))]`"]
    return diagnostic
  }

  /// `- x:`, `- subtotal x`.
  static func lineUnnamed(
    _ written: Spanned<String>, right: String,
    why: String = "does not say whether it is a line or a subtotal"
  ) -> Diagnostic {
    Diagnostic(
      "missing-key", "this entry under `quote` has no `line:`",
      at: Label(written.span, why),
      help: ["write `\(right)`"])
  }

  /// `- line: x` and then `- amount: …`, with a dash of its own.
  static func lineParted(_ name: String, _ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "missing-key", "this entry under `quote` has no `line:`",
      at: Label(key.span, "a dash before `\(key.value)` begins a new entry"),
      help: [
        "leave the dash out, with two spaces in its place: `\(key.value)` belongs to `\(name)`"
      ])
  }

  /// What ways of rounding and of computing are called elsewhere.
  private static let otherWords = [
    "bankers": "half_even", "banker": "half_even", "even": "half_even", "commercial": "half_up",
    "half": "half_up", "standard": "half_up", "ceil": "up", "ceiling": "up", "floor": "down",
    "truncate": "down", "decimal": "exact", "fixed": "exact", "minus": "negative",
    "ok": "priced", "success": "priced", "accepted": "priced", "rejected": "declined",
    "refused": "declined", "error": "fault", "failed": "fault", "total": "sum", "add": "sum",
  ]

  package static func unknownWord(
    _ word: Spanned<String>, wanted: String, among known: [String]
  ) -> Diagnostic {
    let other = otherWords[word.value.lowercased()].flatMap { known.contains($0) ? $0 : nil }
    var near = other.map { ["write `\($0)`"] } ?? Suggestion.help(for: word.value, among: known)
    if near.isEmpty, let only = known.first, known.count == 1 { near = ["write `\(only)`"] }
    if wanted == "a way of rounding", word.value.contains(where: \.isNumber) {
      near = [
        "an amount is rounded to its smallest coin by `round(x)`, a number to two decimals by "
          + "`round(x, 0.01)`"
      ]
    } else if wanted == "what to compare", near.isEmpty {
      near = ["`listed` compares what `fields` names, and nothing else"]
    }
    return Diagnostic(
      "unknown-word", "`\(word.value)` is not \(wanted)",
      at: Label(word.span, "one of \(known.joined(separator: ", "))"), help: near)
  }

  static func nameForm(_ name: Spanned<String>, as role: NameRole = .other) -> Diagnostic {
    let right = Lexicon.name(meantBy: name.value)
    if let cell = name.value.wholeMatch(of: kept(/(?:let\.)?(\w+)\[(.*)\](\.\w+)?/)) {
      // A range has brackets of its own, which say which of its ends are in it.
      let isBare = cell.2.contains("..") && cell.2.first?.isNumber == true
      let row = isBare ? "[\(cell.2)]" : String(cell.2)
      return Diagnostic(
        "name-form", "`\(name.value)` cannot be a name",
        at: Label(name.span, "a part of a table is not a name"),
        help: [
          "an overlay gives a table all of its rows: `\(cell.1):`, and below it `rows: |`",
          "one cell is set on the command line: "
            + "`--set 'let.\(cell.1)[\(row)]\(cell.3 ?? "")=…'`",
        ])
    }
    return Diagnostic(
      "name-form", "`\(name.value)` cannot be a name",
      at: Label(name.span, "names are letters, digits and `_`, a letter first"),
      help: right.map { right in
        role == .input
          ? ["write `\(right): …, from \(name.value.inQuotationMarks)`, if bookings call it that"]
          : ["write `\(right)`"]
      } ?? [])
  }

  /// The header of a table in a file for people, and how rules have it.
  static func headerForPeople(_ right: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "name-form", "the columns of this table have titles for people where the rules need names",
      at: Label(span, "a name is letters, digits and `_`, a letter first"),
      help: ["write `\(right)`"])
  }

  /// `subtotal: max(subtotal, €15)`; `function` is what the formula calls first.
  static func formulaForName(
    _ formula: Spanned<String>, of kind: LineDeclaration.Kind, calling function: String
  ) -> Diagnostic {
    // What was added up becomes another amount; anything else is added to it.
    let text = formula.value.replacing(kept(/\btotal\b/), with: "subtotal")
    let isOfSum = kind == .subtotal || text.contains(kept(/\bsubtotal\b/))
    let (key, effect) = isOfSum ? ("subtotal", "becomes") : ("line", "amount")
    let name = switch function {
    case "max": "minimum"
    case "min": "maximum"
    case _: isOfSum ? "so_far" : "extra"
    }
    return Diagnostic(
      "name-form", "`\(formula.value)` is a formula, not a name",
      at: Label(formula.span, "this is what the \(kind == .line ? "line" : "subtotal") is called"),
      help: ["write `\(key): \(name)`, and below it `\(effect): \(text)`"])
  }

  static func reservedName(_ name: Spanned<String>, as role: NameRole) -> Diagnostic {
    let word = name.value
    let help =
      switch role {
      case .input: "choose another name, and say what bookings call it: `\(word)_: …, from \(word)`"
      case .list: "choose another name, and say what bookings call it: `from: \(word)`"
      case .other: "choose another name"
      }
    return Diagnostic(
      "reserved-name", "`\(word)` is a word of the language",
      at: Label(name.span, "cannot be a name"), help: [help])
  }

  /// What a name is to name: bookings may call inputs something else.
  enum NameRole { case input, list, other }

  package static func repeatedName(_ name: Spanned<String>, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      "repeated-name", "`\(name.value)` is declared twice", at: Label(name.span, "the second"),
      labels: [Label(first, "the first")])
  }

  static func wholeNumberWanted(
    at span: SourceSpan, _ what: String, _ text: String
  ) -> Diagnostic {
    let isAny = ["all", "any", "unlimited", "*", "-", "none", "many"].contains(text.lowercased())
    return Diagnostic(
      "whole-number-wanted", "`\(what)` is not a whole number from 1 up to 1,000,000",
      at: Label(span, "such a number is needed"),
      help: isAny ? ["leave `\(what)` out where there is no limit"] : [])
  }
}
