import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Fingerprints of the bookings of which an entry of a ledger was drafted: of each what names it,
/// and how it differs. Whoever swaps what two bookings differ by changes neither an amount nor a
/// sum nor a count, but two of these.
///
/// A booking is named by its key and our total, for keys of samples and of spreadsheets often begin
/// again: a booking of another month with the same key is another one.
package struct AcceptedPrints: Hashable, Sendable {
  /// So many are kept, those with the least names: a sample of the bookings as good as any other.
  static let most = 10_000
  private static let digitsOfName = 12
  private static let digitsOfContent = 8

  /// What each booking differs by, by what names it.
  private(set) var contents: [UInt64: UInt64] = [:]
  /// What stands for the content of bookings that came twice with two contents: how they differ
  /// is not known, only that they did.
  private static let anyContent: UInt64 = 0

  package init() {}

  var isEmpty: Bool { contents.isEmpty }

  /// Names of all of them.
  package var names: Dictionary<UInt64, UInt64>.Keys { contents.keys }

  /// Whether all bookings of which the entry was drafted are among them.
  var areAll: Bool { contents.count < Self.most }

  package mutating func add(_ booking: BookingDifference) {
    let (name, content) = (Self.name(of: booking), Self.content(of: booking))
    let isOther = contents[name].map { $0 != content } ?? false
    contents[name] = isOther ? Self.anyContent : content
  }

  /// Whether a booking is one of them, and differs by something else.
  func contradict(_ booking: BookingDifference) -> Bool {
    guard !contents.isEmpty, let known = contents[Self.name(of: booking)] else { return false }
    return known != Self.anyContent && known != Self.content(of: booking)
  }

  /// As a ledger has them, some a line.
  package var lines: [String] {
    let texts = contents.sorted { $0.key < $1.key }.prefix(Self.most).map { name, content in
      Self.hex(name, Self.digitsOfName) + "." + Self.hex(content, Self.digitsOfContent)
    }
    return stride(from: 0, to: texts.count, by: 4).map { start in
      texts[start..<min(start + 4, texts.count)].joined(separator: " ")
    }
  }

  /// Takes one in as it is written; false where it is not written like that.
  package mutating func add(written text: some StringProtocol) -> Bool {
    let parts = text.split(separator: ".")
    guard parts.count == 2, parts[0].utf8.count == Self.digitsOfName,
      parts[1].utf8.count == Self.digitsOfContent, let name = UInt64(parts[0], radix: 16),
      let content = UInt64(parts[1], radix: 16)
    else { return false }
    contents[name] = content
    return true
  }

  private static func hex(_ number: UInt64, _ digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  package static func name(of booking: BookingDifference) -> UInt64 {
    let alone = booking.ours == .priced ? booking.stake?.description ?? "" : ""
    let total = booking.ourTotal.isEmpty ? alone : booking.ourTotal
    return name(key: booking.key, form: booking.form, ourTotal: total)
  }

  package static func name(key: String, form: String, ourTotal: String) -> UInt64 {
    print([key, form, plain(ourTotal)]) >> 16
  }

  private static func content(of booking: BookingDifference) -> UInt64 {
    let fields = booking.fields.sorted { ($0.path, $0.theirs) < ($1.path, $1.theirs) }
    let values = fields.flatMap { field in
      [field.path, field.numberGap?.description ?? "\(field.ours) \(field.theirs)"]
    }
    let sides = [booking.ours.rawValue, booking.theirs.rawValue, booking.theirReason]
    let stake = booking.stake?.description ?? ""
    return print(sides + [stake] + values) >> 32
  }

  /// A total of which it does not matter with how many digits it is written.
  private static func plain(_ total: String) -> String {
    Ratio(decimal: total)?.description ?? total
  }

  /// FNV-1a of 64 bits, mixed at the end: a ledger outlives the program that drafted it.
  private static func print(_ parts: [String]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for part in parts {
      for byte in part.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01B3
    }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    return hash ^ (hash >> 33)
  }
}
