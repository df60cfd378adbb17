import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// One edit between two rules, as their models have it: not a line of text, but a figure, a
/// formula, a condition, a row of a table.
package struct RuleEdit: Hashable, Sendable {
  /// What an edit changes.
  enum Part: Hashable, Sendable {
    case rounding, arithmetic, timezone
    /// How files of bookings are written.
    case bookings
    case input(String)
    /// A figure, formula or table of `let` as a whole.
    case named(String)
    case cell(table: String, row: Int, column: Int)
    /// The keys of all rows of a table, where a bound has moved.
    case keys(table: String)
    /// What a line is, and when; by the names of its groups and its own.
    case amount(String)
    case condition(String)
    /// A line that comes or goes.
    case line(String)
    /// The order of the lines in a group.
    case order(String)
    case decline(String)
    /// The words of a decline, by those that it had.
    case reason(String)
  }

  /// Several where they make no sense without each other.
  var parts: Set<Part>
  /// `tier [8..15]`.
  package var name: String
  /// As written, empty where there is none.
  package var before: String
  package var after: String
  /// In the rules after, or before where it is gone.
  package var place: RulePlace?

  /// `tier [8..15]: 15% → 18%`.
  package var sentence: String {
    if before.isEmpty { return after.isEmpty ? name : "\(name) is new: \(after)" }
    return after.isEmpty ? "\(name) is gone: \(before)" : "\(name): \(before) → \(after)"
  }

  /// One edit of two that make no sense without each other.
  func joined(with other: RuleEdit) -> RuleEdit {
    RuleEdit(
      parts: parts.union(other.parts), name: "\(sentence); \(other.sentence)", before: "",
      after: "", place: place ?? other.place)
  }
}

/// What is different in one thing that is edited as a whole.
struct EditFindings {
  private var findings: [(name: String, before: String, after: String)] = []

  var isEmpty: Bool { findings.isEmpty }

  /// A part of it by its name, empty for the thing itself; nothing where it is the same.
  mutating func add(_ name: String, _ before: String, _ after: String) {
    if before != after { findings.append((name, before, after)) }
  }

  /// The edit of one part, or of several together; nil if there is none.
  func told(of name: String) -> (name: String, before: String, after: String)? {
    guard let first = findings.first else { return nil }
    if findings.count == 1 {
      guard first.name.isEmpty else { return ("\(name), \(first.name)", first.before, first.after) }
      let figures = EditWords.figures(first.before, first.after)
      return (name, figures.0, figures.1)
    }
    func said(_ side: (name: String, text: String)) -> String {
      let text = side.text.isEmpty ? "none" : side.text
      return side.name.isEmpty ? text : "\(side.name) \(text)"
    }
    return (
      name, findings.map { said(($0.name, $0.before)) }.joined(separator: "; "),
      findings.map { said(($0.name, $0.after)) }.joined(separator: "; ")
    )
  }
}

/// Texts of rules, as edits say them.
enum EditWords {
  /// On one line.
  static func line(_ text: String) -> String {
    text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r\n" })
      .joined(separator: " ")
  }

  /// Only the figure, where two formulas differ by one figure; else both as they are.
  static func figures(_ before: String, _ after: String) -> (String, String) {
    let (a, b) = (Array(before), Array(after))
    var start = 0
    while start < min(a.count, b.count), a[start] == b[start] { start += 1 }
    var end = 0
    while end < min(a.count, b.count) - start,
      a[a.count - 1 - end] == b[b.count - 1 - end]
    {
      end += 1
    }
    func isFigure(_ mark: Character) -> Bool { mark.isNumber || ".%$€£".contains(mark) }
    while start > 0, isFigure(a[start - 1]) { start -= 1 }
    while end > 0, isFigure(a[a.count - end]) { end -= 1 }
    let (left, right) = (a[start..<(a.count - end)], b[start..<(b.count - end)])
    let areFigures = [left, right].allSatisfy { part in
      part.contains(where: \.isNumber) && part.allSatisfy(isFigure)
    }
    guard areFigures else { return (before, after) }
    // A currency behind a figure is part of it.
    let currency = String(a.suffix(end)).prefixMatch(
      of: kept(/\ ?(?:[A-Z]{3}\b|[€£$])(?:\/[a-z]+)?/))
    let behind = currency.map { String($0.output) } ?? ""
    return (String(left) + behind, String(right) + behind)
  }
}
