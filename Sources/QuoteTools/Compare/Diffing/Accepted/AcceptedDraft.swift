package import QuoteEngine
import QuoteLanguage

/// Drafts entries of a ledger for differences that nobody has accepted yet: one
/// a form and cause, for somebody to read, to narrow and to sign.
package final class AcceptedDraft {
  private struct Group: Hashable {
    var form: String
    var departing: String
    var cause: String
  }

  private var order: [Group] = []
  private var counts: [Group: Int] = [:]

  package init() {}

  /// Takes a booking in, if it is new.
  package func add(_ booking: BookingDifference) {
    guard booking.standing == .new, booking.ours != .missing else { return }
    let group = Group(form: booking.form, departing: booking.departing, cause: booking.cause)
    if counts[group] == nil { order.append(group) }
    counts[group, default: 0] += 1
  }

  /// A whole ledger.
  package func append(to buffer: ByteBuffer) {
    buffer.append("schema: quote-accepted/1\naccepted:")
    if order.isEmpty { buffer.append(" []") }
    buffer.append("\n")
    for group in order {
      var parts: [String] = []
      if !group.form.isEmpty { parts.append("form = \(Self.quoted(group.form))") }
      parts.append("cause = \(Self.quoted(group.cause))")
      let when = parts.joined(separator: " and ")
      buffer.append(text: "  - when: \(Self.scalar(when))\n")
      buffer.append(text: "    reason: \(Self.scalar("say why: " + group.cause))\n")
      buffer.append("    owner: say who\n")
      buffer.append(text: "    count: \(counts[group] ?? 0)\n")
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

  /// A text of YAML, in single quotes.
  private static func scalar(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }
}
