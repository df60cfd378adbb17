import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A booking that a backend is asked to price.
package struct LiveBooking: Sendable {
  /// Number of the record in the input, from 1.
  package var record: Int64
  package var line: Int64
  /// What names it, or the number of the record.
  package var key: String
  /// Whether it is the number, for nothing names it: another run may count otherwise.
  package var isNumbered: Bool
  /// The form that the record says, or the map's.
  package var form: String?
  /// The moment of quoting, if the record has one.
  package var asOf: String?
  /// JSON without white space around its parts; or the text of the record that
  /// stands for it.
  package var text: [UInt8]
  /// It is such a text, which may be no JSON at all.
  package var isRaw: Bool

  package init(
    record: Int64, line: Int64, key: String, isNumbered: Bool = false, form: String? = nil,
    asOf: String? = nil, text: [UInt8] = [], isRaw: Bool = false
  ) {
    self.record = record
    self.line = line
    self.key = key
    self.isNumbered = isNumbered
    self.form = form
    self.asOf = asOf
    self.text = text
    self.isRaw = isRaw
  }

  /// The same for the same question: bookings that agree in it are one.
  package var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in name.utf8 { mix(byte) }
    mix(0xFF)
    for byte in (form ?? "").utf8 { mix(byte) }
    mix(0xFF)
    for byte in text { mix(byte) }
    return hash
  }

  private var name: String { isNumbered ? "" : key }

  /// Whether both ask the same.
  package func asksTheSame(as other: LiveBooking) -> Bool {
    name == other.name && form == other.form && isRaw == other.isRaw && text == other.text
  }
}

/// A request, without the address that it goes to.
package struct LiveRequest: Sendable {
  package var method: String
  package var path: String
  /// `Name: value`.
  package var headers: [String]
  package var body: [UInt8]
}

/// A reply of any status.
package struct LiveReply: Sendable {
  package var status: Int
  package var contentType: String
  package var body: [UInt8]

  package init(status: Int, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}

/// Why a booking has no reply that could be compared.
package struct LiveFault: Error, Hashable, Sendable {
  /// Stable, kebab-case.
  package var reason: String
  /// One sentence, lower case, no full stop.
  package var message: String

  package init(_ reason: String, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
