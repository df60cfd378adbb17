/// A number as it is written, in percent or not.
struct WrittenFigure {
  /// Nil if it is only known to come from percentages.
  var value: Ratio?
  var isPercent: Bool
  var span: SourceSpan

  /// Whether it is about as great as all of the others, of which some are percentages: a
  /// factor among factors, `1.15` and `100%`, or a percentage in another form, 0.12.
  func isLike(_ others: [WrittenFigure]) -> Bool {
    guard let value = value?.magnitude else { return false }
    return others.allSatisfy { other in
      guard let other = other.value?.magnitude else { return false }
      return value < other * 2 && other < value * 2
    }
  }
}
