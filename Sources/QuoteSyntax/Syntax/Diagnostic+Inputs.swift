/// What can be wrong in how an input is declared.
extension Diagnostic {
  /// What types are called elsewhere.
  private static let otherNames = [
    "string": "text", "str": "text", "varchar": "text", "uuid": "text", "id": "text",
    "integer": "count", "int": "count", "boolean": "flag", "bool": "flag",
    "decimal": "number", "float": "number", "double": "number", "numeric": "number",
    "percent": "number", "percentage": "number", "currency": "money", "price": "money",
    "amount": "money", "datetime": "instant", "timestamp": "instant", "interval": "duration",
    "yes": "flag", "true": "flag", "bit": "flag", "whole": "count", "quantity": "count",
    "enum": "one of a | b", "choice": "one of a | b", "select": "one of a | b",
  ]

  /// `rest` is what follows the word in the declaration.
  static func unknownType(
    _ word: Spanned<String>, rest: String = "", among known: [String]
  ) -> Diagnostic {
    let other = otherNames[word.value.lowercased()].map {
      ["did you mean `\($0)`?" + ($0 == "count" ? " It counts whole things, from 0 up" : "")]
    }
    let isChoice = rest.contains("|")
    var words = word.value + rest
    if otherNames[word.value.lowercased()] != nil || word.value.lowercased().hasPrefix("one") {
      words = rest.trimmedOfSpaces
      if words.hasPrefix("of ") { words = String(words.dropFirst(3)) }
    }
    let choice = "words to choose from are written `one of \(words)`"
    // `kWh [0 kWh..100 kWh]` is of a unit that is to be declared.
    let isUnit = rest.contains("\(word.value)]") || rest.contains("\(word.value)..")
    let same = known.first { $0.lowercased() == word.value.lowercased() }
    var near = isChoice ? [choice] : other ?? Suggestion.help(for: word.value, among: known)
    if let unit = MeasureUnit.named(word.value) {
      near = ["a unit follows its measure: `\(unit.dimension) in \(word.value)`"]
    }
    switch word.value.lowercased() {
    case "optional", "": near = ["a type follows `optional`: `optional text`"]
    case "list", "array": near = ["write the fields of a list below `each:`, one on each line"]
    case "percent", "percentage": near = ["write `number, written \"12.5%\"`"]
    case _ where CurrencySign.isKnown(word.value):
      near = ["amounts are `money`, in the currency of the rules: `money\(rest)`"]
    case let figure where figure.first?.isNumber ?? false:
      near = ["an input is what bookings bring; a figure of the rules goes under `let`"]
    case _: break
    }
    // `enum(swan, bear)`, `[a, b]` behind a word for it.
    if near.contains(where: { $0.contains("`one of a | b`") }),
      let match = rest.wholeMatch(of: kept(/\s*[(\[{]([^()\[\]{}]*)[)\]}]\s*/))
    {
      let choices = match.1.split { ",;".contains($0) }.map {
        $0.filter { !"\"'".contains($0) }.trimmedOfSpaces
      }
      if choices.count > 1 { near = ["write `one of \(choices.joined(separator: " | "))`"] }
    }
    if isUnit { near = [same.map { "did you mean `\($0)`?" } ?? unitToDeclare(word.value)] }
    let types = known.map { $0 == "one of" ? "`one of a | b`" : $0 }
    return Diagnostic(
      "unknown-type", "`\(word.value)` is not a type", at: Label(word.span, "a type is needed"),
      help: near.isEmpty ? ["types are \(types.joined(separator: ", ")), and declared units"] : near
    ).of(mistake: "name \(word.value)")
  }

  private static func unitToDeclare(_ unit: String) -> String {
    "a unit is declared at the top: `units: [\(unit)]`"
  }

  /// `clauses` are the words that begin something that a comma comes before.
  static func unknownPhrase(
    _ phrase: Spanned<String>, among known: [String], clauses: [String] = [],
    choices: [String] = [], allChoices: [String] = [], isValue: Bool = false,
    decimal: String? = nil
  ) -> Diagnostic {
    var help = Suggestion.help(for: phrase.value, among: known)
    if let decimal {
      help = ["decimals follow a point: `\(decimal)`"]
    } else if isValue {
      help = ["a default has its word: `default \(phrase.value)`"]
    } else if let match = phrase.value.wholeMatch(of: kept(/key\s+([\[(<>].*|in .*|step .*)/)) {
      help = ["`key` is written by itself, after a comma: right after the type, `\(match.1), key`"]
    } else if phrase.value == "optional" {
      help = ["`optional` comes first, before the type"]
    } else if phrase.value.hasPrefix("step ") {
      help = ["no comma comes before `step`: `number [0..10] \(phrase.value)`"]
    } else if !allChoices.isEmpty {
      help = [partedWords(allChoices)]
    } else if let clause = clauses.first(where: {
      phrase.value.starts(with: $0 + " ") || phrase.value == $0
    }) {
      help = ["a comma comes before `\(clause)`"]
    } else if let habit = habit(phrase.value) {
      help = [habit]
    } else if help.isEmpty, !choices.isEmpty, !phrase.value.contains(" ") {
      help = [partedWords(choices + [phrase.value])]
    } else if help.isEmpty {
      help = [
        "an input is written `[optional] type [in unit] [range] [step s], default x, from a or b, "
          + "key`"
      ]
    }
    return Diagnostic(
      "unknown-phrase", "`\(phrase.value)` says nothing about an input",
      at: Label(phrase.span, "not understood"), help: help)
  }

  static func headerAmongInputs(_ key: Spanned<String>, _ value: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "unknown-type", "`\(value.value)` is not a type", at: Label(value.span, "a type is needed"),
      help: [
        "`\(key.value)` applies to all the rules: at the top, write `\(key.value): \(value.value)`"
      ])
  }

  /// What is written for a clause that other languages have.
  private static func habit(_ phrase: String) -> String? {
    let folded = phrase.lowercased()
    if ["required", "mandatory", "not null", "notnull", "pflicht"].contains(folded) {
      return "leave it out: an input that is not `optional` and has no default is required"
    }
    if phrase == "?" || folded == "nullable"
      || folded.wholeMatch(of: kept(/\|?\s*(?:null|none|nil|undefined)/)) != nil
    {
      return "what may be missing has the word `optional` before its type"
    }
    if let match = phrase.wholeMatch(of: kept(/(?i)(?:min|minimum|from)\s*[:=]?\s*([\d.]+.*)/)) {
      return "a range is written `>= \(match.1)`, or with both ends `[a..b]`"
    }
    if let match = phrase.wholeMatch(of: kept(/(?i)(?:max|maximum|up to)\s*[:=]?\s*([\d.]+.*)/)) {
      return "a range is written `<= \(match.1)`, or with both ends `[a..b]`"
    }
    if let match = phrase.wholeMatch(of: kept(/(?i)(?:between|from)\s+(.+)\s+(?:and|to)\s+(.+)/)) {
      return "a range is written `[\(match.1)..\(match.2)]`"
    }
    if let match = phrase.wholeMatch(of: kept(/([^.\s\[(]+)\s*\.\.\s*([^.\])]+)/)) {
      return "a range has brackets: `[\(match.1)..\(match.2)]`"
    }
    if folded.hasSuffix(" key") || folded == "pk" || folded == "id" || folded == "unique" {
      return "the input by which bookings are told apart has the word `key`"
    }
    if let match = phrase.wholeMatch(of: /=\s*(.+)/) {
      return "write `, default \(match.1)`"
    }
    if let match = phrase.wholeMatch(of: kept(/(\d+)\s*[-–]\s*(\d+)/)) {
      return "a range is written `[\(match.1)..\(match.2)]`, without a comma before it"
    }
    if let match = phrase.wholeMatch(of: kept(/(\d) (?:decimals?|decimal places|digits)/)),
      let digits = Int(match.1), digits > 0
    {
      let step = "0." + String(repeating: "0", count: digits - 1) + "1"
      return "a number of so many decimals has a step: `step \(step)`, without a comma before it"
    }
    if folded.wholeMatch(of: kept(/(?:column|col|field)\s+\S+/)) != nil {
      return "what the data call it is said by its name: `from \"name in the header\"`"
    }
    let regex = kept(/(?i)(?:pattern|regex|matches)\s*[:=]?\s*"?([^"]*[\[\\^$*+][^"]*)"?/)
    if let match = phrase.wholeMatch(of: regex) {
      return "there are no patterns of texts, such as `\(match.1)`: a text of some words is "
        + "`one of a | b`, and others are declined by a condition"
    }
    if let match = phrase.wholeMatch(of: kept(/(?i)(?:format|pattern|as)\s*[:=]?\s*"?([^"]+)"?/)) {
      // Other programs write years and days in capitals; months are in capitals here.
      var form = String(match.1.map { $0 == "Y" ? "y" : $0 == "D" ? "d" : $0 })
      if form.contains("y"), form.contains("d"), !form.lowercased().contains("h") {
        form.replace("m", with: "M")
      }
      return "how values are written goes after a comma: `written \"\(form)\"`"
    }
    return nil
  }

  /// A list where a type is wanted.
  static func listForType(_ node: YAMLNode, _ elements: [YAMLNode]) -> Diagnostic {
    var diagnostic = wrongForm("a type or a list with `each`", found: node)
    let words = elements.compactMap { $0.scalar.map { String(decoding: $0.text, as: UTF8.self) } }
    if words.count == 1, words[0].contains(kept(/^-?[\d.]+\.\.-?[\d.]+$/)) {
      diagnostic.help = ["a type stands before its range: `count [\(words[0])]`"]
      return diagnostic
    }
    diagnostic.help = [
      words.count == elements.count && !words.isEmpty
        ? "words to choose from are written `\(choice(of: words))`"
        : "the fields of a list's elements go under `each`"
    ]
    return diagnostic
  }

  static func wrongChoice(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "choice-empty", "a word of `one of` is missing", at: Label(span, "no word here"),
      help: ["words to choose from are separated by `|`: `one of a | b`"])
  }

  /// Several words that stand there as one.
  /// `isAll`: there are no other words beside them.
  static func choiceForm(
    _ choice: Spanned<String>, _ words: [String], isAll: Bool = true
  ) -> Diagnostic {
    Diagnostic(
      "choice-form", "`\(choice.value)` would be a single word", at: Label(choice.span, "one word"),
      help: [
        isAll ? partedWords(words)
          : "words to choose from are separated by `|`: `\(words.joined(separator: " | "))` here",
        "a word that is spelt like this needs quotation marks",
      ])
  }

  /// `one of 1..5`.
  static func choiceOfNumbers(_ choice: Spanned<String>, _ range: String) -> Diagnostic {
    Diagnostic(
      "choice-form", "`\(choice.value)` would be a single word", at: Label(choice.span, "one word"),
      help: [
        "for whole numbers from one to the other, write `count \(range)`",
        "a word that is spelt like this needs quotation marks",
      ])
  }

  /// `b step 2`: what would be part of the word.
  static func choiceQualified(_ choice: Spanned<String>, _ rest: String) -> Diagnostic {
    Diagnostic(
      "choice-form", "`\(choice.value)` would be a single word", at: Label(choice.span, "one word"),
      help: [
        "a `one of` takes neither a unit nor a range nor a step: leave `\(rest)` out",
        "a word that is spelt like this needs quotation marks",
      ])
  }

  /// `one of small | large optional`.
  static func choiceOptional(_ choice: Spanned<String>, _ word: String) -> Diagnostic {
    Diagnostic(
      "choice-form", severity: .warning, "`\(choice.value)` is a single word",
      at: Label(choice.span, "bookings with `\(word)` are at fault"),
      help: [
        "for an input that may be left out, write `optional one of …`",
        "if the word is spelt like this, put it in quotation marks: `\"\(choice.value)\"`",
      ])
  }

  /// `one of small | large where big`: a clause that is part of the word.
  static func choiceWithClause(
    _ choice: Spanned<String>, _ word: String, _ clause: String
  ) -> Diagnostic {
    Diagnostic(
      "choice-form", severity: .warning, "`\(choice.value)` is a single word",
      at: Label(choice.span, "bookings with `\(word)` are at fault"),
      help: [
        "a `one of` takes no condition: leave `\(clause)` out, and decline what is not to be taken",
        "if the word is spelt like this, put it in quotation marks: `\"\(choice.value)\"`",
      ])
  }

  /// `one of red | blue default red`: what is said of the input.
  static func choiceWithPhrase(
    _ choice: Spanned<String>, _ word: String, _ phrase: String
  ) -> Diagnostic {
    Diagnostic(
      "choice-form", severity: .warning, "`\(choice.value)` is a single word",
      at: Label(
        choice.span, word.isEmpty ? "one word" : "bookings with `\(word)` are at fault"),
      help: [
        "what is said of the input comes behind a comma: "
          + "`\(word.isEmpty ? "" : "… | \(word)"), \(phrase)`",
        "if the word is spelt like this, put it in quotation marks: `\"\(choice.value)\"`",
      ])
  }

  private static func partedWords(_ words: [String]) -> String {
    "words to choose from are separated by `|`: `\(choice(of: words))`"
  }

  /// `one of a | b`; the first ones of many.
  private static func choice(of words: [String]) -> String {
    "one of " + words.prefix(12).joined(separator: " | ") + (words.count > 12 ? " | …" : "")
  }

  package static func phraseRepeated(_ phrase: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "phrase-repeated", "`\(phrase)` is written twice", at: Label(span, "the second time"),
      help: ["nothing", "written"].contains(phrase)
        ? ["write it once, with `or` between the two: `\(phrase) \"…\" or \"…\"`"]
        : ["leave one of the two out"])
  }

  static func pathForm(_ written: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "path-form", "`\(written)` is not a path into a record",
      at: Label(span, "cannot be followed"),
      help: [
        "paths are a.b, itself, or a[key=minimum].value; quote names with spaces in them",
        "behind a key that has nothing but the path, YAML takes one pair of quotation marks away: "
          + "write `from: '\"two words\"'`",
      ])
  }

  static func rangeForm(_ written: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "range-form", "`\(written)` is not a range", at: Label(span, "cannot be read"),
      help: [
        (written.wholeMatch(
          of: kept(/\[\s*(.+?)\s*(?:\s-\s|–|\b(?:to|until|through)\b)\s*(.+?)\s*\]/))
          ?? written.wholeMatch(of: kept(/\[\s*(\d{4}-\d\d-\d\d)\s*[-,]\s*(\S+?)\s*\]/))
          ?? written.wholeMatch(of: kept(/\[\s*(.+?)\s*[-,]\s*([^\s\-–].*?)\s*\]/)))
          .map { "write `[\($0.1)..\($0.2)]`" }
          ?? written.wholeMatch(of: kept(/\[\s*(\d{4})\s*\]/))
          .map { "for all days of a year, write `[\($0.1)-01-01..\($0.1)-12-31]`" }
          ?? "ranges are [a..b], [a..b), (a..b], < a, <= a, > a, >= a"
      ])
  }
}
