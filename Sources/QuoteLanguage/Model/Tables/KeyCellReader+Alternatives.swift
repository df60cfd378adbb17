import QuoteSyntax

/// What the alternatives of one key cell are together.
extension KeyCellReader {
  /// A stretch of numbers, and which of a cell's tests it is of.
  struct Alternative {
    var test: Int
    var range: KeyRange

    init(_ test: Int, _ range: KeyRange) {
      self.test = test
      self.range = range
    }
  }

  /// `[1,9]`, a range whose ends a comma separates; nil for anything else.
  private func rangeWithComma(_ tests: [KeyCell.Test]) -> String? {
    guard tests.count == 2, case .value(let low) = tests[0], case .value(let high) = tests[1],
      let opening = low.value.first, let closing = high.value.last, "[(]".contains(opening),
      "])[".contains(closing)
    else { return nil }
    let ends = (low.value.dropFirst(), high.value.dropLast())
    guard [ends.0, ends.1].allSatisfy({ $0.contains(where: \.isNumber) }) else { return nil }
    let open = opening == "[" ? "[" : "("
    return "\(open)\(ends.0)..\(ends.1)\(closing == "]" ? "]" : ")")"
  }

  /// `[0,5..1,5)` and `0,5 - 1,5`, ranges of numbers with decimals behind a comma; nil for anything
  /// else, and where the comma may part groups of three digits.
  private func rangeOfDecimals(
    _ tests: [KeyCell.Test]
  ) -> (written: String, meant: String, span: SourceSpan)? {
    guard let first = tests.first, let last = tests.last, tests.count > 1, !key.type.isCount else {
      return nil
    }
    let span = first.span.joined(to: last.span)
    let written = checker.rules.sources.text(at: span)
    if let match = written.wholeMatch(
      of: kept(/([^\d\s,]?\d+(?:,\d+)?)\s*(?:-|–|—|to|bis)\s*([^\d\s,]?\d+(?:,\d+)?)/)),
      ![match.1, match.2].contains(where: { $0.contains(kept(/,\d{3}$/)) })
    {
      let range = "[\(match.1)..\(match.2)]"
      return (written, stated.contains("numbers") ? range : range.replacing(",", with: "."), span)
    }
    guard
      let match = written.wholeMatch(
        of: kept(/([\[(]\s*[^\d\s,]?\d+)(,\d+)?([^\d,]*\.\.\s*[^\d\s,]?\d+)(,\d+)?([^\d,]*[\])])/))
    else { return nil }
    let decimals = [match.2, match.4].compactMap(\.self)
    guard decimals.contains(where: { $0.count != 4 }) else { return nil }
    return (written, written.replacing(",", with: "."), span)
  }

  /// Whether a comma stands inside a number, `1,000`, which would be the two
  /// numbers 1 and 0; reported if so.
  func isGrouped(_ tests: [KeyCell.Test]) -> Bool {
    guard case .quantity = key.type else { return false }
    if let range = rangeWithComma(tests) {
      let span = tests[0].span.joined(to: tests[1].span)
      report(.keyCellForm(checker.rules.sources.text(at: span), at: span, meant: range))
      return true
    }
    if let range = rangeOfDecimals(tests) {
      report(.keyCellForm(range.written, at: range.span, meant: range.meant))
      return true
    }
    for index in tests.indices.dropLast() {
      guard let before = tests[index].lastNumber, var group = tests[index + 1].firstNumber else {
        continue
      }
      if isDecimalComma(tests, at: index) {
        let span = before.span.joined(to: group.span)
        let name = checker.rules.sources[span.file]?.name ?? ""
        let cell = checker.rules.sources.text(at: tests[index].span.joined(to: group.span))
        report(
          .commaInKey(
            before.value, group.value, of: cell, at: span,
            isWhole: KeyDomain.step(of: key)?.isWhole == true && key.type.isCount,
            isInCard: !name.hasSuffix(".yaml") && !name.hasSuffix(".yml")))
        return true
      }
      guard isGroup(group, after: before) else { continue }
      var whole = before.value + group.value
      var span = SourceSpan(
        file: before.span.file, lower: before.span.lower, upper: group.span.upper)
      for test in tests[(index + 2)...] {
        guard let next = test.firstNumber, next.span.lower == group.span.upper + 1 else { break }
        whole += next.value
        span.upper = next.span.upper
        group = next
      }
      let marks: Set<Character> = ["[", "]", "(", ")"]
      report(
        .groupedKey(
          at: span, number: whole.filter { !marks.contains($0) },
          alternatives: group.value.hasPrefix("0") ? nil : [before.value, group.value]))
      return true
    }
    return false
  }

  /// Whether two numbers stand at a comma without a space, `1,5`, where the key may have decimals:
  /// one number, as others write it, or two. Behind `<` and the like it is hardly two.
  private func isDecimalComma(_ tests: [KeyCell.Test], at index: Int) -> Bool {
    guard let before = tests[index].lastNumber, case .value(let after) = tests[index + 1],
      isBeside(before, after)
    else { return false }
    if case .value = tests[index], KeyDomain.step(of: key)?.isWhole == true { return false }
    let digits = before.value.utf8.reversed().prefix { $0.isDigit }.count
    let marks: Set<Character> = ["[", "]", "(", ")"]
    guard !(before.value + after.value).contains(where: marks.contains) else { return false }
    guard digits > 0, before.value.utf8.count - digits <= 1, !before.value.contains("."),
      after.value.utf8.first?.isDigit == true, !after.value.contains(".")
    else { return false }
    // Where three have no space between them, each is a value.
    if index > 0, case .value(let earlier) = tests[index - 1], isBeside(earlier, before) {
      return false
    }
    if index + 2 < tests.count, case .value(let later) = tests[index + 2], isBeside(after, later) {
      return false
    }
    return !isGroup(after, after: before)
  }

  private func isBeside(_ before: Spanned<String>, _ after: Spanned<String>) -> Bool {
    after.span.lower == before.span.upper + 1
  }

  /// Whether digits right after a comma are three, and up to three stand before it.
  private func isGroup(_ group: Spanned<String>, after before: Spanned<String>) -> Bool {
    let digits = group.value.utf8.prefix { $0.isDigit }
    let leading = before.value.utf8.reversed().prefix { $0.isDigit }
    guard digits.count == 3, 1...3 ~= leading.count else { return false }
    let isPoint = before.value.utf8.dropLast(leading.count).last == UInt8(ascii: ".")
    let isBeside = group.span.lower == before.span.upper + 1
    return !isPoint && (isBeside || digits.first == UInt8(ascii: "0"))
  }

  /// Whether ascending ranges leave out no value.
  func holdAlways(_ ranges: [KeyRange]) -> Bool {
    guard ranges.count == 1 else { return false }
    return ranges[0].interval.lower == -.infinity && ranges[0].interval.upper == .infinity
  }

  /// `5,5` as `5.5`, with the sign of a range before it; nil for two that are written apart.
  private func number(of pair: [SourceSpan]) -> String? {
    let (before, after) = (pair[0], pair[1])
    guard before.file == after.file, after.lower == before.upper + 1 else { return nil }
    let (first, second) = (
      checker.rules.sources.text(at: before), checker.rules.sources.text(at: after)
    )
    guard first.last?.isNumber ?? false, second.first?.isNumber ?? false, !first.contains(".")
    else { return nil }
    return "\(first).\(second)"
  }

  /// Warns of the first two alternatives of which both hold for one value.
  func reportOverlaps(_ found: [Alternative], of tests: [KeyCell.Test]) {
    let sorted = found.map { ($0.test, KeyDomain.cuts($0.range)) }.sorted { $0.1.0 < $1.1.0 }
    guard var reach = sorted.first else { return }
    for next in sorted.dropFirst() {
      if next.1.0 < reach.1.1, next.0 != reach.0 {
        let pair = [min(reach.0, next.0), max(reach.0, next.0)].map { tests[$0].span }
        let larger = next.1.1 <= reach.1.1 ? tests[reach.0].span : nil
        let whole = larger.map { checker.rules.sources.text(at: $0).trimmedOfSpaces }
        report(.alternativesOverlap(pair[1], pair[0], whole: whole, decimal: number(of: pair)))
        return
      }
      if next.1.1 > reach.1.1 { reach = next }
    }
  }
}

extension KeyCell.Test {
  var span: SourceSpan {
    switch self {
    case .value(let word): word.span
    case .range(let range): range.span
    case .none(let span): span
    }
  }

  /// The number that the test ends with; nil for `none`.
  var lastNumber: Spanned<String>? {
    switch self {
    case .value(let word): word
    case .range(let range): range.upper ?? range.lower
    case .none: nil
    }
  }

  /// The number that the test begins with; nil for `none`, and behind `<` or `>`.
  var firstNumber: Spanned<String>? {
    switch self {
    case .value(let word): word
    case .range(let range): range.lower != nil && range.upper != nil ? range.lower : nil
    case .none: nil
    }
  }
}
