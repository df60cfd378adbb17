import QuoteLanguage
import CCode

/// The instructions that loops are made of.
enum LoopInstructions: CaseIterable {
  case avx512
  case avx2

  private var areHere: Bool {
    switch self {
    case .avx512: ccode_runs_avx512() != 0
    case .avx2: ccode_runs_avx2() != 0
    }
  }

  /// Those that this processor has, the widest first.
  static let here = allCases.filter(\.areHere)

  /// The widest of them; nil if there are none.
  static let best = here.first

  /// The code of a program, to be run by `CompiledLoop`; nil if too much is alive at once.
  func code(of program: LoopProgram, noting listing: LoopListing? = nil) -> MachineCode? {
    switch self {
    case .avx512: AVX512Emitter.code(of: program, noting: listing)
    case .avx2: AVX2Emitter.code(of: program, noting: listing)
    }
  }

  /// How many rows the body of a loop takes.
  var rowsAtATime: Int {
    switch self {
    case .avx512: 16
    case .avx2: 8
    }
  }

  /// Whether the code takes any number of rows, and not only multiples of `LoopRest.rows`.
  var takesAnyCount: Bool {
    switch self {
    case .avx512: true
    case .avx2: false
    }
  }

  /// What a loop may have of the stack; a thread's is not asked how much there is.
  static let mostStack = 32 << 10
}
