import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// Differences as one HTML page that opens without a network: totals, how far
/// apart, groups to choose by, a table to sort and search, rows that unfold to
/// both waterfalls.
///
/// Bookings are written as they come, each as an array; names that many have
/// are numbers into a table that stands behind them. The page's script draws
/// only what is in sight.
final class DifferencePage {
  /// Bookings that a page holds; browsers take more, but not in seconds.
  static let limit = 200_000

  private var words: DifferenceWords
  private var names: [String: Int] = ["": 0]
  private var ordered = [""]
  private var kinds: [Kind: Int] = [:]
  private var orderedKinds: [Kind] = []
  private var count = 0

  /// A line of the waterfall, the same for many bookings.
  private struct Kind: Hashable {
    var name: Int
    var depth: Int
    var isSubtotal: Bool
    var place: Int
  }

  init(_ words: DifferenceWords) {
    self.words = words
    self.words.hasThousands = true
  }

  // MARK: - In the order of the page

  func appendHead(to buffer: ByteBuffer) {
    let title = words.context.title.escapedForHTML
    let others = words.context.others.map { Sources.pageName(of: $0) }.joined(separator: ", ")
      .escapedForHTML
    let rules = Sources.pageName(of: words.context.rules).escapedForHTML
    buffer.append(
      text: """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" \
        content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
        <title>\(title): differences</title>
        <style>\(PageStyle.ofEveryPage)
        \(Documents.differencesCSS)
        </style></head><body>
        <header><h1>\(title)</h1><p>\(rules) against \(others)</p>
        <div id="sentences"></div></header>
        <main><p id="reading">reading…</p>
        <noscript><p>The table is made by the script of this page.</p></noscript>
        <div class="tiles" id="tiles"></div><div class="cards" id="cards"></div>
        <div class="tools"><input id="find" type="search" aria-label="find" \
        placeholder="a booking, line or reason">
        <output id="number"></output><span id="chips"></span></div>
        <div id="table" role="table" aria-label="bookings that differ">
        <div class="heads" id="heads" role="row"></div><div id="rows" role="rowgroup"></div></div>
        <p class="empty" id="none" hidden>No booking is left.</p></main>
        <script type="application/json" id="differences">[

        """)
  }

  func append(_ booking: BookingDifference, to buffer: ByteBuffer) {
    guard count < Self.limit else { return }
    if count > 0 { buffer.append(",\n") }
    count += 1
    buffer.append(text: row(booking).escapedForScript)
  }

  func appendEnd(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    buffer.append("\n]</script>\n")
    buffer.append(text: Self.why(summary, words))
    buffer.append("<script type=\"application/json\" id=\"summary\">")
    buffer.append(text: object(summary).escapedForScript)
    buffer.append("</script>\n<script>\n")
    let scripts = [
      Documents.differencesJS, Documents.differencesTableJS, Documents.differencesWhyJS,
    ]
    for script in scripts {
      buffer.append(text: script)
      buffer.append("\n")
    }
    buffer.append("</script>\n</body></html>\n")
  }

  // MARK: - Bookings

  private func number(of name: String) -> String {
    if let known = names[name] { return "\(known)" }
    names[name] = ordered.count
    ordered.append(name)
    return "\(ordered.count - 1)"
  }

  /// The order is that of the constants at the top of the script.
  private func row(_ booking: BookingDifference) -> String {
    var met: Set<String> = []
    let fields = booking.fields.map(\.field).filter { met.insert($0).inserted }
    let steps = booking.steps.filter { !($0.ours.isEmpty && $0.theirs.isEmpty) }
    let others = booking.fields.filter { field in !steps.contains { $0.shows(field) } }
    let pair = Self.outcomes.count * Self.index(booking.ours) + Self.index(booking.theirs)
    return JSONParts.array([
      Self.told(booking.key), "\(booking.record)", number(of: booking.form), "\(pair)",
      booking.amount.map(Self.number) ?? "null", number(of: booking.departing),
      number(of: booking.cause), value(booking.ourTotal), value(booking.theirTotal),
      Self.standing(booking), number(of: Self.rounding(booking)),
      Self.told(booking.ourReason), Self.told(booking.theirReason),
      JSONParts.array(steps.map { step($0, of: booking) }),
      JSONParts.array(fields.map(number(of:))),
      JSONParts.array(others.map(field)),
      JSONParts.array(booking.rules.map(number(of:))), number(of: Self.text(booking.place)),
    ])
  }

  private func step(_ step: ComparedStep, of booking: BookingDifference) -> String {
    let kind = Kind(
      name: Int(number(of: step.name)) ?? 0, depth: step.depth, isSubtotal: step.isSubtotal,
      place: Int(number(of: Self.text(step.place))) ?? 0)
    let known = kinds[kind] ?? orderedKinds.count
    if known == orderedKinds.count {
      kinds[kind] = known
      orderedKinds.append(kind)
    }
    let start = "[\(known),\(value(step.ours))"
    switch step.state {
    case .same: return start + "]"
    case .different:
      let original = booking.fields.first { $0.name == step.name }?.original ?? ""
      return "\(start),\(value(step.theirs))\(original.isEmpty ? "" : ",1,\(value(original))")]"
    case .onlyOurs, .onlyTheirs:
      let isDifferent = booking.fields.contains { $0.name == step.name }
      return "\(start),\(value(step.theirs))\(isDifferent ? ",1" : "")]"
    }
  }

  private func field(_ field: FieldDifference) -> String {
    let kind = FieldDifference.Kind.allCases.firstIndex(of: field.kind) ?? 0
    return JSONParts.array([
      number(of: field.path), "\(kind)", value(field.ours), value(field.theirs),
      field.amount.map(Self.number) ?? "null",
    ] + (field.original.isEmpty ? [] : [value(field.original)]))
  }

  /// A text of a booking, or of a file, as JSON.
  private static func told(_ text: String) -> String {
    JSONParts.text(text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).shown }.joined(separator: "\n"))
  }

  private static let outcomes: [ReferenceMap.Outcome] = [
    .priced, .declined, .fault, .other, .missing,
  ]

  private static func index(_ outcome: ReferenceMap.Outcome) -> Int {
    outcomes.firstIndex(of: outcome) ?? 0
  }

  private static func standing(_ booking: BookingDifference) -> String {
    switch booking.standing {
    case .new: "0"
    case .known: "1"
    case .accepted(let entry): "\(entry + 2)"
    }
  }

  private static func rounding(_ booking: BookingDifference) -> String {
    switch booking.rounding {
    case .no: ""
    case .unexplained, .untried: "unexplained"
    case .removed(let profiles): profiles.joined(separator: "\n")
    }
  }

  static func text(_ place: RulePlace?) -> String {
    place.map { "\(Sources.pageName(of: $0.file)):\($0.line)" } ?? ""
  }

  /// A number as one, where a double holds it; any other JSON as a text.
  private func value(_ written: String) -> String {
    let json = words.value(written)
    guard !json.isEmpty else { return "null" }
    let isNumber = json.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    }
    if isNumber, json.utf8.count <= 15 { return json }
    return Self.told(DifferenceWords.line(json, atMost: 2000))
  }

  static func number(_ amount: Ratio) -> String {
    if let digits = amount.decimalDigits, digits <= 9 { return amount.description }
    return amount.isFinite ? "\(amount.nearestDouble)" : "null"
  }

  // MARK: - The whole

  /// What the script calls `sum`; the names come last, when all are known.
  private func object(_ summary: DifferenceSummary) -> String {
    var sentences = words.sentences(summary)
    if summary.different > count {
      sentences.append("the table has the first \(count) bookings; the sums have all")
    }
    let groups = groups(summary)
    let steps = orderedKinds.map { kind in
      "[\(kind.name),\(kind.depth),\(kind.isSubtotal ? 1 : 0),\(kind.place)]"
    }
    return JSONParts.object([
      "words": wording, "sentences": JSONParts.array(sentences.map(Self.told)),
      "failures": JSONParts.array(summary.failures.map(Self.told)),
      "records": "\(summary.records)", "same": "\(summary.same)",
      "compared": summary.isOfNothing ? "false" : "true",
      "different": "\(summary.different)", "fresh": "\(summary.new)",
      "rounding": "\(summary.onlyRounding)", "higher": "\(summary.dearer)",
      "lower": "\(summary.cheaper)", "above": Self.number(summary.above),
      "below": Self.number(summary.below),
      "outcomes": JSONParts.array(Self.outcomes.map { Self.told($0.rawValue) }),
      "bounds": JSONParts.array(DifferenceHistogram.bounds.map(\.description)),
      "kinds": JSONParts.array(FieldDifference.Kind.allCases.map { Self.told($0.rawValue) }),
      "ledger": JSONParts.array(
        summary.ledger.map { Self.told("\($0.reason), \($0.owner) \($0.ticket)") }),
      "groups": groups, "common": JSONParts.array(DifferenceWords.traits(summary).map(Self.trait)),
      "faults": JSONParts.array(FaultWords.all(summary).map(Self.faults)),
      "sampled": "\(DifferenceWords.isSampled(summary))", "steps": JSONParts.array(steps),
      "names": JSONParts.array(ordered.map(Self.told)),
    ])
  }

  private static func trait(_ trait: DifferenceWords.Trait) -> String {
    JSONParts.array(
      [
        trait.departing, trait.finding.text, trait.differing, trait.agreeing,
        Sources.pageName(of: trait.place),
      ].map(Self.told))
  }

  private static func faults(_ some: FaultWords) -> String {
    JSONParts.array([
      Self.told(some.title),
      JSONParts.array(some.lines(atMost: some.faults.count).map(Self.told)),
    ])
  }

  private var wording: String {
    JSONParts.object([
      "currency": Self.told(words.context.currency),
      "digits": "\(words.context.minorDigits)", "ours": Self.told(words.context.ourName),
      "theirs": Self.told(words.context.theirName),
      "rules": Self.told(Sources.pageName(of: words.context.rules)),
      "map": Self.told(words.context.map.isEmpty ? "" : Sources.pageName(of: words.context.map)),
      "explaining": JSONParts.array(
        words.context.explaining.map { Self.told(Sources.pageName(of: $0)) }),
    ])
  }

  private func groups(_ summary: DifferenceSummary) -> String {
    func list(_ groups: DifferenceGroups) -> String {
      JSONParts.array(
        groups.ordered.map { group in
          JSONParts.object([
            "name": Self.told(group.name), "bookings": "\(group.bookings)",
            "above": Self.number(group.above), "below": Self.number(group.below),
            "example": Self.told(group.example),
            "place": Self.told(Self.text(group.place)),
          ])
        })
    }
    return JSONParts.object([
      "cause": list(summary.causes), "outcome": list(summary.outcomes),
      "departs": list(DifferenceWords.departing(summary)), "value": list(summary.fields),
      "rule": list(summary.rules), "rounding": list(DifferenceWords.roundings(summary)),
    ])
  }
}
