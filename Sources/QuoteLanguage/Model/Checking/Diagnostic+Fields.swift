import QuoteSyntax

/// What the model complains of: fields of bookings, their ranges and defaults, lists.
extension Diagnostic {
  static func secondKey(_ span: SourceSpan, _ first: SourceSpan) -> Diagnostic {
    Diagnostic(
      "second-key", "two inputs are the key of a booking", at: Label(span, "the second"),
      labels: [Label(first, "the first")])
  }

  static func keyType(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      "key-type", "the key is neither a text nor a count",
      at: Label(span, "a text or a count is needed"))
  }

  static func unitMismatch(_ unit: Spanned<String>, _ type: ValueType) -> Diagnostic {
    Diagnostic(
      "unit-mismatch", "`\(unit.value)` does not measure \(type.described)", at: Label(unit.span))
  }

  static func badBound(
    _ written: Spanned<String>, of type: InputType, units: Set<String> = []
  ) -> Diagnostic {
    var (help, cause) = ([String](), "a bound of the range")
    if type == .time, let hour = Int(written.value), 0...24 ~= hour {
      let time = "\(hour < 10 ? "0" : "")\(hour):00"
      cause = "a time has its minutes"
      help = [
        hour == 24
          ? "a day ends before 24:00: up to its end a range is open, such as `>= 18:00`"
          : "write `\(time)`"
      ]
    } else if type == .time, let time = OtherTime(written.value) {
      (help, cause) = (["write `\(time.right)`"], "a time has hours from 00 to 23, and minutes")
    } else if type == .date, written.value.wholeMatch(of: kept(/[12]\d{3}/)) != nil {
      help = [
        "a year has days: it begins with `\(written.value)-01-01`, and ends with "
          + "`\(written.value)-12-31`"
      ]
    } else if let match = written.value.wholeMatch(of: kept(/([^\d\s\-]+)\s?-\s?(\d.*)/)) {
      help = ["the minus comes first: `-\(match.1)\(match.2)`"]
    } else if let date = OtherDate(written.value) {
      help = [date.help]
      cause = written.value.contains(kept(/^\d{4}\D/))
        ? "month and day have two digits each, and `-` between them" : "a date begins with its year"
    } else if let number = CommaNumber(in: written.value) {
      (help, cause) = ([number.help], "a number has no commas")
    } else if let slip = NumberSlip(written.value, units: units) {
      help = ["write `\(slip.right)`"]
      if written.value.contains(kept(/\d[_'’ ]\d/)) { cause = "digits have no marks between them" }
    }
    let wanted = ValueColumnReader.type(of: type).0.described
    return Diagnostic(
      "bad-bound", "`\(written.value)` is not \(wanted) as it is written here",
      at: Label(written.span, cause), help: help)
  }

  static func rangeTooWide(_ span: SourceSpan, _ most: Ratio, step: Ratio) -> Diagnostic {
    Diagnostic(
      "range-too-wide", "a range has more steps than 64 bits count",
      at: Label(span, "with a step of \(step) it goes from \(-most) to \(most) at most"),
      help: ["write a narrower range, or a larger `step`"])
  }

  static func badDefault(
    _ span: SourceSpan, _ field: FieldSchema, in rules: ModelChecker
  ) -> Diagnostic {
    let (type, _) = ValueColumnReader.type(of: field.type)
    if field.type == .point {
      return Diagnostic(
        "bad-default", "the point `\(field.name)` has a default",
        at: Label(span, "a point cannot have one"),
        help: [
          "make it `optional point`, and write `\(field.name) default point(25.77, -80.19)` "
            + "where it is used"
        ])
    }
    let written = rules.sources.text(at: span)
    let word = written.filter { $0 != "\"" }.lowercased()
    if ["today", "now", "today()", "now()", "heute", "current_date", "tomorrow"].contains(word) {
      return Diagnostic(
        "bad-default", "the default of `\(field.name)` is not \(type.described)",
        at: Label(span, "no default moves with the day"),
        help: [
          "the moment of quoting is an input, such as `at: instant`, which `--as-of` fills; its "
            + "day is `date(at)`"
        ])
    }
    return Diagnostic(
      "bad-default", "the default of `\(field.name)` is not \(type.described)",
      at: Label(span, "`\(written)` is not \(type.described)"),
      help: Diagnostic.absences.contains(word) || ["", "empty", "blank", "n/a", "na"].contains(word)
        ? ["an input that may be missing needs no default: write `optional` "
          + "before its type, and leave `default \(written)` out"]
        : ["write it like \(type.exampleWritten(in: rules.currency))"])
  }

  static func defaultOutside(_ span: SourceSpan, _ field: String) -> Diagnostic {
    Diagnostic(
      "default-outside", "the default of `\(field)` is outside of its range, or not on its step",
      at: Label(span, "no booking could give this value"))
  }

  static func badCell(_ written: Spanned<String>) -> Diagnostic {
    Diagnostic(
      "bad-cell-pattern",
      "`\(written.value)` does not show how the cells of a list are written",
      at: Label(written.span),
      help: [
        "write names of fields separated by marks, and a mark that separates elements: "
          + "`tint:size*quantity;`"
      ])
  }

  static func beforeKeep(_ span: SourceSpan, _ part: PriceExpression) -> Diagnostic {
    Diagnostic(
      "before-keep", "a list is used before it is complete",
      at: Label(span, "this needs the complete list"), labels: [Label(part.span)],
      help: [
        "`keep` and extra elements decide what a list contains: use fields of the element and of "
          + "what holds it"
      ])
  }

  /// `whole` is the range with its ends cut to whole numbers, where that makes it one.
  static func madeOf(_ span: SourceSpan, whole: String?) -> Diagnostic {
    Diagnostic(
      "made-of", "a made list runs over neither dates nor whole numbers",
      at: Label(span, "dates or whole numbers are needed"),
      help: whole.map { ["a number that may have decimals is cut to a whole one: `\($0)`"] } ?? [])
  }

  static func lineBelow(
    _ name: String, at span: SourceSpan, isOwn: Bool = false
  ) -> Diagnostic {
    if isOwn {
      return Diagnostic(
        "line-below", "`\(name)` is used in its own line",
        at: Label(span, "the line has no amount yet"),
        help: ["the value above a line is `subtotal`, or another line by its name"])
    }
    return Diagnostic(
      "line-below", "`\(name)` is used above its line", at: Label(span, "the line is further down"),
      help: ["move the line up, or use what its amount is made from"])
  }
}
