import QuoteSyntax

/// A function of formulas: one row of the table in which calls are looked up.
///
/// Rows of one family stand together, in `Dates`, `Texts`, `Numbers` and `Lists`. A strict
/// function is all data (`FunctionShape`); one whose arguments are not all values, or that goes
/// over a list, names the method of the checker that types it.
struct FormulaFunction: Sendable {
  typealias Typing = @Sendable (FormulaChecker, FormulaCall, FormulaFunction) -> PriceExpression

  let name: String
  /// How a call is written, for messages.
  let form: String
  /// How many arguments a call has.
  let arguments: ClosedRange<Int>
  /// How many it has where it goes over a list, and so takes a condition: `where`; nil: it never
  /// does.
  let argumentsOverList: ClosedRange<Int>?
  /// Whether it takes elements in the order of a key: `by`.
  let takesOrder: Bool
  let typed: Typing

  init(
    _ form: String, _ arguments: ClosedRange<Int>, overList: ClosedRange<Int>? = nil,
    takesOrder: Bool = false, typedBy typed: @escaping Typing
  ) {
    name = String(form.prefix { $0 != "(" })
    self.form = form
    self.arguments = arguments
    argumentsOverList = overList
    self.takesOrder = takesOrder
    self.typed = typed
  }

  /// A strict function. The first of its shapes counts whose first operand takes the value; `wants`
  /// says, for messages, what that may be.
  init(_ form: String, wants: String? = nil, _ shapes: FunctionShape...) {
    let counts = shapes.map(\.counts)
    let least = counts.map(\.lowerBound).min() ?? 0
    let most = counts.map(\.upperBound).max() ?? 0
    let wants = wants ?? shapes[0].operands[0].wants
    self.init(form, least...most) { checker, call, function in
      checker.strict(call, function, shapes, wants: wants)
    }
  }

  static let all: [FormulaFunction] = lists + numbers + texts + dates + places

  private static let byName: [String: FormulaFunction] = Dictionary(
    uniqueKeysWithValues: all.map { ($0.name, $0) })

  static func named(_ name: String) -> FormulaFunction? { byName[name] }
}

/// One way to call a strict function.
struct FunctionShape: Sendable {
  typealias Result = @Sendable ([PriceExpression], ModelChecker) -> FunctionResult

  let operation: PriceExpression.Operator
  let operands: [FunctionOperand]
  /// Whether it looks at the clocks of the file's `timezone`, unless minutes are given.
  let readsClock: Bool
  /// Whether the operands are numbers of one kind, which are brought to one unit and one step.
  let areAlike: Bool
  let result: Result

  init(
    _ operation: PriceExpression.Operator, _ operands: [FunctionOperand], readsClock: Bool = false,
    areAlike: Bool = false, result: @escaping Result
  ) {
    self.operation = operation
    self.operands = operands
    self.readsClock = readsClock
    self.areAlike = areAlike
    self.result = result
  }

  /// How many operands a call has.
  var counts: ClosedRange<Int> { operands.count { !$0.mayBeLeftOut }...operands.count }

  func wantsNumber(at index: Int) -> Bool { index >= operands.count || operands[index].isNumber }

  /// Whether so many operands say which clock is read.
  func hasOwnClock(_ count: Int) -> Bool {
    operands.prefix(count).contains { $0.mayBeLeftOut }
  }
}

/// What an operand of a strict function must be.
struct FunctionOperand: Sendable {
  /// The operand in words, for messages: `a date`.
  let wants: String
  var isNumber = false
  /// Whether a call may do without it, which only the last operand can allow.
  var mayBeLeftOut = false
  /// Whether it says which clock is read: minutes east of UTC, or a zone that stands for them.
  var isClock = false
  let takes: @Sendable (ValueType) -> Bool

  static let number = FunctionOperand(wants: "a number", isNumber: true) { $0.isQuantity }
  static let text = FunctionOperand(wants: "a text") { $0 == .text || $0.isChoice }
  static let date = FunctionOperand(wants: "a date") { $0 == .date }
  static let time = FunctionOperand(wants: "a time of day") { $0 == .time }
  static let instant = FunctionOperand(wants: "an instant") { $0 == .instant }
  static let weekday = FunctionOperand(wants: "a weekday") { $0 == .weekday }
  static let months = FunctionOperand(wants: "a count of months", isNumber: true) {
    $0 == .quantity(.count)
  }
  /// East of UTC, in place of the file's `timezone`.
  static let minutes = FunctionOperand(
    wants: "a count of minutes or the name of a time zone", isNumber: true, mayBeLeftOut: true,
    isClock: true
  ) { $0 == .quantity(.count) }
}

/// What a strict function gives.
struct FunctionResult {
  var type: ValueType
  var units = UnitPair()
  var range = Interval.unbounded
  var quantum: Ratio = 0
  /// Whether it may be not given; nil: where one of its operands is not.
  var isOptional: Bool?

  static func count(_ range: Interval, isOptional: Bool? = nil) -> FunctionResult {
    FunctionResult(type: .quantity(.count), range: range, quantum: 1, isOptional: isOptional)
  }

  /// A result of one kind with a number, in its unit and steps.
  static func like(_ value: PriceExpression, _ range: Interval) -> FunctionResult {
    FunctionResult(type: value.type, units: value.units, range: range, quantum: value.quantum)
  }
}
