/// What can be wrong in the form of lines, tables, lists and areas.
extension Diagnostic {
  static func currencyForm(_ text: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "currency-form", "a currency is three capital letters (ISO 4217)",
      at: Label(text.span, "`\(text.value)` is not"), help: ["write USD, EUR, GBP …"])
  }

  static func builtInUnit(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "built-in-unit", "`\(name.value)` is already a unit", at: Label(name.span, "built in"),
      help: ["remove it from `units`"])
  }

  static func stepForm(_ raw: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "step-form", "a step is a number", at: Label(raw.span, "this is not one"),
      help: ["write step 0.1, or step 0.1 mi"])
  }

  static func exclusiveKeys(
    _ one: String, _ other: String, at span: SourceSpan, first: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "exclusive-keys", "an entry has `\(one)` or `\(other)`, not both",
      at: Label(span, "the second"), labels: [Label(first, "the first")],
      help: ["make two entries of it"])
  }

  static func takeWithoutLines(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "take-without-lines", "`take` chooses among `lines`", at: Label(span, "there are none here"))
  }

  static func notOfSubtotals(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "not-of-subtotals", "a subtotal has no `\(key.value)`",
      at: Label(key.span, "belongs to a line"),
      help: ["a subtotal is named, and may say what it `becomes`"])
  }

  static func lineWithoutAmount(_ name: Spanned<String>, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "line-without-amount", "a line with a condition or a list says its `amount`",
      at: Label(name.span, "has none"), help: ["write amount: \(name.value)"])
  }

  static func becomesUnderFor(at span: SourceSpan, list: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "becomes-under-for", "`becomes` cannot stand directly under `for`",
      at: Label(span, "would set the subtotal once for each element"),
      labels: [Label(list.span, "the list")],
      help: [
        "where each element goes on from what the one before it made, say so: `for: "
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
        "where each element goes on from what the one before it made, write an `amount`",
      ])
  }

  // MARK: - Let

  static func parameterForm(_ key: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "parameter-form", "a formula with parameters reads `name(a, b): formula`",
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

  static func stepsWithoutOrder(_ list: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "steps-without-order", "what is carried from element to element goes along a list in order",
      at: Label(list.span, "no order is said"), help: ["write `for: \(list.value) in order`"])
  }

  static func letForm(_ name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "let-form", "a `let` is a formula, a table, an area or a made list",
      at: Label(name.span, "none of these"),
      help: [
        "the key over a table is one of "
          + HitPolicy.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      ])
  }

  static func tableForm(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "table-form", "a table is a block of rows after `|`, or the name of a CSV file",
      at: Label(span, "neither"), help: ["write `first: |` and rows `| key || value |` below"])
  }

  static func rowForm(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "row-form", "a row begins and ends with `|`", at: Label(span, "this one does not"),
      help: ["comments begin with `#`; write \\| for a bar inside a cell"])
  }

  /// `line` is what stands there, of a CSV file.
  static func partingMissing(at span: SourceSpan, isCSV: Bool, line: String = "") -> Diagnostic {
    let mark = line.contains(",") ? "," : [";", "\t"].first { line.contains($0) } ?? ","
    return Diagnostic(
      "parting-missing",
      isCSV ? "an empty column separates keys from values" : "`||` separates keys from values",
      at: Label(span, "not separated"),
      help: [isCSV ? "write `key\(mark)\(mark)value`" : "write | key || value |"])
  }

  static func partingRepeated(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "parting-repeated", "a row has one `||`", at: Label(span, "the second time"),
      help: ["write - for a cell that holds nothing"])
  }

  static func headerEmpty(_ what: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic("header-empty", "a table needs \(what)", at: Label(span, "none here"))
  }

  static func tableEmpty(at span: SourceSpan) -> Diagnostic {
    Diagnostic("table-empty", "a table needs a header", at: Label(span, "no row here"))
  }

  static func rowWidth(
    found: Int, wanted: Int, what: String, at span: SourceSpan, header: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "row-width", "a row has as many \(what) as the header",
      at: Label(span, "\(found) here"), labels: [Label(header, "\(wanted) here")])
  }

  static func keyCellForm(
    _ written: String, at span: SourceSpan, meant: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "key-cell-form", "`\(written)` is not a key cell", at: Label(span, "cannot be read"),
      help: [
        meant.map { "write `\($0)`" }
          ?? "key cells are a word, a, b, [a..b), < a, not(a), - or none; quote other texts"
      ])
  }

  static func bodyNotFurtherIn(_ key: Spanned<String>, of name: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "let-form", "a table stands further in than its name",
      at: Label(key.span, "not further in than `\(name.value)`"),
      labels: [Label(name.span, "its name")],
      help: ["write two more spaces before `\(key.value)` and before each of its rows"])
  }

  static func matrixKeyMissing(_ right: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "name-form", "columns have names, and a matrix says whose values it has side by side",
      at: Label(span, "neither names nor the values of a key"),
      help: ["write `\(right)` for the first"])
  }

  static func quoteNeverEnds(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "quote-never-ends", "a quoted field ends with a quotation mark",
      at: Label(span, "opened here"))
  }

  static func madeListForm(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "made-list-form", "a made list reads `each: name in [a..b)`",
      at: Label(span, "cannot be read"))
  }

  // MARK: - Areas

  static func degreesWanted(_ written: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "degrees-wanted", "`\(written)` is not a latitude or longitude",
      at: Label(span, "decimal degrees are wanted"),
      help: ["write 25.77; south and west have a minus"])
  }

  static func notOnEarth(_ point: GeographicPoint, at span: SourceSpan) -> Diagnostic {
    let isSwapped = abs(point.latitude) <= 180 && abs(point.longitude) <= 90
    return Diagnostic(
      "not-on-earth", "latitudes go from -90 to 90, longitudes from -180 to 180",
      at: Label(span, "latitude \(point.latitude), longitude \(point.longitude)"),
      help: isSwapped
        ? ["they look swapped: GeoJSON has the longitude first, all else the latitude"] : [])
  }

  static func emptyArea(_ without: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic("empty-area", "an area has corners", at: Label(span, "there is no \(without) in it"))
  }

  static func pointForm(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "point-form", "a place is written `latitude, longitude`", at: Label(span, "not a place"),
      help: ["write 25.77, -80.19"])
  }

  static func ringTooShort(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "ring-too-short", "a polygon has at least three corners", at: Label(span, "has fewer"))
  }

  static func radiusForm(at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "radius-form", "a radius is a distance", at: Label(span, "not one"), help: ["write 5 km"])
  }

  static func notGeoJSON(_ problem: String, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "not-geojson", "an area file is GeoJSON with polygons", at: Label(span, problem))
  }
}
