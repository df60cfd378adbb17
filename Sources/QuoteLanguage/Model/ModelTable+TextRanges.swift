package import QuoteSyntax

extension ModelTable {
  /// Two ends in a column of ranges of texts that are alike but for numbers of several lengths, and
  /// where the one found last is. Best are two that go another way by letters than as numbers.
  package func endsOfSeveralLengths(
    _ column: Int, in rows: [ModelTableRow]
  ) -> (one: String, other: String, areTurned: Bool, span: SourceSpan)? {
    var seen: [String: [(lengths: [Int], end: String)]] = [:]
    var found: (String, String, Bool, SourceSpan)?
    for row in rows {
      guard case .textRanges(let ranges) = row.keys[column].body else { continue }
      for end in ranges.flatMap(\.ends) {
        let shape = end.shapeOfNumbers
        guard !shape.lengths.isEmpty else { continue }
        for other in seen[shape.rest] ?? [] where other.lengths != shape.lengths {
          let isShorter = shape.lengths.lexicographicallyPrecedes(other.lengths)
          if isShorter == (other.end < end) { return (other.end, end, true, row.keySpans[column]) }
          found = found ?? (other.end, end, false, row.keySpans[column])
        }
        if (seen[shape.rest]?.count ?? 0) < 16 {
          seen[shape.rest, default: []].append((shape.lengths, end))
        }
      }
    }
    return found
  }
}

extension TextRange {
  package var ends: [String] { [lower, upper].compactMap { $0 } }
}

extension String {
  /// How long the numbers in it are, and the rest.
  fileprivate var shapeOfNumbers: (lengths: [Int], rest: String) {
    var (lengths, rest, isInside) = ([Int](), "", false)
    for byte in unicodeScalars {
      let isDigit = ("0"..."9").contains(byte)
      if isDigit {
        if isInside { lengths[lengths.count - 1] += 1 } else { lengths.append(1) }
        if !isInside { rest += "0" }
      } else {
        rest.unicodeScalars.append(byte)
      }
      isInside = isDigit
    }
    return (lengths, rest)
  }
}

extension Diagnostic {
  /// Said of rows that only meet because ranges of texts go by letters.
  static func lettersHelp(_ rows: [ModelTableRow], of table: ModelTable) -> [String] {
    for column in table.keys.indices where table.keys[column].domain.type == .text {
      guard let (one, other, areTurned, _) = table.endsOfSeveralLengths(column, in: rows), areTurned
      else { continue }
      return [
        "as texts, `\(min(one, other))` comes before `\(max(one, other))`: "
          + numbersHelp(one, other, of: table.keys[column].header)
      ]
    }
    return []
  }

  /// What to look up in place of texts with numbers of several lengths.
  package static func numbersHelp(_ one: String, _ other: String, of header: String) -> String {
    (one + other).unicodeScalars.allSatisfy { ("0"..."9").contains($0) }
      ? "if `\(header)` is a number, look that up: `integer(\(header))`"
      : "to compare the numbers as numbers, look up `natural(\(header))`"
  }
}
