package import QuoteLanguage
import QuoteSyntax

/// What an instruction does. Sources are registers; storage and grain of the
/// target and the sources choose the loop.
///
/// Operations come in families, each in a file with the registers that its members read. Whoever
/// runs, prepares or shows instructions switches over the families, and over the members of those
/// that it tells apart: each part of the evaluator for itself.
///
/// Unless it says otherwise, sources have the target's grain, or are constant.
package enum PlanOperation: Hashable, Sendable {
  case values(Values)
  case lists(Lists)
  case moves(Moves)
  case numbers(Numbers)
  case flags(Flags)
  case aggregates(Aggregates)
  case tables(Tables)
  case texts(Texts)
  /// The operands in order, of which the second may be missing.
  case dates(DateFunction, Register, Register?)
  case places(Places)
}

extension PlanOperation {
  /// The registers it reads, in the order written, those that say where a value is given too.
  package var sources: [Register] {
    var sources: [Register] = []
    forEachSource { sources.append($0) }
    return sources
  }

  /// The same one by one, for those who ask of every instruction.
  func forEachSource(_ body: (Register) -> Void) {
    switch self {
    case .values: break
    case .lists(let operation): operation.forEachSource(body)
    case .moves(let operation): body(operation.source)
    case .numbers(let operation): operation.forEachSource(body)
    case .flags(let operation): operation.forEachSource(body)
    case .aggregates(let operation): operation.forEachSource(body)
    case .tables(let operation): operation.forEachSource(body)
    case .texts(let operation): operation.forEachSource(body)
    case .dates(_, let a, let b):
      body(a)
      if let b { body(b) }
    case .places(let operation): operation.forEachSource(body)
    }
  }

  /// What an operation does beyond filling memory of its target's own.
  enum Effect {
    case none
    /// The target stands for cells that are held elsewhere, of its sources among them.
    case lends
    /// As `lends`; it says where elements are, and so is never left out.
    case shapesLists
  }

  var effect: Effect {
    switch self {
    case .lists: .shapesLists
    case .values(.field), .values(.element), .moves(.renamed), .moves(.kept): .lends
    case .values, .moves, .numbers, .flags, .aggregates, .tables, .texts, .dates, .places: .none
    }
  }
}

extension PlanOperation {
  /// Whether it stands among the instructions that run once for each turn, whatever grain its
  /// target has.
  var isOfTurns: Bool {
    switch self {
    case .lists(.first), .lists(.next), .moves(.settled): true
    case .lists, .moves, .values, .numbers, .flags, .aggregates, .tables, .texts, .dates, .places:
      false
    }
  }
}

extension PlanValue {
  /// The cells, then the flags that say where they are given.
  package var registers: [Register] { [cells] + (given.map { [$0] } ?? []) }

  /// The same one by one.
  func forEachRegister(_ body: (Register) -> Void) {
    body(cells)
    if let given { body(given) }
  }
}
