import QuoteLanguage
package import QuoteSyntax

/// Keys of bookings that came by, as 128-bit fingerprints: bounded memory, the
/// rest in sorted runs on disk.
///
/// Two keys with one fingerprint would be told as a repetition: among 10^9 keys
/// the chance is about 10^-21.
package final class BookingKeys {
  private let recent = FingerprintTable<NoValue>()
  private let limit: Int
  private let directory: String
  /// Not checked for overlapping access, key by key: nobody else has them.
  @safe @exclusivity(unchecked) private var runs: [KeyRun] = []

  package init(memoryBytes: Int, directory: String) {
    limit = max(1024, FingerprintTable<NoValue>.capacity(inBytes: memoryBytes))
    self.directory = directory
  }

  /// Remembers a key; false where it is known.
  package func insert(_ key: [UInt8]) throws(Trouble) -> Bool { try insert(Fingerprint(key)) }

  package func insert(_ print: Fingerprint) throws(Trouble) -> Bool {
    if !runs.isEmpty, try isOnDisk(print) { return false }
    guard recent.insert(print, NoValue()) else { return false }
    if recent.count >= limit { try spill() }
    return true
  }

  package func contains(_ print: Fingerprint) throws(Trouble) -> Bool {
    if recent.find(print) != nil { return true }
    return try isOnDisk(print)
  }

  private func isOnDisk(_ print: Fingerprint) throws(Trouble) -> Bool {
    for run in runs where try run.contains(print) { return true }
    return false
  }

  private func spill() throws(Trouble) {
    runs.append(try KeyRun(draining: recent, in: directory))
    while runs.count >= 2, runs[runs.count - 2].count < 2 * runs[runs.count - 1].count {
      let last = runs.removeLast()
      let before = runs.removeLast()
      runs.append(try KeyRun(merging: before, last, in: directory))
    }
  }
}

/// 128 bits of a key: two multiplicative hashes with different constants.
package struct Fingerprint: Hashable, Comparable, BitwiseCopyable {
  var high: UInt64
  var low: UInt64

  /// Stands for no key; of 2^128 keys one has it.
  package static let none = Fingerprint(high: 0, low: 0)

  package init(_ key: [UInt8]) {
    self = unsafe key.withUnsafeBufferPointer { unsafe Fingerprint($0) }
  }

  package init(_ key: UnsafeBufferPointer<UInt8>) {
    var a: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(key.count)
    var b: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    var at = 0
    while at < key.count {
      var word: UInt64 = 0
      if at + 8 <= key.count {
        word = unsafe UInt64(
          littleEndian: UnsafeRawPointer(key.baseAddress! + at).loadUnaligned(as: UInt64.self))
      } else {
        for offset in 0..<key.count - at {
          word |= unsafe UInt64(key[at + offset]) << UInt64(8 * offset)
        }
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

  package static func < (a: Fingerprint, b: Fingerprint) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }
}
