/// What can be wrong with an overlay or a setting beyond the form of its parts.
extension Diagnostic {
  /// A plain number that a setting puts into a column of money.
  static func settingWithoutCurrency(_ number: String, _ money: String, at span: SourceSpan)
    -> Diagnostic
  {
    Diagnostic(
      "setting-without-currency", severity: .warning,
      "`\(number)` is set as an amount of money, and has no currency",
      at: Label(span, "read as \(money)"),
      help: (money.hasPrefix("$")
        ? ["inside double quotes, the shell replaces the `$1` of `$120`: use single quotes"] : [])
        + ["if \(money) is meant, write `\(money)`"])
  }

  /// `meant` is the setting as it would be read.
  static func settingForm(
    at span: SourceSpan, isCut: Bool = false, file: String? = nil, meant: String? = nil
  ) -> Diagnostic {
    if isCut {
      return Diagnostic(
        "setting-form", "a setting has no value", at: Label(span, "nothing follows the `=`"),
        help: [
          "inside double quotes, the shell replaces `$5`: use single quotes"
        ])
    }
    return Diagnostic(
      "setting-form", "a setting cannot be read", at: Label(span, "not of the form PATH=VALUE"),
      help: file.map { ["a file is laid over by its own option: `--overlay \($0)`"] }
        ?? meant.map { ["write `--set '\($0)'`"] } ?? [
        "write `name=9%`, `table[key cells]=12.50 EUR`, `quote.line.amount=…` or `currency=EUR`"
      ])
  }

  static func outsideOfSection(_ key: Spanned<String>, _ section: String) -> Diagnostic {
    Diagnostic(
      "unknown-key", "`\(key.value)` is not a key of a rules file", at: Label(key.span, "unknown"),
      help: [
        section == "quote"
          ? "it is a line: below `quote:`, write `- line: \(key.value)`, and below that `amount: …`"
          : "it goes under `\(section)`: write `\(section):`, and below it, two spaces further "
            + "in, `\(key.value): …`"
      ])
  }

  /// An overlay that is a rules file of its own, or that extends one.
  static func overlayWhole(
    _ schema: SourceSpan, in file: String, isExtended: Bool
  ) -> Diagnostic {
    if isExtended {
      return Diagnostic(
        "overlay-whole", severity: .warning, "an overlay extends `\(file)`, a rules file",
        at: Label(schema, "an overlay has only what it changes"),
        help: [
          "leave `extends: \(file)` out of the overlay: it is laid over the rules of `--rules`"
        ])
    }
    return Diagnostic(
      "overlay-whole", severity: .warning, "`\(file)` is a rules file of its own",
      at: Label(schema, "an overlay has only what it changes"),
      help: [
        "its lines are added to those of the rules: to price by it alone, give it with `--rules`",
        "if it is to change the rules, leave out `name`, `currency` and all that is as it was",
      ])
  }

  static func overlayEmpty(at span: SourceSpan, in file: String) -> Diagnostic {
    Diagnostic(
      "overlay-empty", severity: .warning, "`\(file)` changes nothing",
      at: Label(span, "nothing is said here"),
      help: [
        "if it was cut off, or never filled, prices are those of the rules alone: make it anew",
        "if nothing is to change, leave out `--overlay`, or write `let: {}`",
      ])
  }

  static func extendsItself(_ name: Spanned<String>, chain: [String]) -> Diagnostic {
    Diagnostic(
      "extends-itself", "`\(name.value)` extends itself",
      at: Label(name.span, "read already: \(chain.joined(separator: " extends "))"),
      help: ["extend a file that stands by itself"])
  }

  static func unknownPath(_ name: Spanned<String>, among known: [String]) -> Diagnostic {
    let section = RuleReader.sectionKeys.first { name.value == "\($0)s" || "\(name.value)s" == $0 }
    if let last = name.value.last, "+-*/".contains(last) {
      return Diagnostic(
        "unknown-path", "a setting takes the place of what is there", at: Label(name.span),
        help: ["leave the `\(last)` out, and write the new figure"])
    }
    let near = section.map { ["did you mean `\($0)`?"] }
      ?? otherSetting(name.value).map { [$0] } ?? Suggestion.help(for: name.value, among: known)
    let shown = known.map { "`\($0)`" }.joined(separator: ", ")
    let listed = known.isEmpty || known.count > 20
      ? [] : [known.count == 1 ? "there is \(shown)" : "there are \(shown)"]
    return Diagnostic(
      "unknown-path", "the rules have no `\(name.value)` there", at: Label(name.span, "unknown"),
      help: near.isEmpty ? listed : near)
  }

  /// What is said of a setting of what is none.
  private static func otherSetting(_ name: String) -> String? {
    switch name {
    case "remove", "delete", "drop":
      "what is taken out is said in an overlay file, as in `remove: [quote.NAME]`"
    case "total", "subtotal":
      "the total is what all lines come to: set the amount of one, `quote.NAME.amount=…`"
    case _: nil
    }
  }

  /// `quote[0].amount=…`.
  static func lineByNumber(_ number: Spanned<String>, _ right: String) -> Diagnostic {
    Diagnostic(
      "unknown-path", "a line is set by its name, not by its number",
      at: Label(number.span), help: ["write `\(right)=…`"])
  }

  /// `inputs.n.default=1`.
  static func settingOfClause(
    _ name: Spanned<String>, of input: String, now: String
  ) -> Diagnostic {
    Diagnostic(
      "unknown-path", "the declaration of `\(input)` is set as a whole, not its `\(name.value)`",
      at: Label(name.span),
      help: ["write all of it, with what changes: `--set 'inputs.\(input)=\(now)'`"])
  }

  /// `last_minute` for `quote.last_minute`.
  static func pathWithoutSection(_ name: Spanned<String>, _ right: String) -> Diagnostic {
    Diagnostic(
      "unknown-path", "no value under `let` is called `\(name.value)`",
      at: Label(name.span, "a name alone is one under `let`"), help: ["write `\(right)`"])
  }

  static func lineOfThatName(_ name: Spanned<String>, _ part: LinePart) -> Diagnostic {
    Diagnostic(
      "unknown-path", "the rules have no `\(name.value)` there",
      at: Label(name.span, "this is a line, not a value under `let`"),
      labels: part.label, help: part.help(of: name.value))
  }

  static func wholeLine(
    _ name: Spanned<String>, _ part: LinePart, keys: [String]
  ) -> Diagnostic {
    Diagnostic(
      "unknown-path", "a setting names all of line `\(name.value)`, not one thing about it",
      at: Label(name.span, "say which part of it: \(keys.joined(separator: ", "))"),
      labels: part.label, help: part.help(of: name.value))
  }

  /// What a setting of a line most likely means: the formula that says how much it is.
  struct LinePart {
    /// `amount`, `becomes`, `when`.
    var key: String
    /// The formula that stands there, and where.
    var now: (text: String, span: SourceSpan)?
    /// The same with what the setting gives in its place; nil where that is not known.
    var meant: String?

    var label: [Label] { now.map { [Label($0.span, "what it is now")] } ?? [] }

    /// A figure alone in the place of a formula would be the price of all bookings.
    func help(of line: String) -> [String] {
      let path = "quote.\(line).\(key)"
      if let meant { return ["write `--set '\(path)=\(meant)'`"] }
      return [
        now.map { "give it its whole formula, which is `\(path)=\($0.text)` now" }
          ?? "say which part of it: `\(path)`"
      ]
    }
  }

  /// A setting that names an output.
  static func settingOfOutput(_ name: Spanned<String>, _ now: String?) -> Diagnostic {
    Diagnostic(
      "unknown-path", "the rules have no `\(name.value)` there",
      at: Label(name.span, "this is an output, not a value under `let`"),
      help: [
        now.map { "give it its whole formula, which is `outputs.\(name.value)=\($0)` now" }
          ?? "write `outputs.\(name.value)=…`"
      ])
  }

  /// For a line of a group, `group` says where its lines are laid over. An anchor is what a new
  /// line goes after or before.
  static func unknownLine(
    _ name: Spanned<String>, of group: String? = nil, among known: [String],
    isAnchor: Bool = false, isSetting: Bool = false
  ) -> Diagnostic {
    let near = Suggestion.help(for: name.value, among: known)
    let whole = group.map { "the group `\($0)` has" } ?? "the rules have"
    let all = known.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
    let lines = "lines are \(all)" + (known.count > 12 ? " and \(known.count - 12) more" : "")
    return Diagnostic(
      "unknown-line", "\(whole) no line `\(name.value)`", at: Label(name.span, "unknown"),
      help: near
        + [
          isAnchor
            ? lines
            : isSetting
            ? "\(lines); a new one is added by an overlay file"
            : "a new line says where it goes: `after: \(known.last ?? "name")`, or `before:`"
        ])
  }

  /// Reasons to decline that nothing of an overlay's list stands for.
  static func declinesGone(
    _ gone: [(span: SourceSpan, reason: String)], at span: SourceSpan
  ) -> Diagnostic {
    let isOne = gone.count == 1
    return Diagnostic(
      "declines-gone", severity: .warning,
      isOne
        ? "a reason to decline is gone: “\(gone[0].reason)”"
        : "\(gone.count) reasons to decline are gone, the first “\(gone[0].reason)”",
      at: Label(span, "replaces all that the rules have"),
      labels: gone.prefix(3).map { Label($0.span, "may no longer be declined") },
      help: [
        "write \(isOne ? "it" : "those that are to stay") here, too",
        "if \(isOne ? "it is" : "they are") meant to go, say so at the top: `remove: [decline]`",
      ])
  }

  /// The header of a table where only its rows are wanted.
  static func headerAgain(_ span: SourceSpan, of table: String) -> Diagnostic {
    Diagnostic(
      "header-again", "the rows of `\(table)` begin with a header",
      at: Label(span, "below `rows:`, the table keeps the header that it has"),
      help: ["leave this row out"])
  }

  /// `amount` laid over a line that has `becomes`.
  static func addedForBecomes(
    _ line: String, old: SourceSpan, _ becomes: String, _ amount: String, at span: SourceSpan
  ) -> Diagnostic {
    let call = becomes.wholeMatch(of: kept(/(max|min)\(subtotal, *[^,()]+\)/))
    return Diagnostic(
      "added-for-becomes", severity: .warning,
      "`\(line)` now adds `\(amount)`, where it changed the subtotal itself before",
      at: Label(span, "an `amount` is only what is added"),
      labels: [Label(old, "this no longer counts")],
      help: [
        "to change the figure alone, write `becomes: "
          + (call.map { "\($0.1)(subtotal, \(amount))" } ?? "…") + "`",
        "if it is to be added, take the line out with `remove: [quote.\(line)]`, and put a new one "
          + "in its place",
      ])
  }

  static func lineExists(_ name: Spanned<String>, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "line-exists", "line `\(name.value)` already exists",
      at: Label(span, "only a new line is put after or before another"),
      help: ["leave this key out to change the line, or give the new line another name"])
  }

  static func notATable(_ name: Spanned<String>, tables: [String]) -> Diagnostic {
    Diagnostic(
      "not-a-table", "`\(name.value)` is not a table of the rules",
      at: Label(name.span, "has no rows"), help: Suggestion.help(for: name.value, among: tables))
  }

  /// `rows` are the addresses of a few rows.
  static func cellWanted(
    _ name: Spanned<String>, columns: [String], rows: [String] = []
  ) -> Diagnostic {
    let column = columns.count > 1 ? ".\(columns[0])" : ""
    let shown = rows.prefix(3).map { "`\(name.value)[\($0)]\(column)=…`" }
    return Diagnostic(
      "cell-wanted", "a setting names the table `\(name.value)`, not one of its cells",
      at: Label(
        name.span,
        "which row" + (columns.count > 1 ? ", and which of " : "")
          + (columns.count > 1 ? columns.joined(separator: ", ") : "")),
      help: shown.isEmpty
        ? ["write `let.\(name.value)[key cells]\(column)=value`, or use an overlay file"]
        : [
          "its cells are \(shown.joined(separator: ", "))"
            + (rows.count > 3 ? " and so on" : "")
            + "; to replace all of them, write an overlay file"
        ])
  }

  static func unknownRow(
    _ cells: Spanned<String>, of table: String, near: String?, table place: SourceSpan,
    isNamedByKeys: Bool = false, rows: [String] = []
  ) -> Diagnostic {
    let several = cells.value.split(separator: ",").map { String($0).trimmedOfSpaces }
    let options = several.map { "`\(table)[\($0)]`" }.joined(separator: ", ")
    if several.count > 1, several.allSatisfy(rows.contains) {
      return Diagnostic(
        "unknown-row", "`\(table)` has no row `\(cells.value)`",
        at: Label(cells.span, "these are \(several.count) rows"),
        labels: [Label(place, "the table")],
        help: ["a setting changes one row; give each an option of its own: \(options)"])
    }
    return Diagnostic(
      "unknown-row", "`\(table)` has no row `\(cells.value)`",
      at: Label(cells.span, "key cells are written as in the table"),
      labels: [Label(place, "the table")],
      help: near.map {
        [
          isNamedByKeys
            ? "a row is named by its keys: `\(table)[\($0)]`" : "did you mean `\(table)[\($0)]`?"
        ]
      }
        ?? (rows.isEmpty
          ? []
          : [
            "its rows are " + rows.prefix(6).map { "`\(table)[\($0)]`" }.joined(separator: ", ")
              + (rows.count > 6 ? " and \(rows.count - 6) more" : ""),
            "a new row is added by an overlay file, with all the others",
          ]))
  }

  /// A setting of what bookings bring.
  static func settingOfInput(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "unknown-path", "`\(name.value)` is an input, not a figure of the rules",
      at: Label(name.span, "bookings bring its value"),
      help: [
        "change it in the bookings; its declaration is `inputs.\(name.value)`, such as "
          + "`inputs.\(name.value)=…, default …`"
      ])
  }

  /// Two settings in one: the second begins behind a comma.
  static func settingsTogether(_ first: String, _ second: String, at span: SourceSpan) -> Diagnostic
  {
    Diagnostic(
      "setting-form", "two settings are given as one", at: Label(span, "a second one begins here"),
      help: ["give each its own option: `--set '\(first)' --set '\(second)'`"])
  }

  /// `known` are the bounds that a key of the table has.
  static func unknownBound(
    _ address: Spanned<String>, of table: String, _ key: String, known: [String],
    _ place: SourceSpan
  ) -> Diagnostic {
    let known = known.enumerated().filter { !known[..<$0.offset].contains($0.element) }
      .map(\.element)
    let shown = known.prefix(6).map { "`\(table).\(key)[\($0)]`" }.joined(separator: ", ")
    let near = Suggestion.nearest(to: address.value, among: known)
    return Diagnostic(
      "unknown-bound", "`\(key)` of `\(table)` has no bound `\(address.value)`",
      at: Label(address.span, "a bound is written as in the table"),
      labels: [Label(place, "the table")],
      help: near.map { ["did you mean `\(table).\(key)[\($0)]`?"] }
        ?? (known.isEmpty
          ? ["no row of it has a range"]
          : ["its bounds are \(shown)" + (known.count > 6 ? " and \(known.count - 6) more" : "")]))
  }

  static func rowsAmbiguous(
    _ cells: Spanned<String>, of table: String, rows: [SourceSpan]
  ) -> Diagnostic {
    Diagnostic(
      "rows-ambiguous", "several rows of `\(table)` are written `\(cells.value)`",
      at: Label(cells.span, "a setting changes one"), labels: rows.map { Label($0, "one of them") },
      help: ["use an overlay file with `rows:`"])
  }

  static func declineIsWhole(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "decline-is-whole", "a setting names a part of `decline`", at: Label(span, "has no paths"),
      help: ["`decline` is replaced as a whole: write it in an overlay file"])
  }
}
