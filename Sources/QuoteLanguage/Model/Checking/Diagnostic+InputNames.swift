import QuoteSyntax

/// What is said of inputs that are named, or whose columns are, for another unit than they are read
/// in, or for the other half of a point.
extension Diagnostic {
  /// `hours: duration`, which is read in minutes.
  static func unitOfName(
    _ name: String, reads unit: String, says other: String, type: String, isDeclared: Bool,
    at span: SourceSpan
  ) -> Diagnostic {
    let right = UnitOfName.renamed(name, for: unit, of: type)
    return Diagnostic(
      "unit-of-name", severity: .warning, "`\(name)` is read in \(unit), and is named for \(other)",
      at: Label(span, isDeclared ? "read in \(unit)" : "a \(type) without `in` is in \(unit)"),
      help: [
        "write `\(type) in \(other)`",
        "if bookings do give it in \(unit), call it that here, `\(right)` for instance, and add "
          + "`, from \(name)`",
      ])
  }

  /// `weight in kg, from "weight (lb)"`.
  static func unitOfColumn(
    _ name: String, reads unit: String, column: String, says other: String, type: String,
    place: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "unit-of-name", severity: .warning,
      "`\(name)` is read in \(unit), and its column `\(column)` is named for \(other)",
      at: Label(span, "read in \(unit)"),
      help: [
        "write `\(type) in \(other)`",
        "if the column is in \(unit) after all, give the input a name that says so: "
          + "`\(UnitOfName.renamed(name, for: unit, of: type)): …, from \(place)`",
      ])
  }

  /// `feet: distance`, `weight, from tons`.
  static func foreignUnit(
    _ name: String, reads unit: String, says word: ForeignUnit, column: String?, type: String,
    at span: SourceSpan
  ) -> Diagnostic {
    let named = column.map { ", and its column `\($0)` is named" } ?? ", and is named"
    let formulas = word.sizes.map { "`\(name) * \($0)`" }.joined(separator: ", or ")
    return Diagnostic(
      "unit-of-name", severity: .warning, "`\(name)` is read in \(unit)\(named) for \(word.word)",
      at: Label(span, "no unit here is called `\(word.word)`"),
      help: [
        "declare a `number`, and compute with \(formulas)",
        column == nil
          ? "if bookings do give it in \(unit), write `\(type) in \(unit)`"
          : "if the column is in \(unit) after all, give it another name where it comes from",
      ])
  }

  /// `point, from lng and lat`.
  static func pointTurned(_ name: String, _ first: String, _ second: String, at span: SourceSpan)
    -> Diagnostic
  {
    Diagnostic(
      "point-turned", severity: .warning, "`\(name)` takes its latitude from `\(first)`",
      at: Label(span, "the latitude comes first"),
      help: ["write `from \(second) and \(first)`"])
  }
}
