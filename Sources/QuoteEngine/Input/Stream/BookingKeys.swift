/// Keys of bookings that came by, as 128-bit fingerprints: bounded memory, the
/// rest in sorted runs on disk.
///
/// Two keys with one fingerprint would be told as a repetition: among 10^9 keys
/// the chance is about 10^-21.
final class BookingKeys {
  private var recent: Set<Fingerprint> = []
  private let limit: Int
  private let directory: String
  private var runs: [KeyRun] = []

  init(memoryBytes: Int, directory: String) {
    // A set's slot takes the fingerprint's 16 bytes at up to three quarters
    // full, doubling as it grows: 64 bytes a key at worst.
    limit = max(1024, memoryBytes / 64)
    self.directory = directory
  }

  /// Remembers a key; false where it is known.
  func insert(_ key: [UInt8]) throws(Trouble) -> Bool { try insert(Fingerprint(key)) }

  func insert(_ print: Fingerprint) throws(Trouble) -> Bool {
    if recent.contains(print) { return false }
    for run in runs where try run.contains(print) { return false }
    recent.insert(print)
    if recent.count >= limit { try spill() }
    return true
  }

  private func spill() throws(Trouble) {
    runs.append(try KeyRun(recent.sorted(), in: directory))
    recent.removeAll(keepingCapacity: true)
    while runs.count >= 2, runs[runs.count - 2].count < 2 * runs[runs.count - 1].count {
      let last = runs.removeLast()
      let before = runs.removeLast()
      runs.append(try KeyRun(merging: before, last, in: directory))
    }
  }
}

/// 128 bits of a key: two multiplicative hashes with different constants.
struct Fingerprint: Hashable, Comparable, BitwiseCopyable {
  var high: UInt64
  var low: UInt64

  init(_ key: [UInt8]) {
    var a: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(key.count)
    var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    var at = 0
    while at < key.count {
      var word: UInt64 = 0
      for offset in 0..<min(8, key.count - at) {
        word |= UInt64(key[at + offset]) << UInt64(8 * offset)
      }
      a = Self.mix(a ^ word, 0xA076_1D64_78BD_642F)
      b = Self.mix(b &+ word, 0xE703_7ED1_A0B4_28DB)
      at += 8
    }
    high = Self.mix(a, 0x8EBC_6AF0_9C88_C6E3)
    low = Self.mix(b, 0x5899_65CC_7537_4CC3)
  }

  private static func mix(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = (a ^ (a >> 32)).multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  static func < (a: Fingerprint, b: Fingerprint) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }
}
