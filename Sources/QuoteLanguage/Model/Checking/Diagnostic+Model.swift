import QuoteSyntax

/// What the model complains of: names, inputs, lines.
extension Diagnostic {
  /// `word` is how a word is written in full, `saturday` for `sat`.
  static func unknownName(
    _ name: Spanned<String>, among known: NearWords, outputs: [OutputDeclaration], isWord: Bool,
    word: String? = nil, wantsText: Bool
  ) -> Diagnostic {
    if absences.contains(name.value.lowercased()) {
      return Diagnostic(
        "unknown-name", "nothing is called `\(name.value)`", at: Label(name.span),
        help: [
          "test for a missing value with `x is given` and `x is not given`; to give no value, "
            + "write `if … then …` without `else`"
        ])
    }
    if let amount = name.value.wholeMatch(of: kept(/(EUR|USD|GBP|CHF|JPY|CAD|AUD|SEK|PLN)(\d+)/)) {
      return Diagnostic(
        "unknown-name", "nothing is called `\(name.value)`", at: Label(name.span),
        help: ["a space follows the code of a currency: `\(amount.1) \(amount.2)`"])
    }
    if MeasureUnit.named(name.value) != nil, known.help(for: name.value).isEmpty {
      return Diagnostic(
        "unknown-name", "nothing is called `\(name.value)`", at: Label(name.span),
        help: [
          "a unit goes directly after its figure, as in `10 \(name.value)`, and after an amount, "
            + "`/\(name.value)`"
        ]
      ).of(mistake: "name \(name.value)")
    }
    if !isWord, name.value.wholeMatch(of: kept(/[A-Z]{1,3}\d{1,6}/)) != nil,
      known.help(for: name.value).isEmpty {
      return Diagnostic(
        "unknown-name", "nothing is called `\(name.value)`", at: Label(name.span),
        help: ["a cell of a sheet has no name here: give its value a name under `let`"])
    }
    let isOutput = outputs.contains { $0.name.value == name.value }
    return Diagnostic(
      "unknown-name", "nothing is called `\(name.value)`", at: Label(name.span),
      help: isOutput && known.help(for: name.value).isEmpty
        ? ["an output is a label for the reply; formulas use names under `let`"]
        : isWord
          ? ["a word is written in quotation marks: `\"\(word ?? name.value)\"`"]
          : known.help(for: name.value)
            + (wantsText
              ? ["`reasons` is a formula, in which a text is quoted: `(\"\(name.value)\")`"] : [])
    ).of(mistake: "name \(name.value)")
  }

  /// What is not given, in other notations.
  package static let absences: Set<String> = ["none", "null", "nil", "undefined"]

  static func comparedWithAbsence(
    _ other: String, isEqual: Bool, absence: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unknown-name", "nothing is called `\(absence)`", at: Label(span),
      help: ["write `\(other) is \(isEqual ? "not " : "")given`"])
  }

  static func unknownList(_ name: Spanned<String>, among known: [String]) -> Diagnostic {
    let order = name.value.firstMatch(
      of: kept(/^(\w+)[,;\s]+(?:in\s+)?(?:order|sequence|ordered)\b/))
    let each =
      name.value.wholeMatch(of: kept(/(?:(?:for )?each )?\w+ (?:in|of) (\w+)/)).map { String($0.1) }
      ?? name.value.wholeMatch(of: kept(/(?:each|every|all|the)(?: of)? (\w+)/)).map {
        String($0.1)
      }
    let meant = each.flatMap { known.contains($0) ? ["write `\($0)`"] : nil }
    return Diagnostic(
      "unknown-list", "no list is called `\(name.value)`", at: Label(name.span),
      help: orderByKey(name.value) ?? order.map { ["write `\($0.1) in order`"] } ?? meant
        ?? Suggestion.help(for: name.value, among: known)
    ).of(mistake: "name \(name.value)")
  }

  static func unknownField(_ name: Spanned<String>, among known: [String]) -> Diagnostic {
    Diagnostic(
      "unknown-field", "an element has no field `\(name.value)`", at: Label(name.span),
      help: Suggestion.help(for: name.value, among: known)
    ).of(mistake: "name \(name.value)")
  }

  static func unknownColumn(
    _ name: Spanned<String>, of table: String, among known: [String]
  ) -> Diagnostic {
    Diagnostic(
      "unknown-column", "`\(table)` has no column `\(name.value)`", at: Label(name.span),
      help: Suggestion.help(for: name.value, among: known)
        + ["its columns are \(known.map { "`\($0)`" }.joined(separator: ", "))"])
  }

  /// `input`: the input whose words are the names of the columns.
  static func whichColumn(
    _ table: String, _ columns: [TableColumn], input: FieldSchema?, at span: SourceSpan,
    wantsFlag: Bool = false
  ) -> Diagnostic {
    // Most formulas reckon, so a column of texts is hardly meant.
    let numbers = columns.filter { $0.type.isQuantity }
    let meant = numbers.isEmpty ? columns.prefix(1) : numbers.prefix(3)
    let name = columns[0].name
    let spread =
      columns.areAlike
      ? input.map { input in
        "where `\(input.name)` says which one counts, write `\(input.name): \(name)` in place of "
          + "`\(name)` in the header of `\(table)`"
      } : nil
    return Diagnostic(
      "which-column", "`\(table)` has several value columns, and none is named",
      at: Label(span, "which of \(columns.map { "`\($0.name)`" }.joined(separator: ", "))?"),
      help: (spread.map { [$0] } ?? [])
        + [
          (spread == nil ? "" : "otherwise, ") + "write "
            + meant.map { "`\(table).\($0.name)`" }.joined(separator: " or ")
        ]
        + (wantsFlag
          ? ["to ask whether there is a row, write `\(table) is given` or `\(table) is not given`"]
          : []))
  }

  static func untypedColumn(_ column: Spanned<String>, of table: String) -> Diagnostic {
    Diagnostic(
      "untyped-column", "the column `\(column.value)` has neither rows nor a type",
      at: Label(column.span, "nothing shows what `\(table)` would find here"),
      help: [
        "a column of a table without rows states its type: write `\(column.value): money`, or what "
          + "else it holds"
      ])
  }

  static func noMember(
    _ name: Spanned<String>, at span: SourceSpan, isField: Bool = false, call: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "no-member", "`.\(name.value)` follows something that has no such part",
      at: Label(span, "only a table has columns and only a line has `reasons`"),
      help: ["days", "hours", "minutes"].contains(name.value) && !isField
        ? [
          "the \(name.value) between two dates or instants are `((b - a) / 1 "
            + "\(MeasureUnit.spelt(name.value)))`"
        ]
        : isField
        ? ["a field of elements is named without its list: `\(name.value)`"]
        : call.map { [$0] } ?? [])
  }

  static func nameTwice(_ name: Spanned<String>, _ kind: String, _ other: Declaration) -> Diagnostic
  {
    Diagnostic(
      "name-twice", "`\(name.value)` is declared twice",
      at: Label(name.span, "here as \(kind)"),
      labels: [Label(other.span, "first as \(other.kind)")],
      help: [
        "a name is used once only, for an input, a field, a list, a value, a line or a subtotal: "
          + "rename one"
      ])
  }

  /// A line without an amount that has the name of an earlier one.
  static func lineTwice(_ name: Spanned<String>, _ first: SourceSpan) -> Diagnostic {
    Diagnostic(
      "name-twice", "`\(name.value)` is a line twice",
      at: Label(name.span, "here again, without an amount of its own"),
      labels: [Label(first, "first as line")],
      help: [
        "delete one of them; to add it again on purpose, give this line a name of its own and "
          + "`amount: \(name.value)`"
      ])
  }

  static func takenName(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "taken-name", "`\(name.value)` already has a meaning", at: Label(name.span),
      help: ["choose another name"])
  }

  /// So many names of a circle are shown.
  private static let mostOfCircle = 8

  static func circle(
    _ names: [Spanned<String>], at span: SourceSpan, isSetting: Bool = false
  ) -> Diagnostic {
    let through = names.count > 2 ? ", through others" : ""
    // A long way around is shown by its beginning: each of its names may begin one of its own.
    let hidden = names.count - 1 - mostOfCircle
    let words = names.map { "`\($0.value)`" }
    let path = hidden > 1
      ? (words.prefix(mostOfCircle) + ["\(hidden) others"] + words.suffix(1)) : words[...]
    return Diagnostic(
      "circular", "`\(names.first?.value ?? "")` uses itself\(through)",
      at: Label(span, path.joined(separator: " uses ")),
      labels: names.dropLast().prefix(hidden > 1 ? mostOfCircle : .max).map { Label($0.span) },
      help: [
        isSetting
          ? "a setting takes the place of what is there: write the new figure"
          : "give one of them a formula that does not lead back to it"
      ])
  }

  static func namesTooDeep(_ name: Spanned<String>, limit: Int) -> Diagnostic {
    Diagnostic(
      "names-too-deep", "at most \(limit) names can build on one another",
      at: Label(name.span, "this is one too many"),
      help: ["let it use names that build on fewer others"])
  }

  static func listAlone(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "list-alone", "the list `\(name)` is used where one value is needed", at: Label(span),
      help: ["count its elements with `count(\(name))`, or use one of its fields"])
  }

  static func areaAlone(_ name: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "area-alone", "the area `\(name)` is used where a value is needed", at: Label(span),
      help: ["an area is written after `in` or in a key cell: `point in \(name)`"])
  }

  static func notASet(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "not-a-set", "what follows `in` is not a list, a range or an area", at: Label(span),
      help: ["write `in [a, b]`, `in [1..5]`, or `in` and the name of a list or an area"])
  }

  static func differenceInList(_ span: SourceSpan, range: String) -> Diagnostic {
    Diagnostic(
      "not-a-set", "what follows `in` is a difference, not a range",
      at: Label(span, "this is a list of one number"),
      help: ["write `\(range)` for a range"])
  }

  static func noSubtotal(_ span: SourceSpan, inLet: Bool, knowsTotal: Bool) -> Diagnostic {
    let named = "name it in the waterfall, with `- subtotal: name`, and use that name"
    return Diagnostic(
      "no-subtotal", "`subtotal` is used outside the waterfall",
      at: Label(span, "there is no running subtotal here"),
      help: knowsTotal
        ? ["what the quote comes to is `total` here", named + ", for what it was on the way"]
        : inLet
        ? [
          "give it to the formula as a parameter: `name(before)` with `before` in its place here,"
            + " and `name(subtotal)` in the line",
          named + ", if the subtotal there is meant wherever the formula is used",
        ] : [named])
  }

  /// `subtotal` in a line with a `for`, read once for each element.
  static func subtotalUnderFor(_ span: SourceSpan, each list: String) -> Diagnostic {
    Diagnostic(
      "subtotal-under-for", "`subtotal` is not one value for each of `\(list)`",
      at: Label(span, "the one above the line, or with what the elements before it added?"),
      help: [
        "the one above is the same for all: name it, `- subtotal: so_far` above the line, and"
          + " write `so_far`",
        "with `lines:` under the `for`, each element has a subtotal of its own, from zero",
        "if each should see what those before it did, say so: `for: \(list) in order`",
      ])
  }

  static func noTotal(_ span: SourceSpan, inLet: Bool) -> Diagnostic {
    Diagnostic(
      "no-total", "`total` is used outside `decline` and `outputs`",
      at: Label(span, "the total is not known yet"),
      help: [
        inLet
          ? "end the waterfall with `- subtotal: name`, and use that name here"
          : "in the waterfall, `subtotal` is the running subtotal"
      ])
  }

  static func keyCount(
    _ name: Spanned<String>, _ headers: [String], given: Int, at span: SourceSpan,
    ends: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "key-count",
      "`\(name.value)` is looked up by \(headers.count) "
        + (headers.count == 1 ? "key" : "keys") + ", not \(given)",
      at: Label(span),
      help: [ends].compactMap(\.self) + (headers.allSatisfy(Lexicon.isName)
        ? ["write `\(name.value)(\(headers.joined(separator: ", ")))`, or `\(name.value)` alone"]
        : ["in the order of its header: \(headers.joined(separator: ", "))"]))
  }

  static func wrongArguments(
    _ name: Spanned<String>, form: String, at span: SourceSpan, help: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "wrong-arguments", "`\(name.value)` cannot take these arguments", at: Label(span),
      help: help.first.map { $0.hasPrefix("write `") } ?? false
        ? help : ["it is written `\(form)`"] + help)
  }

  // MARK: - Header

  /// `inOwn` is the amount as the file's currency is written.
  static func otherCurrency(
    _ written: String, of currency: String, code: String?, inOwn: String, asUnit: String?,
    at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "other-currency", "`\(written)` is not \(currency)",
      at: Label(span, "the currency of these rules is \(currency)"),
      help: ["if the figure is one of \(currency), write `\(inOwn)`; nothing is converted"]
        + (code.map { ["or, where all amounts are in \($0), `currency: \($0)` at the top"] } ?? [])
        + (asUnit.map { [$0] } ?? [])
    ).of(mistake: "currency \(written)")
  }

  static func roundingOfProfile(_ span: SourceSpan, _ arithmetic: Arithmetic) -> Diagnostic {
    Diagnostic(
      "rounding-of-profile", "`rounding` is given although `\(arithmetic.rawValue)` has its own",
      at: Label(span, "would have no effect"), help: ["leave `rounding` out"])
  }

  /// `instant in zone`, where the booking says which zone that is.
  static func zoneOfInput(_ zone: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "unknown-timezone", "`\(zone.value)` is an input, and not a time zone", at: Label(zone.span),
      help: [
        "for a local time in the zone that a booking names, read its date and its time, "
          + "`day: date` and `clock: time`, and write `instant(day, clock, \(zone.value))`"
      ])
  }

  static func unknownZone(
    _ zone: Spanned<String>, near: String?, currency: String
  ) -> Diagnostic {
    // What an abbreviation is nearest to is another zone, and so is `Etc/GMT+1`, west of Greenwich.
    let isAbbreviation = zone.value.count <= 5 && zone.value.allSatisfy { $0.isUppercase }
    let isOffset = zone.value.contains(kept(/^(?:UTC|GMT|Z)?\s*[+-−]\s*\d/))
    let near = isAbbreviation || isOffset ? nil : near
    let place = zoneNames[zone.value] ?? ZoneOfPlace.zone(of: zone.value)
    let cities = ZoneOfPlace.zones(ofCurrency: currency).map {
      "`\($0.zone)` for the time of \($0.place)"
    }
    // The signs of these zones of the database are the other way round.
    let offset = kept(/(?:UTC|GMT)?\s*([+\-−])\s*0?(\d{1,2})(?::?00)?/)
    let fixed = zone.value.wholeMatch(of: offset).flatMap { match -> String? in
      let isEast = match.1 == "+"
      guard let hours = Int(match.2), hours <= (isEast ? 14 : 12) else { return nil }
      return "`Etc/GMT\(isEast ? "-" : "+")\(hours)` is this time all year, without summer time"
    }
    return Diagnostic(
      "unknown-timezone", "`\(zone.value)` is not a time zone", at: Label(zone.span),
      help: (fixed.map { [$0] } ?? [])
        + (place.map { ["write `\($0)`, or another city that has this time"] }
        ?? (near.map { ["did you mean `\($0)`?"] } ?? []) + [
          "zones are named after cities, as in the IANA database: "
            + cities.joined(separator: ", ")
        ]))
  }

  /// Cities with the time of abbreviations that the database does not have.
  private static let zoneNames = [
    "MSK": "Europe/Moscow", "PST": "America/Los_Angeles", "PDT": "America/Los_Angeles",
    "MDT": "America/Denver", "CST": "America/Chicago", "CDT": "America/Chicago",
    "EDT": "America/New_York", "BST": "Europe/London", "CEST": "Europe/Berlin",
    "MEZ": "Europe/Berlin", "EEST": "Europe/Kyiv", "IST": "Asia/Kolkata", "JST": "Asia/Tokyo",
    "KST": "Asia/Seoul", "SGT": "Asia/Singapore", "AEST": "Australia/Sydney",
    "NZST": "Pacific/Auckland", "Pacific": "America/Los_Angeles", "Mountain": "America/Denver",
    "Central": "America/Chicago", "Eastern": "America/New_York",
  ]

  static func unreadableZone(_ zone: Spanned<String>, _ path: String) -> Diagnostic {
    Diagnostic(
      "unreadable-timezone", "the system's time-zone database cannot be read",
      at: Label(zone.span, path))
  }

  static func noQuote(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "no-quote", "the rules file has no `quote`", at: Label(span),
      help: ["write at least one line: `- line: visit`"])
  }

  // MARK: - Lines

  static func becomesUnderFor(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "becomes-under-for", "`becomes` is directly under `for`",
      at: Label(span, "`becomes` would set the subtotal once for each"),
      help: ["use `lines:` under the `for`, each with its own subtotal from zero"])
  }

  static func listNotBelow(_ list: Spanned<String>, _ place: String) -> Diagnostic {
    Diagnostic(
      "list-not-below", "`\(list.value)` is not a list below the place of its `for`",
      at: Label(list.span, place.isEmpty ? "" : "it is in the waterfall of each of `\(place)`"))
  }
}
