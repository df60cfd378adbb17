import QuoteSyntax

/// A point that was meant to group digits at the upper end of a range that is empty without it.
enum PointOfThousands {
  /// The ends of a range that is written with two points between them.
  static func ends(in text: String) -> (lower: String, upper: String) {
    guard let mark = text.firstRange(of: "..") else { return ("", "") }
    let isEnd: (Character) -> Bool = { "[]()".contains($0) }
    return (
      String(text[..<mark.lowerBound].filter { !isEnd($0) }),
      String(text[mark.upperBound...].filter { !isEnd($0) })
    )
  }

  /// `1.000 kg` and `1000 kg`, if that is not below the lower end.
  static func upperEnd(_ ends: (lower: String, upper: String)) -> (figure: String, whole: String)? {
    let upper = ends.upper.trimmedOfSpaces
    guard let match = upper.wholeMatch(of: kept(/(\D*)([1-9]\d{0,2})\.(\d{3})(\D*)/)),
      let whole = Ratio(decimal: "\(match.2)\(match.3)"),
      let lower = ends.lower.firstMatch(of: kept(/\d+(?:\.\d+)?/)),
      let least = Ratio(decimal: String(lower.0)), least <= whole
    else { return nil }
    return (upper, "\(match.1)\(match.2)\(match.3)\(match.4)")
  }
}
