import QuoteLanguage
import CScan
import CSimdJSON
import QuoteSyntax

/// Where the tokens of a stretch of JSON begin: every bracket, comma and colon, and the
/// first byte of every string and other value.
@safe final class JSONTokens {
  private let handle: OpaquePointer

  init() {
    guard let made = unsafe json_tokens_new() else { preconditionFailure("out of memory") }
    unsafe handle = made
  }

  deinit { unsafe json_tokens_free(handle) }

  /// The tokens from `start` to `end`, good until the next call; nil where those bytes
  /// are not UTF-8, or a string is not closed or holds a control character.
  func find(_ bytes: InputBytes, _ start: Int, _ end: Int) -> TokenRun? {
    var places: UnsafePointer<UInt32>? = nil
    var count = 0
    let outcome = unsafe json_tokens_find(
      handle, bytes.base + start, end - start, &places, &count)
    guard outcome == JSON_FINE, let places = unsafe places else { return nil }
    return unsafe TokenRun(bytes, origin: start, places, count: count)
  }
}

/// Tokens one after the other. Sound while those who found them do not look for others.
@safe struct TokenRun: BitwiseCopyable {
  let bytes: InputBytes
  private let origin: Int
  @unsafe private let places: UnsafePointer<UInt32>
  /// One more place follows the last token's: the end.
  let count: Int

  @unsafe init(_ bytes: InputBytes, origin: Int, _ places: UnsafePointer<UInt32>, count: Int) {
    self.bytes = bytes
    self.origin = origin
    unsafe self.places = places
    self.count = count
  }

  /// Offset of a token in the bytes.
  @inline(__always) func place(_ token: Int) -> Int { unsafe origin &+ Int(places[token]) }

  /// The same for the walk of flat objects.
  @unsafe var found: cscan_tokens {
    unsafe cscan_tokens(
      bytes: bytes.base + origin, places: places, count: count,
      origin: UInt32(truncatingIfNeeded: origin))
  }

  /// A token's first byte.
  @inline(__always) func byte(_ token: Int) -> UInt8 { bytes[place(token)] }
}
