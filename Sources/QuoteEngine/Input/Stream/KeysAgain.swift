import QuoteLanguage

/// Keys of bookings that come again further down, where nobody asked for every key to be its own:
/// looked for among the first bookings, so that it costs nothing where there are many.
struct KeysAgain {
  private var known: Set<Fingerprint> = []
  private var looked = 0
  private var count = 0
  private var first: (key: String, record: Int64)?
  private static let most = 20_000

  var wantsMore: Bool { looked < Self.most }

  mutating func note(_ key: [UInt8], record: Int64) {
    guard wantsMore, !key.isEmpty else { return }
    looked += 1
    if known.insert(Fingerprint(key)).inserted { return }
    count += 1
    if first == nil { first = (String(decoding: key, as: UTF8.self), record) }
  }

  /// One sentence on all of them.
  var remark: String? {
    guard let first else { return nil }
    let among = wantsMore ? "" : " among the first \(Self.most) bookings"
    let have =
      count == 1
      ? "1 booking has the key of an earlier one\(among)"
      : "\(count) bookings have the key of an earlier one\(among)"
    let which = count == 1 ? "" : "the first "
    return "\(have), \(which)`\(first.key)` in record \(first.record), and "
      + "\(count == 1 ? "is" : "are") priced apart: `--gather` brings rows of one booking "
      + "together, `--unique-keys` refuses keys that come again"
  }
}
