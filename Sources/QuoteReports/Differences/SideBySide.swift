import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// What both sides have for a booking, row by row: the waterfall, then every
/// other value that differs.
struct SideBySide {
  struct Row {
    var name: String
    var depth: Int
    /// JSON texts, cut to a line; empty where a side does not say it.
    var ours: String
    var theirs: String
    var difference: String
    var isDifferent: Bool
  }

  /// Longest waterfall that is shown whole.
  private static let whole = 24
  /// Values beside the waterfall, and steps where it is too long, that are shown.
  private static let shown = 16

  private(set) var rows: [Row] = []
  /// Rows that were left out because there are too many.
  private(set) var left = 0

  init(_ booking: BookingDifference, _ words: DifferenceWords) {
    let said = booking.steps.filter { !($0.ours.isEmpty && $0.theirs.isEmpty) }
    let steps = said.count > Self.whole ? said.filter { Self.differs($0, booking) } : said
    left = said.count - steps.count
    rows = steps.map { step in
      Row(
        name: step.name, depth: step.depth, ours: Self.brief(words.value(step.ours)),
        theirs: Self.theirs(step.theirs, booking.fields.first { $0.name == step.name }, words),
        difference: Self.difference(words.value(step.ours), words.value(step.theirs), words),
        isDifferent: Self.differs(step, booking))
    }
    let others = booking.fields.filter { field in !said.contains { $0.shows(field) } }
    for field in others.prefix(Self.shown) {
      rows.append(
        Row(
          name: field.path, depth: 0, ours: Self.brief(words.value(field.ours)),
          theirs: Self.theirs(field.theirs, field, words),
          difference: field.amount.map { $0.isZero ? "" : words.signed($0) } ?? "",
          isDifferent: true))
    }
    left += others.count - others.prefix(Self.shown).count
  }

  /// A step that the other side never says is no difference.
  private static func differs(_ step: ComparedStep, _ booking: BookingDifference) -> Bool {
    switch step.state {
    case .same: false
    case .different: true
    case .onlyOurs, .onlyTheirs:
      booking.silent.contains(step.name) || booking.fields.contains { $0.name == step.name }
    }
  }

  private static func difference(
    _ ours: String, _ theirs: String, _ words: DifferenceWords
  ) -> String {
    guard let a = Ratio(decimal: ours), let b = Ratio(decimal: theirs), a != b else { return "" }
    return words.signed(a - b)
  }

  /// The value in our terms, and in brackets as the other side wrote it.
  private static func theirs(
    _ json: String, _ field: FieldDifference?, _ words: DifferenceWords
  ) -> String {
    let value = brief(words.value(json))
    guard let original = field?.original, !original.isEmpty, original != "\"\(json)\"" else {
      return value
    }
    return value.isEmpty ? value : "\(value) (\(brief(words.value(original))))"
  }

  private static func brief(_ json: String) -> String {
    DifferenceWords.line(json, atMost: 40)
  }

  /// Aligned lines, with a heading; a star where the sides differ.
  func lines(_ context: DifferenceContext) -> [String] {
    guard !rows.isEmpty else { return [] }
    var table = TextTable(right: [2, 3, 4])
    table.rows = [["", "", context.ourName, context.theirName, ""]]
    table.rows += rows.map { row in
      let indent = String(repeating: "  ", count: row.depth)
      return [
        row.isDifferent ? "*" : "", indent + DifferenceWords.line(row.name), row.ours, row.theirs,
        row.difference,
      ]
    }
    let more = left > 0 ? ["   and \(left) more"] : []
    return table.lines + more
  }
}
