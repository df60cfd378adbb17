import CHash

/// The SHA-256 (FIPS 180-4) of some bytes.
package struct Digest: Hashable, Sendable, CustomStringConvertible {
  /// 32 bytes.
  package let bytes: [UInt8]

  package init(of content: [UInt8]) {
    var digest = [UInt8](repeating: 0, count: 32)
    // Sound: the library writes 32 bytes and keeps neither address.
    unsafe content.withUnsafeBufferPointer { input in
      unsafe digest.withUnsafeMutableBufferPointer { output in
        unsafe hash_sha256(input.baseAddress, input.count, output.baseAddress)
      }
    }
    bytes = digest
  }

  /// 64 hexadecimal digits.
  package var description: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
