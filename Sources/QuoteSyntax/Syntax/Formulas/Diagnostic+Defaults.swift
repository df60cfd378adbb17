/// What is said of `default` in formulas.
extension Diagnostic {
  /// `left` stands before `default` and `right` behind it; `part` is the last of what is before.
  static func wideDefault(
    _ span: SourceSpan, last: SourceSpan, left: String, part: String, right: String
  ) -> Diagnostic {
    Diagnostic(
      "wide-default", severity: .warning, "`default` applies to everything on its left",
      at: Label(span, "used if any part of this is not given"),
      labels: [Label(last, "not only if this is not")],
      help: [
        "for all of it, which is what it says now, write `(\(left)) default \(right)`",
        "for the last part alone, write "
          + "`\(left.dropLast(part.count))(\(part) default \(right))`",
      ])
  }

  /// A figure before `default`; `instead` is the comparison with it as it may be meant.
  static func defaultOfFigure(
    _ figure: SourceSpan, written: String, other: String, instead: String?
  ) -> Diagnostic {
    Diagnostic(
      "default-of-figure", severity: .warning,
      "`default \(other)` says nothing: `\(written)` is always given",
      at: Label(figure, "`default` goes with what stands just before it"),
      help: [
        instead.map { "for a value that may be missing, write it there: `\($0)`" }
          ?? "for a value that may be missing, write `default` just behind it, in brackets: "
          + "`(x default \(other))`",
        "for what a function gives, write it behind its closing bracket: "
          + "`first(…) default \(other)`",
      ])
  }
}
