import TestKit

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What backends get wrong that is no figure, one kind at a time.
extension MutantRules {
  enum Kind: String, CaseIterable {
    case missing, doubled, negated, always, andOr, base, roundedUp, row

    /// The line with the mistake, of which the next is told; nil where it has none to make.
    func changed(_ line: String, next: String) -> String? {
      switch self {
      case .missing: Self.amount(line) { "0 * (\($0))" }
      case .doubled: Self.amount(line) { "2 * (\($0))" }
      case .negated: Self.part("when:", of: line) { "not (\($0))" }
      case .always: Self.part("when:", of: line) { _ in "yes" }
      case .andOr:
        Self.part("when:", of: line) { condition in
          condition.contains(" and ")
            ? condition.replacing(" and ", with: " or ")
            : condition.replacing(" or ", with: " and ")
        }
      case .base:
        line.contains("becomes:") || line.contains("amount:")
          ? line.replacing("subtotal", with: "(subtotal + $1)") : nil
      case .roundedUp: line.replacing("round(", with: "round_up(", maxReplacements: 1)
      case .row: Self.row(line, next)
      }
    }

    private static func part(
      _ word: String, of line: String, _ change: (String) -> String
    ) -> String? {
      guard let found = line.firstRange(of: word) else { return nil }
      let text = line[found.upperBound...].prefix { $0 != "#" }
      let bare = String(text.drop { $0 == " " })
      return bare.isEmpty ? nil : line[..<found.upperBound] + " " + change(bare)
    }

    private static func amount(_ line: String, _ change: (String) -> String) -> String? {
      line.contains("{") ? nil : part("amount:", of: line, change)
    }

    /// A row of a table that says what the next one does.
    private static func row(_ line: String, _ next: String) -> String? {
      guard let own = line.firstRange(of: "||"), let other = next.firstRange(of: "||"),
        line.contains(where: \.isNumber), next.contains(where: \.isNumber)
      else { return nil }
      return String(line[..<own.lowerBound] + next[other.lowerBound...])
    }
  }

  /// Changes one line by a mistake of a kind.
  func mutant(_ kind: Kind, _ random: inout SeededGenerator) -> Mutant? {
    let index = Int.random(in: 0..<lines.count - 1, using: &random)
    guard isOfRules(index), let changed = kind.changed(lines[index], next: lines[index + 1]),
      changed != lines[index]
    else { return nil }
    var all = lines
    all[index] = changed
    return Mutant(text: all.joined(separator: "\n"), line: index + 1, what: kind.rawValue)
  }

  /// Whether a line is of a let or of the waterfall.
  private func isOfRules(_ index: Int) -> Bool {
    let section = lines[...index].last { $0.first?.isLetter == true } ?? ""
    return section.hasPrefix("let:") || section.hasPrefix("quote:")
  }

  /// The lines of the let, or the line of the waterfall, that one line is in.
  func block(around line: Int) -> ClosedRange<Int> {
    func isStart(_ index: Int) -> Bool {
      let text = lines[index]
      return text.hasPrefix("  ") && !text.hasPrefix("   ") || text.first?.isLetter == true
    }
    var first = line - 1
    while first > 0, !isStart(first) { first -= 1 }
    var last = line
    while last < lines.count, !isStart(last) { last += 1 }
    return first + 1...max(line, last)
  }
}
