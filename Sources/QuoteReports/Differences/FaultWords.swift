import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// How reports say of which bookings nothing could be compared.
struct FaultWords {
  /// A report for people names so many, those for programs as many as are kept.
  static let shown = 10

  let kind: ComparisonFault.Kind
  let count: Int
  /// The first of them.
  let faults: [ComparisonFault]
  /// Whether the comparison fails for them.
  let fails: Bool

  /// The words for each kind that there is.
  static func all(_ summary: DifferenceSummary) -> [FaultWords] {
    ComparisonFault.Kind.allCases.compactMap { kind in
      let count = summary.faults.count(of: kind)
      guard count > 0 else { return nil }
      return FaultWords(
        kind: kind, count: count, faults: summary.faults.first.filter { $0.kind == kind },
        fails: summary.failuresOfFaults[kind] != nil)
    }
  }

  /// `3 bookings got no reply that could be compared`.
  var sentence: String { kind.counted(count) }

  /// Heads a list of them.
  var title: String {
    switch kind {
    case .unanswered: "bookings without a reply that could be compared"
    case .unreadable: "records that cannot be read"
    }
  }

  /// The first ones, a line each, and how many more there are and where.
  func lines(atMost most: Int = shown) -> [String] {
    let shown = faults.prefix(most).map { Self.line($0) }
    let more = count - shown.count
    return shown + (more > 0 ? ["and \(more) more: `--format jsonl` lists all"] : [])
  }

  /// `record 2, line 2, `d000017`: the reply is empty, not JSON [not-json]`.
  static func line(_ fault: ComparisonFault) -> String {
    var text = "record \(fault.record)"
    if fault.kind == .unreadable, fault.line > 0 { text += ", line \(fault.line)" }
    if !fault.key.isEmpty { text += ", `\(DifferenceWords.line(fault.key))`" }
    return text + ": \(DifferenceWords.line(fault.message, atMost: 300)) [\(fault.reason)]"
  }

  /// What a test of a build server is called.
  static func name(_ fault: ComparisonFault) -> String {
    fault.key.isEmpty ? "record \(fault.record)" : DifferenceWords.line(fault.key)
  }
}
