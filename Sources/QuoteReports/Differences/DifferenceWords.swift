import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// How reports say money, counts and texts of other people.
package struct DifferenceWords: Sendable {
  let context: DifferenceContext
  /// Whether amounts have commas between thousands, as on pages.
  var hasThousands = false

  static func counted(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `+5.40`, `-0.01`, `0.00`; six digits after the point are enough to look at.
  func signed(_ amount: Ratio) -> String {
    (amount.isNegative || amount.isZero ? "" : "+") + plain(amount)
  }

  /// What is a whole number of minor units but for what binary fractions make of it is shown
  /// so.
  private func withoutNoise(_ amount: Ratio) -> Ratio {
    var minors = Ratio(1)
    for _ in 0..<context.minorDigits { minors = minors * Ratio(10) }
    let half = Ratio(1) / Ratio(2)
    guard let nearest = (amount * minors + half).floor else { return amount }
    let rounded = Ratio(nearest) / minors
    let isNoise = (amount - rounded).magnitude <= (amount.magnitude + Ratio(1)) / 1_000_000_000
    return isNoise && !rounded.isZero ? rounded : amount
  }

  func plain(_ amount: Ratio) -> String {
    hasThousands ? digits(amount).withThousands : digits(amount)
  }

  private func digits(_ amount: Ratio) -> String {
    let million = Ratio(1_000_000)
    let amount = withoutNoise(amount)
    guard let digits = amount.decimalDigits else { return amount.description }
    if digits > 6, amount.magnitude < 1 / million { return "\(amount.nearestDouble)" }
    let rounded = digits > 6 ? Ratio((amount * million).floor ?? 0) / million : amount
    let text = rounded.description
    let missing = context.minorDigits - (rounded.decimalDigits ?? 0)
    guard missing > 0 else { return text }
    let hasPoint = text.contains(".")
    return text + (hasPoint ? "" : ".") + String(repeating: "0", count: missing)
  }

  /// Both ways of money, `+5.40 and -1.09 USD`; nil where there is none.
  func bothWays(_ above: Ratio, _ below: Ratio) -> String? {
    let ways = [above, below].filter { !$0.isZero }.map(signed)
    return ways.isEmpty ? nil : "\(ways.joined(separator: " and ")) \(context.currency)"
  }

  /// `3 bookings, +1.20 and -0.30 USD`.
  func sum(_ group: DifferenceGroup) -> String {
    let money = bothWays(group.above, group.below).map { ", \($0)" } ?? ""
    return Self.counted(group.bookings, "booking") + money
  }

  /// Text on one line, whatever it holds: marks that steer a terminal are
  /// written as escapes, long texts are cut.
  static func line(_ text: String, atMost length: Int = 120) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > length else { return text.printable }
    return String(scalars.prefix(length)).printable + "…"
  }

  /// As `line`, cut in the middle: what begins alike may end in what matters.
  static func ends(_ text: String, atMost length: Int) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > length else { return text.printable }
    let tail = (length - 1) * 2 / 5
    return String(scalars.prefix(length - 1 - tail)).printable + "…"
      + String(scalars.suffix(tail)).printable
  }

  /// An argument of a shell, quoted where it must be.
  package static func argument(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      case _: "-_./:@+=,".utf8.contains(byte)
      }
    }
    return isPlain && !text.isEmpty ? text : "'\(text.replacing("'", with: "'\\''"))'"
  }

  /// The command that explains our side of a booking.
  func explaining(_ key: String) -> String {
    let map = context.map.isEmpty ? [] : ["--map", Sources.pageName(of: context.map)]
    let words =
      ["quote", "explain", "--rules", Sources.pageName(of: context.rules)] + map + ["--id", key]
      + context.explaining.map { Sources.pageName(of: $0) }
    return words.map(Self.argument).joined(separator: " ")
  }

  /// A value as JSON. Where all that the other side has are texts, numbers among them are
  /// shown as numbers; elsewhere a text beside a number is another value, and has its quotes.
  func value(_ json: String) -> String {
    guard context.othersAreTexts, json.hasPrefix("\""), json.utf8.count > 2 else { return json }
    let inside = String(json.dropFirst().dropLast())
    return Ratio(decimal: inside) == nil ? json : inside
  }

  // MARK: - The whole

  /// What the comparison came to, a sentence a line.
  func sentences(_ summary: DifferenceSummary) -> [String] {
    let all =
      skipped(summary) + counts(summary) + money(summary) + meetings(summary) + changes(summary)
      + summary.notes
    return all.map(\.printable)
  }

  /// Where more was passed over than compared, that is what is to be known first.
  private func skipped(_ summary: DifferenceSummary) -> [String] {
    guard summary.skipped * 2 > summary.records else { return [] }
    return [
      "\(summary.skipped) of \(Self.counted(summary.records, "booking")) "
        + "\(summary.skipped == 1 ? "was" : "were") skipped, and not compared"
    ]
  }

  private func counts(_ summary: DifferenceSummary) -> [String] {
    var first = [
      "\(summary.same) the same", "\(summary.different) different" + standings(summary),
    ]
    if summary.isOfNothing, summary.different == 0 { first = ["nothing was compared"] }
    if summary.notComparable > 0 { first.append("\(summary.notComparable) not comparable") }
    var lines = [
      "\(Self.counted(summary.records, "booking")): \(first.joined(separator: ", "))",
      "\(Self.counted(summary.comparedFields, "value")) compared of "
        + "\(Self.counted(summary.pricedByBoth, "booking")) that both sides priced",
    ]
    if summary.tolerated > 0 {
      let hidden = summary.tallies.map(\.mostHidden).max().map { ", by at most \(plain($0))" } ?? ""
      let money = summary.hiddenMoney
      let together = money.isZero ? "" : "; of the totals, \(signed(money)) together"
      lines.append(
        "\(Self.counted(summary.tolerated, "value")) the same only within the tolerance"
          + hidden + together)
    }
    if summary.onlyRounding > 0 {
      let verb = summary.onlyRounding == 1 ? "differs" : "differ"
      lines.append("\(Self.counted(summary.onlyRounding, "booking")) \(verb) by cents alone")
    }
    return lines + unpaired(summary)
  }

  private func standings(_ summary: DifferenceSummary) -> String {
    summary.accepted + summary.known > 0 ? " (\(Self.standing(summary)))" : ""
  }

  /// `0 new, 98 accepted`; `98 different` where nobody has accepted any.
  static func standing(_ summary: DifferenceSummary) -> String {
    var parts: [String] = []
    if summary.accepted > 0 { parts.append("\(summary.accepted) accepted") }
    if summary.known > 0 { parts.append("\(summary.known) known") }
    guard !parts.isEmpty else { return "\(summary.different) different" }
    return (["\(summary.new) new"] + parts).joined(separator: ", ")
  }

  private func unpaired(_ summary: DifferenceSummary) -> [String] {
    let kinds: KeyValuePairs = [
      "only \(context.ourName)": summary.onlyOurs, "only \(context.theirName)": summary.onlyTheirs,
      "twice in \(context.ourName)": summary.ourDuplicates,
      "twice in \(context.theirName)": summary.theirDuplicates,
    ]
    var lines = kinds.filter { $0.value.count > 0 }.map { name, keys in
      let first = keys.first.prefix(5).map { Self.line($0.key, atMost: 40) }
      let more = keys.count > first.count ? ", …" : ""
      return "\(Self.counted(keys.count, "key")) \(name): \(first.joined(separator: ", "))\(more)"
    }
    if summary.theirDuplicates.count > 0, context.mayGatherRows {
      lines.append(
        "if a booking has several rows in \(context.theirName), one below the other, a map "
          + "gathers them: `rows: lines`")
    }
    return lines
  }

  private func money(_ summary: DifferenceSummary) -> [String] {
    guard let both = bothWays(summary.above, summary.below) else { return [] }
    let line =
      "totals: \(context.ourName) higher in \(summary.dearer), lower in \(summary.cheaper): "
      + "\(both), \(signed(summary.above + summary.below)) together"
    guard !summary.ourRevenue.isZero || !summary.theirRevenue.isZero else { return [line] }
    return [
      line,
      "sums of totals: \(context.ourName) \(plain(summary.ourRevenue)), "
        + "\(context.theirName) \(plain(summary.theirRevenue)) \(context.currency)",
    ]
  }

  /// Bookings whose causes are several, each of which has its own money.
  private func meetings(_ summary: DifferenceSummary) -> [String] {
    let count = summary.meetings.bookings
    guard count > 0 else { return [] }
    let together = summary.meetings.above + summary.meetings.below
    return [
      "\(Self.counted(count, "booking")) \(count == 1 ? "has" : "have") several causes; "
        + "\(signed(together)) \(context.currency) arises only from their combination"
    ]
  }

  /// How large differences of totals are beside ours.
  private func changes(_ summary: DifferenceSummary) -> [String] {
    let changes = summary.changes
    guard !changes.isEmpty else { return [] }
    func shown(_ part: Ratio) -> String {
      let percent = Ratio((part * 10_000 + Ratio(1, 2)).floor ?? 0, 100)
      return (percent.isNegative || percent.isZero ? "" : "+") + percent.description + "%"
    }
    let largest = changes.isLargestDown ? -changes.largest : changes.largest
    let from = "\(context.theirName) against \(context.ourName)"
    if changes.bookings == 1 { return ["\(from): \(shown(largest))"] }
    let low = changes.part(reachedBy: Ratio(5, 100))
    let high = changes.part(reachedBy: Ratio(95, 100))
    return [
      "\(from), of \(changes.bookings) totals that differ: median "
        + "\(shown(changes.part(reachedBy: Ratio(1, 2)))), p5 \(shown(low)), p95 \(shown(high)), "
        + "largest \(shown(largest)) (\(Self.line(changes.example, atMost: 40)))"
    ]
  }

  /// Values at which bookings depart; none where each is the cause as well, or has but one.
  static func departing(_ summary: DifferenceSummary) -> DifferenceGroups {
    let areCauses = summary.departing.all.allSatisfy { group in
      summary.causes.all.contains { cause in
        cause.bookings == group.bookings && isOfRows(cause.name, at: group.name)
      }
    }
    return areCauses ? DifferenceGroups() : summary.departing
  }

  /// Whether a cause is the value that departs, alone or by what is behind it.
  static func isOfRows(_ cause: String, at departing: String) -> Bool {
    cause == departing || cause.hasPrefix("\(departing) by ")
  }

  /// Every sort of group that a comparison has, with its title, the one to act
  /// on first.
  static func sections(
    _ summary: DifferenceSummary
  ) -> [(title: String, groups: DifferenceGroups)] {
    return [
      ("Cause", summary.causes), ("Outcome", summary.outcomes),
      ("First departing line", departing(summary)), ("Value that differs", summary.fields),
      ("Rule that fired", summary.rules), ("Rounding that removes it", roundings(summary)),
    ].filter { !$0.groups.isEmpty }
  }

  /// Ways to round that remove differences. What edits of the rules explain in all bookings is not
  /// unexplained.
  static func roundings(_ summary: DifferenceSummary) -> DifferenceGroups {
    let ofCents = summary.causes.all.filter { $0.cents > 0 }
    let areExplained = !ofCents.isEmpty && ofCents.allSatisfy { cause in
      cause.remedy.map { $0.removes == $0.of } ?? false
    }
    guard areExplained else { return summary.rounding }
    return summary.rounding.without("unexplained")
  }

  /// What bookings have in common that depart at a value.
  struct Trait {
    var departing: String
    var finding: SharedTraits.Finding
    /// How many bookings were looked at.
    var of: (differing: Int, agreeing: Int)

    /// `31 of 31`.
    var differing: String { "\(finding.differing) of \(of.differing)" }
    var agreeing: String { "\(finding.agreeing) of \(of.agreeing)" }
    var place: String { finding.place.map { "\($0.file):\($0.line)" } ?? "" }

    /// Whether nine in ten have it, and at most one in ten of the others.
    var isNearlyAll: Bool {
      finding.differing * 10 >= of.differing * 9 && finding.agreeing * 10 <= of.agreeing
    }

    /// `in common: lane M, I: 31 of 31 that differ, 0 of 48 that agree, rules.yaml:49`.
    var sentence: String {
      "in common: \(DifferenceWords.line(finding.text)): \(differing) that differ, "
        + "\(agreeing) that agree" + (place.isEmpty ? "" : ", \(place)")
    }
  }

  /// What traits are kept of: values at which bookings depart, and outcomes that are not the
  /// other side's by their causes; those with most bookings first.
  private static func groups(_ summary: DifferenceSummary) -> [DifferenceGroup] {
    let departing = summary.departing.ordered
    let names = Set(departing.map(\.name))
    return departing + summary.causes.ordered.filter { !names.contains($0.name) }
  }

  /// The traits of every value at which bookings depart, the value with most of them first.
  static func traits(_ summary: DifferenceSummary) -> [Trait] {
    groups(summary).flatMap { group -> [Trait] in
      guard let shared = summary.traits[group.name] else { return [] }
      return shared.findings.map {
        Trait(departing: group.name, finding: $0, of: shared.lookedAt)
      }
    }
  }

  /// Whether not every booking that departs at such a value was looked at.
  static func isSampled(_ summary: DifferenceSummary) -> Bool {
    groups(summary).contains { group in
      guard let shared = summary.traits[group.name], !shared.findings.isEmpty else { return false }
      return shared.lookedAt.differing < group.bookings
    }
  }

  // MARK: - One booking

  /// `d000017, record 17: total 113.40 instead of 113.41, -0.01 USD`.
  func headline(of booking: BookingDifference) -> String {
    var text = "\(Self.line(booking.key)), record \(booking.record)"
    if !booking.form.isEmpty { text += ", \(Self.line(booking.form))" }
    text += ": "
    if booking.ours != booking.theirs {
      text +=
        "\(booking.ours.rawValue) in \(context.ourName), "
        + "\(booking.theirs.rawValue) in \(context.theirName)"
      let reason = booking.ourReason.isEmpty ? booking.theirReason : booking.ourReason
      return reason.isEmpty ? text : text + ": \(Self.ends(reason, atMost: 160))"
    }
    if booking.ours != .priced { return text + "\(booking.ours.rawValue) for another reason" }
    if let amount = booking.amount, !amount.isZero {
      return text + "total \(Self.line(booking.ourTotal)) instead of "
        + "\(Self.line(booking.theirTotal)), \(signed(amount)) \(context.currency)"
    }
    return text + Self.counted(booking.fields.count, "value")
      + (booking.fields.count == 1 ? " differs" : " differ")
  }

  /// This many rows are told of one booking.
  private static let shownRows = 4

  /// Where it departs and why, if that is known.
  func because(_ booking: BookingDifference) -> String? {
    var parts: [String] = []
    if !booking.departing.isEmpty { parts.append("departs at \(Self.line(booking.departing))") }
    if let place = booking.place { parts.append("\(place.file):\(place.line)") }
    if !booking.departing.isEmpty, Self.isOfRows(booking.cause, at: booking.departing) {
      let rows = booking.rows.prefix(Self.shownRows).map { Self.line($0) }
      let more = booking.rows.count > Self.shownRows ? ", …" : ""
      if !rows.isEmpty { parts.append("by \(rows.joined(separator: ", "))\(more)") }
    } else if !booking.cause.isEmpty, booking.ours == booking.theirs {
      parts.append(Self.line(booking.cause))
    }
    switch booking.rounding {
    case .no: break
    case .unexplained, .untried: parts.append("only cents")
    case .removed(let profiles):
      parts.append("only rounding: `\(profiles.joined(separator: "`, `"))` removes it")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
