/// A booking as a backend is to be asked about it.
public struct LiveBooking: Sendable {
  /// Number of the record in the input, from 1.
  public var record: Int64
  public var line: Int64
  /// What names it, or the number of the record.
  public var key: String
  /// The form that the record says, or the map's.
  public var form: String?
  /// The moment of quoting, if the record has one.
  public var asOf: String?
  /// JSON without white space around its parts; or the text of the record that
  /// stands for it.
  public var text: [UInt8]
  /// It is such a text, which may be no JSON at all.
  public var isRaw: Bool

  public init(
    record: Int64, line: Int64, key: String, form: String? = nil, asOf: String? = nil,
    text: [UInt8] = [], isRaw: Bool = false
  ) {
    self.record = record
    self.line = line
    self.key = key
    self.form = form
    self.asOf = asOf
    self.text = text
    self.isRaw = isRaw
  }

  /// The same for the same question: bookings that agree in it are one.
  public var fingerprint: UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    for byte in key.utf8 { mix(byte) }
    mix(0xFF)
    for byte in (form ?? "").utf8 { mix(byte) }
    mix(0xFF)
    for byte in text { mix(byte) }
    return hash
  }

  /// Whether both ask the same.
  public func asksTheSame(as other: LiveBooking) -> Bool {
    key == other.key && form == other.form && isRaw == other.isRaw && text == other.text
  }
}

/// A request, without the address that it goes to.
public struct LiveRequest: Sendable {
  public var method: String
  public var path: String
  /// `Name: value`.
  public var headers: [String]
  public var body: [UInt8]
}

/// A reply of any status.
public struct LiveReply: Sendable {
  public var status: Int
  public var contentType: String
  public var body: [UInt8]

  public init(status: Int, contentType: String, body: [UInt8]) {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}

/// Why a booking has no reply that could be compared.
public struct LiveFault: Error, Hashable, Sendable {
  /// Stable, kebab-case.
  public var reason: String
  /// One sentence, lower case, no full stop.
  public var message: String

  public init(_ reason: String, _ message: String) {
    self.reason = reason
    self.message = message
  }
}
