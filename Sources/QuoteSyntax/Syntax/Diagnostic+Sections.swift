/// What can be wrong in the form of lines, tables, lists and areas.
extension Diagnostic {
  static func currencyForm(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "currency-form", "`\(text.value)` is not the code of a currency",
      at: Label(text.span, "three capital letters are needed"),
      help: [
        (CurrencySign.isKnown(text.value.uppercased()) && text.value.count == 3
          ? text.value.uppercased() : nil).map { "write `\($0)`" }
          ?? currencies[text.value.lowercased().filter { $0 != "." }].map { "write `\($0)`" }
          ?? "write the code of ISO 4217: USD, EUR, GBP …"
      ])
  }

  /// The codes of currencies by what people call them: a sign, or a word, which means this one
  /// first where it is that of several.
  private static let currencies = [
    "$": "USD",
    "€": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "pound": "GBP", "pounds": "GBP",
    "sterling": "GBP", "us$": "USD", "us dollar": "USD", "us dollars": "USD", "sfr": "CHF",
    "fr": "CHF", "franken": "CHF", "yen": "JPY", "zł": "PLN", "zloty": "PLN", "₹": "INR",
    "rupees": "INR", "₽": "RUB", "₩": "KRW", "a$": "AUD", "c$": "CAD", "nz$": "NZD", "kč": "CZK",
  ]

  static func inputOutside(_ key: Spanned<String>, _ type: String) -> Diagnostic {
    Diagnostic(
      "unknown-key", "`\(key.value)` is not a key of a rules file", at: Label(key.span, "unknown"),
      help: ["an input goes below `inputs:`, two spaces further in: `  \(key.value): \(type)`"])
  }

  static func otherKind(_ schema: Spanned<String>, _ kind: String, wanted: String) -> Diagnostic {
    Diagnostic(
      "unknown-word", "`\(schema.value)` is not a known version",
      at: Label(schema.span, "`\(wanted)` is needed here"), help: ["this is \(kind)"])
  }

  static func builtInUnit(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "built-in-unit", "`\(name.value)` is already a unit", at: Label(name.span, "built in"),
      help: ["remove it from `units`"])
  }

  static func stepForm(_ raw: Spanned<String>, of field: FieldDeclaration) -> Diagnostic {
    let other = raw.value.firstMatch(of: kept(/\d\s*([A-Za-z]+)$/)).flatMap {
      OtherMeasure(String($0.1))
    }
    let unit: String? =
      switch field.type.value {
      case .distance: field.unit?.value ?? "km"
      case .weight: field.unit?.value ?? "kg"
      case .duration: field.unit?.value ?? "min"
      case .declared(let unit): unit
      case .text, .flag, .count, .number, .money, .date, .time, .instant, .point, .oneOf: nil
      }
    return Diagnostic(
      "step-form", "the step `\(raw.value)` is not a number",
      at: Label(raw.span, "a number is needed"),
      help: [
        other.map { other in
          other.told + (other.rewritten(raw.value).map { ": write `step \($0)`" } ?? "")
        }
          ?? "write `step \(field.type.value == .count ? "5" : "0.1")`"
          + (unit.map { ", or with its unit, `step 0.1 \($0)`" } ?? "")
      ])
  }

  static func exclusiveKeys(
    _ one: String, _ other: String, at span: SourceSpan, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "exclusive-keys", "an entry has both `\(one)` and `\(other)`",
      at: Label(span, "the second"), labels: [Label(first, "the first")],
      help: ["an entry has one of the two: make two entries of it"])
  }

  static func takeWithoutLines(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "take-without-lines", "`take` is in a line without `lines`",
      at: Label(span, "there is nothing to choose from"),
      help: ["`take` chooses among the `lines` of its entry: add them, or leave `take` out"])
  }

  static func notOfSubtotals(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "not-of-subtotals", "`\(key.value)` is given for a subtotal",
      at: Label(key.span, "only a line has this"),
      help: ["a subtotal is named, and may say what it `becomes`"])
  }

  static func lineWithoutAmount(_ name: Spanned<String>, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "line-without-amount", "line `\(name.value)` has no amount",
      at: Label(name.span, "only a line that is nothing but a name needs none"),
      help: ["a line with a condition or a list says what it adds: write `amount: …` below it"])
  }

  static func becomesUnderFor(at span: SourceSpan, list: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "becomes-under-for", "`becomes` is directly under `for`",
      at: Label(span, "would set the subtotal once for each element"),
      labels: [Label(list.span, "the list")],
      help: [
        "if each element continues from what the one before it made, say so: `for: "
          + "\(list.value) in order`",
        "use `amount`, or put it under `lines`, where each element has its own subtotal",
      ])
  }

  static func linesInOrder(at order: SourceSpan) -> Diagnostic {
    Diagnostic(
      "lines-in-order", "a line with `lines` does not take its elements in order",
      at: Label(order, "each element's lines begin from zero, whatever the ones before it made"),
      help: [
        "leave `in order` out",
        "if each element continues from what the one before it made, write an `amount`",
      ])
  }

  /// `for: items in order` where nothing is added up.
  static func orderOutsideLines(_ list: String, _ place: String, at order: SourceSpan) -> Diagnostic
  {
    Diagnostic(
      "lines-in-order", "\(place) does not take elements in order",
      at: Label(order, "only lines go on from what the element before made"),
      help: ["write `for: \(list)`"])
  }

  // MARK: - What customers see

  static func publicWithoutLabel(
    _ what: String, _ name: Spanned<String>, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "public-without-label", "\(what) `\(name.value)` is public and has no label",
      at: Label(span, "customers are shown labels, never names"),
      labels: [Label(name.span, "there are no words for it")],
      help: ["write `label: …` with the words that a customer reads, or leave `public` out"])
  }

  static func publicInHidden(
    _ group: Spanned<String>, _ mark: Spanned<Bool>, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "public-in-hidden", "a line is public inside `\(group.value)`, which is not",
      at: Label(span, "nothing inside a hidden line is shown"),
      labels: [Label(mark.span, "hidden here")],
      help: [
        "leave the label of `\(group.value)` out instead of hiding it: its lines are then shown, "
          + "and it is not"
      ])
  }

  static func outputLabelFormula(_ name: Spanned<String>, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "output-label-formula", "the label of output `\(name.value)` has a formula in it",
      at: Label(span, "a label of an output is plain words"),
      help: ["write words; what changes from booking to booking is the `value` beside them"])
  }

  // MARK: - Let

  static func parameterForm(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "parameter-form", "a formula with parameters is written `name(a, b): formula`",
      at: Label(key.span, "cannot be read"))
  }

  static func unusedParameter(_ parameter: Spanned<String>, of name: Spanned<String>)
    -> Diagnostic
  {
    Diagnostic(
      "unused-parameter", "the formula of `\(name.value)` does not use `\(parameter.value)`",
      at: Label(parameter.span, "whatever is given here changes nothing"),
      help: ["use it, or leave it out here and in every call"])
  }

  /// A formula with parameters that a setting replaces by one that leaves a parameter out.
  static func setWithoutParameter(
    _ name: Spanned<String>, _ parameter: Spanned<String>, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unused-parameter",
      "`\(name.value)` is a formula of `\(parameter.value)`, and is set to one without it",
      at: Label(span, "whatever is given for `\(parameter.value)` would change nothing"),
      help: ["set it to a formula with `\(parameter.value)` in it"])
  }

  static func stepsWithoutOrder(_ list: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "steps-without-order", "a value carried from element to element needs a list in order",
      at: Label(list.span, "no order is given"),
      help: orderByKey(list.value) ?? ["write `for: \(list.value) in order`"])
  }

  /// What is said of `items in order by day`; nil for other names of lists.
  package static func orderByKey(_ list: String) -> [String]? {
    list.wholeMatch(of: kept(/(\w+)(?: in)? (?:order(?:ed)?|sorted|sequence) by (.+)/)).map {
      [
        "write `\($0.1) in order`: elements are taken in the order in which a booking gives them, "
          + "so its data has to bring them sorted by `\($0.2)`"
      ]
    }
  }

  static func tableForm(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "table-form", "a table is neither a block of rows nor the name of a CSV file",
      at: Label(span, "this cannot be read as a table"),
      help: [
        "rows such as `| north || 5 |` are below a bar, `first: |`, or `rows: |` in an overlay; or "
          + "they are in a file, `first: rates.csv`"
      ])
  }

  /// `line` is what stands there: a row of a CSV file is shown as it would be one of a block.
  static func rowForm(at span: SourceSpan, line: String) -> Diagnostic {
    if !line.contains("|"), let row = RowSlip.piped(line) {
      return Diagnostic(
        "row-form", "a row is written as in a CSV file", at: Label(span, "no `|` here"),
        help: ["write `\(row)`, or put the rows into a file and name it: `unique: rates.csv`"]
      ).of(mistake: "rows as in a CSV file")
    }
    if let bar = ["│", "¦", "｜", "┃", "║"].first(where: line.contains) {
      return Diagnostic(
        "row-form", "a row is written with `\(bar)`, which is not `|`",
        at: Label(span, "a look-alike of the bar"),
        help: ["write `|` for each `\(bar)`"]
      ).of(mistake: "bars of rows")
    }
    let text = line.trimmedOfSpaces
    if text.contains("|"), !text.contains("#"), !text.contains("\\") {
      let row = (text.hasPrefix("|") ? "" : "| ") + text + (text.hasSuffix("|") ? "" : " |")
      return Diagnostic(
        "row-form", "a row does not begin and end with `|`", at: Label(span, "a `|` is missing"),
        help: ["write `\(row)`"]
      ).of(mistake: "bars around rows")
    }
    return Diagnostic(
      "row-form", "a row does not begin and end with `|`", at: Label(span, "a `|` is missing"),
      help: [
        line.trimmedOfSpaces.hasPrefix("|") && line.contains("#")
          ? "a comment has a line of its own, which begins with `#`"
          : "a row begins and ends with `|`; a comment has a line of its own, which begins with "
            + "`#`; a bar inside a cell is written `\\|`"
      ])
  }

  /// A column of a matrix that there is already.
  static func matrixColumnAgain(_ cell: Spanned<String>, first: SourceSpan) -> Diagnostic {
    Diagnostic(
      "repeated-name", "two columns of a table are for `\(cell.value)`",
      at: Label(cell.span, "the second"), labels: [Label(first, "the first")],
      help: ["name another value above one of them, or take it out of all rows"])
  }

  static func headerEmpty(
    _ what: String, at span: SourceSpan, help: [String] = []
  ) -> Diagnostic {
    Diagnostic(
      "header-empty", "the header of a table has no \(what)",
      at: Label(span, "this is read as the header"), help: help)
  }

  static func tableEmpty(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "table-empty", "the table has no header", at: Label(span, "no row here"),
      help: ["the first row names the columns: `| key || value |`"])
  }

  static func rowWidth(
    found: Int, wanted: Int, what: String, at span: SourceSpan, header: SourceSpan,
    parted: (written: String, right: String)? = nil, line: String = ""
  ) -> Diagnostic {
    let counted = found == 1 ? String(what.dropLast()) : what
    return Diagnostic(
      "row-width", "this row has \(found) \(counted), but the header has \(wanted)",
      at: Label(span, "\(found) here"), labels: [Label(header, "\(wanted) here")],
      help: [
        parted.map { "`\($0.written)` is two cells here: write `\($0.right)`" }
          ?? (line.contains("|||") ? "a row has one `||`, of two bars: leave the third out" : nil)
          ?? (found > wanted
            ? line.contains(",")
              ? "leave out what is too much; a comma inside of a cell needs quotation marks around "
                + "it"
              : "leave out what is too much; a note has a line of its own, which begins with `#`"
            : nil)
          ?? "a row has as many cells as the header; write - for one that holds nothing"
      ])
  }

  static func rowOfDashes(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "row-form", "a line of dashes is not a row", at: Label(span, "not a row"),
      help: ["leave it out: the first line is the header, and rows follow directly"])
  }

  static func bodyNotFurtherIn(_ key: Spanned<String>, of name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "let-form", "the table `\(name.value)` is not indented",
      at: Label(key.span, "not further in than `\(name.value)`"),
      labels: [Label(name.span, "its name")],
      help: ["write two more spaces before `\(key.value)` and before each of its rows"])
  }

  static func matrixKeyMissing(_ right: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "name-form", "the header does not say what its columns are",
      at: Label(span, "neither names nor the values of a key"),
      help: ["write `\(right)` for the first"])
  }

  static func quoteNeverEnds(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "quote-never-ends", "a quoted field never ends", at: Label(span, "opened here"),
      help: ["end it with a quotation mark; inside a field, a quotation mark is written twice"])
  }

  static func madeListForm(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "made-list-form", "the range of a made list cannot be read",
      at: Label(span, "not a name, `in` and a range"),
      help: ["write `each: name in [a..b)`, or for groups `each: name in list by key`"])
  }

  static func groupNames(_ names: [Spanned<String>], _ keys: [Formula], at span: SourceSpan)
    -> Diagnostic
  {
    Diagnostic(
      "group-names", "groups have as many names as their key has parts",
      at: Label(
        span, "\(names.count) \(names.count == 1 ? "name" : "names"), \(keys.count) in the key"),
      help: ["write `each: a, b in list by x, y`: in a group, `a` is its x and `b` its y"])
  }

  static func groupsAtMost(_ span: SourceSpan, _ list: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "unknown-key", "groups have no `at_most`",
      at: Label(span, "there are never more groups than elements of `\(list.value)`"),
      help: ["leave it out"])
  }

  // MARK: - Areas

  static func degreesWanted(_ written: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "degrees-wanted", "`\(written)` is not a latitude or longitude",
      at: Label(span, "decimal degrees are needed"),
      help: ["write 25.77; south and west have a minus"])
  }

  package static func notOnEarth(_ point: GeographicPoint, at span: SourceSpan) -> Diagnostic {
    let isSwapped = abs(point.latitude) <= 180 && abs(point.longitude) <= 90
    return Diagnostic(
      "not-on-earth",
      "no place on Earth is at latitude \(point.latitude), longitude \(point.longitude)",
      at: Label(span, "out of range"),
      help: [
        isSwapped
          ? "they look swapped: GeoJSON has the longitude first, all else the latitude"
          : "latitudes go from -90 to 90, longitudes from -180 to 180"
      ])
  }

  static func emptyArea(_ without: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "empty-area", "an area has no \(without)", at: Label(span, "nothing lies in it"))
  }

  static func pointForm(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "point-form", "this is not a place", at: Label(span, "not a latitude and a longitude"),
      help: ["write the latitude first: 25.77, -80.19"])
  }

  static func ringTooShort(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "ring-too-short", "a polygon has fewer than three corners",
      at: Label(span, "three or more are needed"))
  }

  static func radiusForm(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "radius-form", "the radius is not a distance",
      at: Label(span, "a number with its unit is needed"), help: ["write 5 km"])
  }

  static func notGeoJSON(_ problem: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "not-geojson", "the area file is not GeoJSON with polygons", at: Label(span, problem))
  }
}
