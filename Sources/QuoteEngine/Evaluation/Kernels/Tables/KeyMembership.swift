import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// One set of keys, to ask whether cells lie in it (`x in [a..b)`, `x in list`).
struct KeyMembership: Sendable {
  private let encoder: KeyEncoder
  /// One a code.
  private let holds: [UInt8]

  init(_ set: KeySet, _ key: PlanKey, fold: TextFold = .none, areas: [AreaGeometry] = []) {
    let (encoder, codes) = KeyEncoder.make(key, cells: [set], fold: fold, areas: areas)
    self.encoder = encoder
    holds = (0..<codes.cardinality).map { codes.sets[0].contains($0) ? 1 : 0 }
  }

  /// 1 where a cell lies in the set. A cell that is not given does only if the
  /// set says so and the column says where cells are given.
  @unsafe func run(
    _ column: KernelColumn, into target: UnsafeMutablePointer<UInt8>, count: Int,
    scratch: KernelScratch
  ) {
    let strip = KernelScratch.strip
    scratch.codes.resize(to: strip)
    let codes = unsafe scratch.codes.pointer
    var start = 0
    while start < count {
      let length = min(strip, count - start)
      unsafe encoder.encode(column, from: start, into: codes, count: length, scratch: scratch)
      unsafe holds.withUnsafeBufferPointer { holds in
        for i in 0..<length { unsafe target[start + i] = holds[Int(codes[i])] }
      }
      start += length
    }
  }
}
