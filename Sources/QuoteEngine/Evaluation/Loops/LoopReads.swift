import QuoteLanguage
import QuoteSyntax

/// When a program's steps read what: of every piece of a value the next step that does.
struct LoopReads {
  /// A value of flags or narrow lanes, or a half of one of 64 bits a lane.
  struct Piece {
    let index: Int

    init(_ value: LoopProgram.Value, half: Int = 0) { index = 2 * value.index + half }
  }

  static let never = Int.max

  /// The next step that reads each piece.
  private(set) var next: [Int]
  /// What each step reads, one after the other, and the next step after it that does; where a
  /// step's reads begin.
  private var read: [Int] = []
  private var after: [Int] = []
  private var firstRead: [Int] = []

  var pieceCount: Int { next.count }

  init(_ program: LoopProgram) {
    next = Array(repeating: Self.never, count: 2 * program.lanes.count)
    firstRead.reserveCapacity(program.steps.count + 1)
    read.reserveCapacity(4 * program.steps.count)
    for assignment in program.steps {
      firstRead.append(read.count)
      assignment.step.forEachSource { value in
        read.append(Piece(value).index)
        if program.isPair(value) { read.append(Piece(value, half: 1).index) }
      }
    }
    firstRead.append(read.count)
    after = read
    for step in program.steps.indices.reversed() {
      for at in (firstRead[step]..<firstRead[step + 1]).reversed() {
        after[at] = next[read[at]]
        next[read[at]] = step
      }
    }
  }

  /// Says that a step is over; in their order.
  mutating func pass(_ step: Int) {
    for at in firstRead[step]..<firstRead[step + 1] { next[read[at]] = after[at] }
  }
}

extension LoopProgram.Step {
  /// The values it reads.
  @inline(__always)
  fileprivate func forEachSource(_ body: (LoopProgram.Value) -> Void) {
    func read(_ operand: LoopProgram.Operand) {
      if case .value(let value) = operand { body(value) }
    }
    switch self {
    case .load, .loadBits, .broadcast: break
    case .store(_, let a, _): read(a)
    case .widen(let a), .narrow(let a), .absolute(let a), .negateDouble(let a), .toDouble(let a),
      .round(let a, _), .not(let a), .take(let a, _, _):
      body(a)
    case .arithmetic(_, let a, let b), .longMultiply(let a, let b), .divide(let a, let b),
      .extreme(_, let a, let b), .compare(_, let a, let b):
      read(a)
      read(b)
    case .and(let a, let b), .or(let a, let b), .addWhere(let a, let b):
      body(a)
      body(b)
    case .leastUnsigned(let a, let b):
      body(a)
      read(b)
    case .zeroUnless(let flag, let a):
      body(flag)
      read(a)
    case .select(let flag, let a, let b):
      body(flag)
      read(a)
      read(b)
    }
  }
}
