import QuoteLanguage
import QuoteSyntax

/// The state of lowering a model: what was emitted, what already has a register.
///
/// Equal operations on equal registers share one register, so a name used
/// twice is computed once, and what depends on constants alone lands in the
/// prologue by itself.
final class PlanLowering {
  let model: PriceModel
  var plan: PricePlan
  /// Registers by what fills them; storage and quantum tell apart the same
  /// operation held differently.
  private var known: [Key: PlanValue] = [:]
  /// Slots of the parameters by what is in them.
  private var slots: [SlotKey: [Int]] = [:]
  /// What fills each register; nil for flags that say where a fallible result is given.
  private(set) var operations: [PlanOperation?] = []
  /// Values of expressions, by identity, for the grain of elements as sent and as kept.
  private var values: [ObjectIdentifier: PlanValue] = [:]
  /// Those of lets that depend on what a line came to.
  private var letsOfLines: Set<ObjectIdentifier> = []
  /// Whether what is being lowered depends on what a line came to, and is a let's.
  private var usesLines = false
  private var isInLet = false
  /// Flags known when the rules are lowered, by register.
  var knownFlags: [Int: Bool] = [:]
  /// The list whose `keep` is being lowered: its elements are those sent.
  var sentList: ListID?
  /// What moves on from element to element, while formulas of one that has its turn are lowered.
  var turning: Turning?
  /// Instructions that run once for each turn, while they are gathered.
  var turnInstructions: [PlanInstruction]?
  /// What expressions came to by turns.
  private var turnValues: [ObjectIdentifier: PlanValue] = [:]
  /// The running value above the entry being lowered; nil is zero.
  var running: Register?
  var total: Register?
  /// Where the groups apply that the entry stands in; nil everywhere.
  var groupApplies: Register?
  var lines: [Int: LineTrace] = [:]
  /// The rows that each look-up found, and which of the plan's tables it asked; in a list's
  /// `keep` it is another one.
  private(set) var foundRows: [ObjectIdentifier: [FoundRows]] = [:]
  /// Name and place of what is being lowered, for the dump.
  var name = ""
  var span = SourceSpan.nowhere
  /// The path of the figure being lowered, if a name leads to it.
  var path = ""

  struct FoundRows {
    var sentList: ListID?
    var rows: Register
    var planTable: PlanTableID
  }

  private struct Key: Hashable {
    var operation: PlanOperation
    var storage: PlanStorage
    var grain: PlanGrain
    var quantum: Ratio
    var type: ValueType
  }

  func note(_ found: FoundRows, of expression: PriceExpression) {
    foundRows[ObjectIdentifier(expression), default: []].append(found)
  }

  init(model: PriceModel, isRecording: Bool, schema: QuoteSchema) {
    self.model = model
    plan = PricePlan(model: model, isRecording: isRecording, quoteSchema: schema)
  }

  var isBinary: Bool { model.arithmetic.isBinary }

  func grain(_ grain: Grain) -> PlanGrain {
    if let turning, plan.turns[turning.turn] == grain.list { return .turn(turning.turn) }
    return grain.list == sentList ? .sent(grain.list) : .list(grain.list)
  }

  /// The finest of the grains of some registers.
  func finest(_ registers: [Register]) -> PlanGrain {
    registers.map { plan[$0].grain }.reduce(.constant) { a, b in
      guard case .list(let x) = a, case .list(let y) = b, x != y else {
        return depth(a) >= depth(b) ? a : b
      }
      return .list(model.lists.meeting(x, y) ?? (depth(a) >= depth(b) ? x : y))
    }
  }

  func depth(_ grain: PlanGrain) -> Int {
    switch grain {
    case .constant: return -1
    case .list(let list), .sent(let list): return model.lists.depth(list)
    case .turn(let turn): return depth(.list(plan.turns[turn])) + 1
    }
  }

  /// Emits an operation, or gives the register that already holds its result.
  /// Sources must have been brought to one grain (or be constant).
  @discardableResult
  func emit(
    _ operation: PlanOperation, _ shape: PlanRegister, fallible: Bool = false
  ) -> PlanValue {
    let key = Key(
      operation: operation, storage: shape.storage, grain: shape.grain, quantum: shape.quantum,
      type: shape.type)
    if let value = known[key] { return value }
    let value = PlanValue(
      newRegister(shape, operation),
      given: fallible ? newRegister(.flag(at: shape.grain), nil) : nil)
    known[key] = value
    let instruction = PlanInstruction(
      operation: operation, target: value.cells, given: value.given, grain: shape.grain,
      name: name, span: span)
    if shape.grain == .constant {
      plan.prologue.append(instruction)
    } else if turnInstructions != nil, shape.grain.isTurn || operation.isOfTurns {
      turnInstructions?.append(instruction)
    } else {
      plan.instructions.append(instruction)
    }
    return value
  }

  private func newRegister(_ shape: PlanRegister, _ operation: PlanOperation?) -> Register {
    plan.registers.append(shape)
    operations.append(operation)
    return Register(plan.registers.count - 1)
  }

  /// A register for every element of a finer grain; constants stay constants.
  func at(_ grain: PlanGrain, _ register: Register) -> Register {
    var shape = plan[register]
    guard shape.grain != grain, shape.grain != .constant else { return register }
    if case .turn(let turn) = grain {
      let cells = at(.list(plan.turns[turn]), register)
      return emit(.moves(.taken(cells, turn: turn)), shape.with(grain: grain)).cells
    }
    guard case let list? = grain.list else { return register }
    shape.grain = grain
    let repeated = emit(.moves(.repeated(register, list: list)), shape).cells
    return repeated
  }

  func at(_ grain: PlanGrain, _ value: PlanValue) -> PlanValue {
    PlanValue(at(grain, value.cells), given: value.given.map { at(grain, $0) })
  }

  /// Gives what `at` gives, with constants spread over the rows: some kernels want whole columns.
  func filled(_ grain: PlanGrain, _ register: Register) -> Register {
    guard plan[register].grain == .constant, grain != .constant else { return at(grain, register) }
    var shape = plan[register]
    shape.grain = grain
    return emit(.moves(.spread(register)), shape).cells
  }

  func filled(_ grain: PlanGrain, _ value: PlanValue) -> PlanValue {
    PlanValue(filled(grain, value.cells), given: value.given.map { filled(grain, $0) })
  }
}

// MARK: - Values of expressions

extension PlanLowering {
  /// The registers of an expression, at its grain (or constant).
  func lower(_ expression: PriceExpression) -> PlanValue {
    let identity = ObjectIdentifier(expression)
    if sentList == nil, let value = values[identity] {
      if letsOfLines.contains(identity) { usesLines = true }
      return value
    }
    let outer = (span: span, name: name, usesLines: usesLines, turning: turning)
    (span, usesLines) = (expression.span, false)
    // What is the same whatever stood before is computed for all elements at once.
    if let moving = turning, !moving.isUsed(by: expression) { turning = nil }
    defer {
      (span, name, usesLines) = (outer.span, outer.name, outer.usesLines || usesLines)
      turning = outer.turning
    }
    let value = certainIfFlag(evaluate(expression))
    if turning != nil { turnValues[identity] = value }
    if sentList == nil {
      values[identity] = value
      if usesLines && isInLet { letsOfLines.insert(identity) }
      if plan.isRecording {
        plan.trace.expressions[identity] = value
        if case .reference(let named) = expression.operation {
          plan.trace.references[named] = expression
        }
      }
    }
    return value
  }

  func lowerLet(_ expression: PriceExpression) -> PlanValue {
    let outer = isInLet
    isInLet = true
    defer { isInLet = outer }
    return lower(expression)
  }

  /// What a line came to, to be read by an expression.
  func line(_ id: Int) -> LineTrace? {
    usesLines = true
    return lines[id]
  }

  /// Lets that read lines come to something else after a group of which one member was
  /// taken: the others are zero from there on.
  func forgetLetsOfLines(insideOf group: Int) {
    for identity in letsOfLines {
      let value = values.removeValue(forKey: identity)
      if plan.isRecording { plan.trace.inside[group, default: [:]][identity] = value }
    }
    letsOfLines.removeAll()
  }

  /// What expressions came to by turns is read from all elements' cells from here on.
  func settleTurnValues(_ settled: (PlanValue) -> PlanValue) {
    for (identity, value) in turnValues {
      let all = settled(value)
      values[identity] = all
      if let rows = foundRows[identity]?.map(\.rows) {
        for (index, rows) in rows.enumerated() {
          foundRows[identity]![index].rows = settled(PlanValue(rows)).cells
        }
      }
      guard plan.isRecording else { continue }
      plan.trace.expressions[identity] = all
      plan.trace.rows[identity] = plan.trace.rows[identity].map { settled(PlanValue($0)).cells }
      plan.trace.brackets[identity] = plan.trace.brackets[identity].map { brackets in
        brackets.map { bracket in
          BracketTrace(
            row: bracket.row, holds: bracket.holds.map { settled(PlanValue($0)).cells },
            reached: bracket.reached.map { settled(PlanValue($0)).cells },
            inside: bracket.inside.map { settled(PlanValue($0)).cells },
            amount: settled(PlanValue(bracket.amount)).cells)
        }
      }
    }
    turnValues = [:]
  }

  private func certainIfFlag(_ value: PlanValue) -> PlanValue {
    plan[value.cells].storage == .flag ? certain(value) : value
  }
}

extension PlanGrain {
  var list: ListID? {
    switch self {
    case .constant, .turn: nil
    case .list(let list), .sent(let list): list
    }
  }

  var isTurn: Bool {
    if case .turn = self { return true }
    return false
  }
}

extension PlanRegister {
  static func flag(at grain: PlanGrain) -> PlanRegister {
    PlanRegister(storage: .flag, grain: grain, type: .flag)
  }

  package static func text(at grain: PlanGrain) -> PlanRegister {
    PlanRegister(storage: .text, grain: grain, type: .text)
  }

  package static func row(at grain: PlanGrain) -> PlanRegister {
    PlanRegister(storage: .choice, grain: grain, type: .invalid)
  }

  func with(grain: PlanGrain) -> PlanRegister {
    var copy = self
    copy.grain = grain
    return copy
  }

  func with(grain: PlanGrain, range: Interval) -> PlanRegister {
    var copy = with(grain: grain)
    copy.range = range
    return copy
  }

  func with(storage: PlanStorage) -> PlanRegister {
    var copy = self
    copy.storage = storage
    return copy
  }
}

// MARK: - Flags

extension PlanLowering {
  func flag(_ value: Bool) -> Register {
    let slot = figure(.integer(value ? 1 : 0), storage: .flag, quantum: 1, path: "")
    let register = emit(.values(.parameter(slot)), .flag(at: .constant)).cells
    knownFlags[Int(register.index)] = value
    return register
  }

  func and(_ a: Register, _ b: Register) -> Register {
    if a == b || knownFlags[Int(b.index)] == true || knownFlags[Int(a.index)] == false { return a }
    if knownFlags[Int(a.index)] == true || knownFlags[Int(b.index)] == false { return b }
    let grain = finest([a, b])
    return emit(.flags(.and(at(grain, a), at(grain, b))), .flag(at: grain)).cells
  }

  func and(_ a: Register?, _ b: Register?) -> Register? {
    guard let a else { return b }
    guard let b else { return a }
    return and(a, b)
  }

  func or(_ a: Register, _ b: Register) -> Register {
    if a == b || knownFlags[Int(b.index)] == false || knownFlags[Int(a.index)] == true { return a }
    if knownFlags[Int(a.index)] == false || knownFlags[Int(b.index)] == true { return b }
    let grain = finest([a, b])
    return emit(.flags(.or(at(grain, a), at(grain, b))), .flag(at: grain)).cells
  }

  func not(_ a: Register) -> Register {
    if let known = knownFlags[Int(a.index)] { return flag(!known) }
    return emit(.flags(.not(a)), .flag(at: plan[a].grain)).cells
  }

  /// A flag that is 0 where it is not given, as every flag value promises to be.
  func certain(_ value: PlanValue) -> PlanValue {
    guard let given = value.given else { return value }
    return PlanValue(and(value.cells, given), given: given)
  }

  /// A slot of the parameters for a figure.
  func figure(
    _ figure: Parameters.Figure, storage: PlanStorage, quantum: Ratio, path: String
  ) -> Int {
    let key = SlotKey(path: path, figure: figure, storage: storage, quantum: quantum)
    let known = slots[key, default: []].first {
      plan.parameters.slots[$0].figure.isSame(as: figure)
    }
    if let known { return known }
    slots[key, default: []].append(plan.parameters.slots.count)
    plan.parameters.slots.append(
      Parameters.Slot(path: path, figure: figure, storage: storage, quantum: quantum, span: span))
    return plan.parameters.slots.count - 1
  }

  /// What is in a slot; two forms of one text are the same here.
  private struct SlotKey: Hashable {
    var path: String
    var figure: Parameters.Figure
    var storage: PlanStorage
    var quantum: Ratio
  }
}
