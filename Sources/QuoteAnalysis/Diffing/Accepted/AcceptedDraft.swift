package import QuoteBookings
package import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteLint
package import QuoteSyntax

/// Drafts entries of a ledger for differences that nobody has accepted yet: one
/// a form and cause, for somebody to read, to narrow and to sign. An entry says of each value
/// that differs how it does, and how much money it is in all: it covers what was seen.
package final class AcceptedDraft {
  private struct Group: Hashable {
    var form: String
    var departing: String
    var cause: String
  }

  /// What was seen of one value.
  private struct Value {
    var amounts: Set<Ratio> = []
    var least: Ratio?
    var most: Ratio?
    var sum = AcceptedSum()

    mutating func add(_ field: FieldDifference) {
      sum.add(field)
      guard let amount = field.numberGap else { return }
      least = least.map { min($0, amount) } ?? amount
      most = most.map { max($0, amount) } ?? amount
      if amounts.count <= AcceptedDraft.mostAmounts { amounts.insert(amount) }
    }
  }

  private struct Seen {
    var bookings = 0
    var money = Ratio.zero
    /// In the order in which they were met.
    var names: [String] = []
    var values: [String: Value] = [:]
    var prints = AcceptedPrints()
  }

  /// Whether a file is a draft of which no entry has been signed.
  package static func isUnsigned(_ text: String) -> Bool {
    let owners = text.split(separator: "\n").map(String.init).map(\.trimmedOfSpaces)
      .filter { $0.hasPrefix("owner:") }
    return text.contains("quote-accepted/")
      && owners.allSatisfy { $0 == "owner: \(AcceptedLedger.openOwner)" }
  }

  /// This many amounts of a value are listed; of more the least and the greatest. So many texts
  /// of both sides are: what is beyond them stays new.
  private static let mostAmounts = 24
  private static let mostPairs = 200

  private var order: [Group] = []
  private var groups: [Group: Seen] = [:]

  /// The name of the rules.
  private let rules: String

  package init(rules: String = "") { self.rules = rules }

  /// Takes a booking in, if it is new.
  package func add(_ booking: BookingDifference) {
    guard booking.standing == .new, booking.ours != .missing else { return }
    let group = Group(form: booking.form, departing: booking.departing, cause: booking.cause)
    if groups[group] == nil { order.append(group) }
    // Taken out while it changes: a copy of all that was seen would be made for each booking.
    var seen = groups.removeValue(forKey: group) ?? Seen()
    seen.bookings += 1
    seen.prints.add(booking)
    seen.money = seen.money + (booking.amount ?? booking.stake ?? .zero).magnitude
    for field in booking.fields {
      if seen.values[field.field] == nil { seen.names.append(field.field) }
      seen.values[field.field, default: Value()].add(field)
    }
    groups[group] = seen
  }

  /// A whole ledger.
  package func append(to buffer: ByteBuffer) {
    buffer.append("schema: quote-accepted/1\n")
    if !rules.isEmpty { buffer.append(text: "rules: \(Self.scalar(rules))\n") }
    buffer.append("accepted:")
    if order.isEmpty { buffer.append(" []") }
    buffer.append("\n")
    for group in order {
      guard let seen = groups[group] else { continue }
      var parts: [String] = []
      if !group.form.isEmpty { parts.append("form = \(Self.quoted(group.form))") }
      parts.append("cause = \(Self.quoted(group.cause))")
      if !group.departing.isEmpty { parts.append("departing = \(Self.quoted(group.departing))") }
      let when = parts.joined(separator: " and ")
      buffer.append(text: "  - when: \(Self.scalar(when))\n")
      buffer.append(text: "    reason: \(Self.scalar(AcceptedLedger.openReason + group.cause))\n")
      buffer.append(text: "    owner: \(AcceptedLedger.openOwner)\n")
      buffer.append(text: "    count: \(seen.bookings)\n")
      buffer.append(text: "    money: \(seen.money)\n")
      if seen.names.isEmpty { buffer.append("    values: {}\n") } else { append(seen, to: buffer) }
      let prints = seen.prints.lines
      if !prints.isEmpty { buffer.append("    seen: |\n") }
      for line in prints { buffer.append(text: "      \(line)\n") }
    }
  }

  private func append(_ seen: Seen, to buffer: ByteBuffer) {
    buffer.append("    values:\n")
    for name in seen.names {
      guard let value = seen.values[name] else { continue }
      var parts: [String] = []
      if !value.amounts.isEmpty, value.amounts.count <= Self.mostAmounts {
        let amounts = value.amounts.sorted().map(\.description).joined(separator: ", ")
        parts.append("by: [\(amounts)]")
      } else if let least = value.least, let most = value.most {
        parts.append("from: \(least), to: \(most)")
      }
      if !value.sum.above.isZero { parts.append("above: \(value.sum.above)") }
      if !value.sum.below.isZero { parts.append("below: \(value.sum.below)") }
      let pairs = value.sum.pairs.sorted { a, b in
        (b.value, a.key.ours, a.key.theirs) < (a.value, b.key.ours, b.key.theirs)
      }
      let listed = pairs.prefix(Self.mostPairs).map { pair, count in
        "{ ours: \(Self.scalar(pair.ours)), theirs: \(Self.scalar(pair.theirs)), "
          + "bookings: \(count) }"
      }
      if !listed.isEmpty { parts.append("pairs: [\(listed.joined(separator: ", "))]") }
      buffer.append(text: "      \(Self.scalar(name)): { \(parts.joined(separator: ", ")) }\n")
    }
  }

  /// A text of a formula.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for character in text {
      switch character {
      case "\"", "\\", "{", "}": quoted += "\\\(character)"
      case "\n", "\r\n", "\t": quoted += " "
      case _: quoted.append(character)
      }
    }
    return quoted + "\""
  }

  /// A text of YAML, in single quotes; plain where it is a name, and with escapes where a mark in
  /// it would not be seen by who signs the ledger.
  private static func scalar(_ text: String) -> String {
    let isName = !text.isEmpty && text.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
    }
    if text.unicodeScalars.contains(where: String.steers) { return MapScalar.quoted(text) }
    return isName ? text : "'" + text.replacing("'", with: "''") + "'"
  }
}

extension AcceptedDraft {
  /// Checks a ledger by itself. Throws all that is wrong with it, or that it cannot be read.
  package static func check(ledger path: String, _ loader: FileLoader) throws(RulesFailure) {
    var sources = Sources()
    var log = DiagnosticLog()
    let bytes: [UInt8]
    do throws(Trouble) { bytes = try loader.read(path) } catch { throw .trouble(error) }
    _ = AcceptedLedger(reading: bytes, name: path, sources: &sources, log: &log)
    guard !log.hasErrors else {
      throw .rejected(RulesRejected(diagnostics: log.sorted, sources: sources))
    }
  }
}
