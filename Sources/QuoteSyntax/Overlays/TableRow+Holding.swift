extension TableRow {
  /// Whether its one key cell is a range of numbers in which one lies, as it is written.
  func holds(_ number: String) -> Bool {
    guard let wanted = Ratio(decimal: number), keys.count == 1,
      case .tests(let tests) = keys[0].content
    else { return false }
    return tests.contains { test in
      guard case .range(let range) = test else { return false }
      return range.holds(wanted)
    }
  }
}

extension RangeSyntax {
  fileprivate func holds(_ number: Ratio) -> Bool {
    if let lower {
      guard let bound = Ratio(decimal: lower.value), bound <= number,
        lowerIsIncluded || bound < number
      else { return false }
    }
    if let upper {
      guard let bound = Ratio(decimal: upper.value), number <= bound,
        upperIsIncluded || number < bound
      else { return false }
    }
    return true
  }
}
