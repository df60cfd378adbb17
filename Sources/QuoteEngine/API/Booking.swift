import QuoteBookings
import QuoteSyntax

/// What is to be priced: the inputs of the rules, by their names.
///
///     let booking: Booking = ["id": "B-1", "weight": 2.5, "items": [["size": "large"]]]
///
/// A member that is no input of the rules is ignored, as in every other format.
public struct Booking: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// The value of one input. The rules decide how it is read.
  public indirect enum Value: Hashable, Sendable {
    /// Not given: the same as an input that is not there.
    case notGiven
    case flag(Bool)
    case integer(Int)
    /// A number that is exact: its digits, like `12.50`. Money is best given so.
    case decimal(String)
    /// The shortest number that reads back as this one; `decimal` for what must be exact.
    case double(Double)
    /// A text, a word of a choice, a date (`2026-06-01`), a time (`09:30`), a moment
    /// (`2026-06-01T09:00:00Z`), or a quantity with its unit (`3 kg`).
    case text(String)
    /// The elements of a list, each a booking of its own, or one value each.
    case list([Value])
    /// An element with its members, or an input that lies deeper.
    case members(Booking)
  }

  /// In the order in which they were given.
  public private(set) var members: [(name: String, value: Value)] = []

  public init() {}

  public init(dictionaryLiteral members: (String, Value)...) {
    for (name, value) in members { self[name] = value }
  }

  public init(_ members: [String: Value]) {
    for name in members.keys.sorted() { self[name] = members[name] }
  }

  /// The value of an input; nil if it does not stand here, and to take it away.
  public subscript(name: String) -> Value? {
    get { members.first { $0.name == name }?.value }
    set {
      let place = members.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((name, value))
      case (nil, nil): break
      }
    }
  }

  public static func == (a: Booking, b: Booking) -> Bool {
    a.members.elementsEqual(b.members) { $0.name == $1.name && $0.value == $1.value }
  }

  public func hash(into hasher: inout Hasher) {
    for (name, value) in members {
      hasher.combine(name)
      hasher.combine(value)
    }
  }
}

extension Booking.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral, ExpressibleByNilLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByStringInterpolation
{
  public init(stringLiteral value: String) { self = .text(value) }
  public init(integerLiteral value: Int) { self = .integer(value) }
  public init(floatLiteral value: Double) { self = .double(value) }
  public init(booleanLiteral value: Bool) { self = .flag(value) }
  public init(nilLiteral: ()) { self = .notGiven }
  public init(arrayLiteral elements: Booking.Value...) { self = .list(elements) }
  public init(dictionaryLiteral members: (String, Booking.Value)...) {
    var inner = Booking()
    for (name, value) in members { inner[name] = value }
    self = .members(inner)
  }
}

extension Booking {
  /// The booking as one JSON object (RFC 8259).
  func append(to buffer: ByteBuffer) {
    buffer.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      buffer.append(text: member.name, as: .json)
      buffer.append(UInt8(ascii: ":"))
      member.value.append(to: buffer)
    }
    buffer.append(UInt8(ascii: "}"))
  }
}

extension Booking.Value {
  fileprivate func append(to buffer: ByteBuffer) {
    switch self {
    case .notGiven: buffer.append("null")
    case .flag(true): buffer.append("true")
    case .flag(false): buffer.append("false")
    case .integer(let number): buffer.append(integer: Int64(number))
    case .decimal(let digits):
      // What is no number is told of as the text that it is; as a bare word it would break the
      // record.
      let isNumber = digits.wholeMatch(of: kept(/-?(0|[1-9]\d*)(\.\d+)?/)) != nil
      if isNumber {
        buffer.append(text: digits)
      } else {
        buffer.append(text: digits, as: .json)
      }
    case .double(let number):
      if number.isFinite {
        buffer.append(text: number.description)
      } else {
        buffer.append(text: number.description, as: .json)
      }
    case .text(let text): buffer.append(text: text, as: .json)
    case .list(let elements):
      buffer.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { buffer.append(UInt8(ascii: ",")) }
        element.append(to: buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    case .members(let inner): inner.append(to: buffer)
    }
  }
}
