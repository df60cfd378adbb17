import QuoteLanguage
import QuoteSyntax

/// Which machine code evaluators make. The price is the same with each. Leaving some out shows
/// whether a price that seems wrong, or a crash, is due to the code.
package enum MachineCodeUse: String, Hashable, Sendable, CaseIterable {
  /// Loops of the widest instructions that the processor has.
  case best
  /// None: the instructions of the plan are run one by one.
  case none
  case avx2
  case avx512

  /// Whether this processor can run it.
  package var isHere: Bool {
    switch self {
    case .best, .none: true
    case .avx2: LoopInstructions.here.contains(.avx2)
    case .avx512: LoopInstructions.here.contains(.avx512)
    }
  }

  var instructions: LoopInstructions? {
    switch self {
    case .best: LoopInstructions.best
    case .none: nil
    case .avx2: .avx2
    case .avx512: .avx512
    }
  }
}
