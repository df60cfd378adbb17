import QuoteLanguage
import QuoteSyntax

/// Keys of bookings that come again further down, where nobody asked for every key to be its own.
/// And keys that differ from an earlier one only in case or in spaces around them, where rows of
/// one key are one booking. They are looked for among the first bookings, so that it costs nothing
/// where there are many.
struct KeysAgain {
  /// Some keys, and the first of them.
  private struct Found {
    var count = 0
    var key = ""
    var record: Int64 = 0

    mutating func note(_ key: [UInt8], record: Int64) {
      if count == 0 { (self.key, self.record) = (String(decoding: key, as: UTF8.self), record) }
      count += 1
    }
  }

  private var known: Set<Fingerprint> = []
  /// In small letters and without spaces around them.
  private var plain: Set<Fingerprint> = []
  private var looked = 0
  private var again = Found()
  private var alike = Found()
  private static let most = 20_000

  var wantsMore: Bool { looked < Self.most }

  /// Looks at the key of a booking, which several rows may make.
  mutating func note(_ key: [UInt8], record: Int64, ofRows isOfRows: Bool) {
    guard wantsMore, !key.isEmpty else { return }
    looked += 1
    guard known.insert(Fingerprint(key)).inserted else { return again.note(key, record: record) }
    guard isOfRows else { return }
    if !plain.insert(Fingerprint(Self.plain(key))).inserted { alike.note(key, record: record) }
  }

  private static func plain(_ key: [UInt8]) -> [UInt8] {
    let start = key.firstIndex { $0 > 0x20 } ?? 0
    let end = key.lastIndex { $0 > 0x20 } ?? 0
    return key[start...max(start, end)].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  /// One sentence on all that come again, and one on those that nearly do.
  var remarks: [String] { [remarkOnAgain, remarkOnAlike].compactMap(\.self) }

  private var among: String { wantsMore ? "" : " among the first \(Self.most) bookings" }

  private var remarkOnAgain: String? {
    guard again.count > 0 else { return nil }
    return "\(subject(again, of: "the key of an earlier one")), and "
      + "\(again.count == 1 ? "is" : "are") priced apart: `--gather` brings rows of one booking "
      + "together, `--unique-keys` refuses keys that come again"
  }

  private var remarkOnAlike: String? {
    guard alike.count > 0 else { return nil }
    let same = "the key of an earlier one but for case or spaces"
    return "\(subject(alike, of: same)), and \(alike.count == 1 ? "is" : "are") priced apart: "
      + "rows are of one booking where their keys are the same to the letter"
  }

  private func subject(_ found: Found, of what: String) -> String {
    let have = found.count == 1 ? "1 booking has" : "\(found.count) bookings have"
    let which = found.count == 1 ? "" : "the first "
    return "\(have) \(what)\(among), \(which)`\(found.key)` in record \(found.record)"
  }
}
