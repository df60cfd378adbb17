/// A number as it is written, in percent or not.
package struct WrittenFigure {
  /// Nil if it is only known to come from percentages.
  package var value: Ratio?
  package var isPercent: Bool
  package var span: SourceSpan

  package init(value: Ratio?, isPercent: Bool, span: SourceSpan) {
    self.value = value
    self.isPercent = isPercent
    self.span = span
  }

  /// Whether it is about as great as all of the others, of which some are percentages: a
  /// factor among factors, `1.15` and `100%`, or a percentage in another form, 0.12.
  package func isLike(_ others: [WrittenFigure]) -> Bool {
    guard let value = value?.magnitude else { return false }
    return others.allSatisfy { other in
      guard let other = other.value?.magnitude else { return false }
      return value < other * 2 && other < value * 2
    }
  }
}
