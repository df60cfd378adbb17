import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Differences that somebody has accepted: which bookings, why, who, until
/// when, and how many.
///
///     schema: quote-accepted/1
///     rules: ours
///     accepted:
///       - when: departing = "rounded" and abs(difference) <= $0.01
///         reason: halves are rounded to even over there
///         owner: pricing
///         ticket: UM-12
///         expires: 2027-03-31
///         count: 44
///         money: 0.44
///         values: { rounded: { by: [0.01], above: 0.44 } }
package struct AcceptedLedger: Sendable {
  package struct Entry: Sendable {
    /// Holds for the bookings that the entry covers.
    package var when: Formula
    package var reason: String
    package var owner = ""
    var ticket = ""
    /// The last day on which it holds.
    var expires: CalendarDate?
    /// How many bookings it may cover; nil for any number.
    package var count: Int?
    /// The totals of the bookings that it covers may differ by so much in all; nil for any.
    package var money: Ratio?
    /// How each value may differ, by its path without element numbers: others may not. Nil for
    /// whatever differs.
    package var values: [String: AcceptedValue]?
    /// The bookings of which it was drafted, and what was seen of each.
    package var seen = AcceptedPrints()
    package var span: SourceSpan
  }

  /// The name of the rules that it was drafted for; nil if it does not say.
  package var rules: Spanned<String>?
  package var entries: [Entry] = []

  /// What stands in a draft where somebody is to say why, and who.
  package static let openReason = "say why: "
  package static let openOwner = "say who"

  /// One that accepts nothing.
  package init() {}
}

extension AcceptedLedger.Entry {
  /// Whether it says how the values of a booking may differ, and they differ just so.
  package func covers(_ fields: [FieldDifference]) -> Bool {
    guard let values else { return true }
    return fields.allSatisfy { values[$0.field]?.covers($0) ?? false }
  }

  /// Whether it still has the words of a draft, which somebody is to replace.
  var isUnsigned: Bool {
    reason.hasPrefix(AcceptedLedger.openReason) || owner == AcceptedLedger.openOwner
  }
}

extension AcceptedLedger {
  private static let keys = [
    "when", "reason", "owner", "ticket", "expires", "count", "money", "values", "seen",
  ]

  /// Reads a ledger; what is wrong with it goes to the log, its text to the
  /// sources.
  package init(
    reading bytes: [UInt8], name: String, sources: inout Sources, log: inout DiagnosticLog
  ) {
    var reader = RuleReader(
      fileName: name, bytes: bytes, loader: .memory([:]), sources: sources, log: log)
    let root = reader.readRoot(
      wanted: "`schema` and `accepted`",
      ofList: "write `schema: quote-accepted/1` and `accepted:` above it, and indent the list")
    if let root { read(root, &reader) }
    sources = reader.sources
    log = reader.log
  }

  private mutating func read(_ root: [YAMLEntry], _ reader: inout RuleReader) {
    if reader.isOfOtherKind(root, than: "quote-accepted/1") { return }
    reader.checkKeys(root, of: "a ledger of accepted differences", ["schema", "rules", "accepted"])
    let top = SourceSpan(file: reader.file, lower: 0, upper: 0)
    if let node = root["schema"] {
      if let text = reader.scalarText(node, wanted: "a text"), text.value != "quote-accepted/1" {
        reader.log.report(
          .unknownWord(text, wanted: "a known version", among: ["quote-accepted/1"]))
      }
    } else {
      reader.log.report(.missingKey("schema", in: "a ledger of accepted differences", at: top))
    }
    rules = root["rules"].flatMap { reader.scalarText($0, wanted: "the name of the rules") }
    guard let node = root["accepted"] else { return }
    for element in reader.elements(node, wanted: "a list of accepted differences") {
      if let entry = Self.entry(element, &reader) { entries.append(entry) }
    }
  }

  private static func entry(_ node: YAMLNode, _ reader: inout RuleReader) -> Entry? {
    let parts = reader.entries(node, wanted: "a mapping that describes an accepted difference")
    reader.checkKeys(parts, of: "an accepted difference", keys)
    for key in ["when", "reason"] where parts[key] == nil {
      reader.log.report(.missingKey(key, in: "an accepted difference", at: node.span))
    }
    guard let when = parts["when"], let reason = parts["reason"],
      let text = reader.scalarText(reason, wanted: "a sentence")
    else { return nil }
    var entry = Entry(when: reader.formula(when), reason: text.value, span: when.span)
    for part in parts {
      switch part.key.value {
      case "owner": entry.owner = reader.scalarText(part.value, wanted: "a name")?.value ?? ""
      case "ticket": entry.ticket = reader.scalarText(part.value, wanted: "a name")?.value ?? ""
      case "count": entry.count = reader.wholeNumber(part.value, "count")?.value
      case "money": entry.money = reader.number(part.value)
      case "seen": entry.seen = reader.acceptedPrints(part.value)
      case "values": entry.values = reader.acceptedValues(part.value)
      case "expires":
        guard let text = reader.scalarText(part.value, wanted: "a day") else { continue }
        entry.expires = CalendarDate(iso: text.value)
        if entry.expires == nil { reader.log.report(.expiryForm(text)) }
      case _: break
      }
    }
    return entry
  }
}
