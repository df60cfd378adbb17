import QuoteLanguage

/// What one loop over the rows of a grain does, some rows at a time: values, each
/// computed once, and the steps that compute them.
///
/// Made of instructions of a plan that stand together and take a cell for a cell
/// (`LoopBuilder`); made machine code of by a `LoopEmitter`. Values live in the
/// processor's registers; only what others read is stored.
struct LoopProgram {
  /// How as many cells of a value as a loop takes at a time are held.
  enum Lanes {
    /// `Int32`: integers whose range fits, choices, rows of tables.
    case narrow
    /// `Int64`, in two registers.
    case whole
    /// `Double`, in two registers.
    case double
    /// True or false, as the processor's instructions want it.
    case flags
  }

  struct Value: Hashable {
    var index: Int
  }

  enum Operand: Hashable {
    case value(Value)
    /// By where it is in the pool; eight bytes, of which narrow lanes read the lower four.
    case constant(Int)
  }

  /// What begins where a place says.
  enum Place {
    case cells(Register)
    /// The codes of a field's texts in a vocabulary, if readers told them.
    case codes(Register, ObjectIdentifier)
    /// Which rows have a field.
    case given(list: ListID, field: Int)
  }

  /// How a column in memory holds its cells.
  enum Column {
    case integers, doubles, choices, flags
  }

  enum Step {
    case load(place: Int, Column)
    case store(place: Int, Operand, Column)
    /// Bits of a bitmap.
    case loadBits(place: Int)
    /// A constant of the pool in all lanes.
    case broadcast(Int)
    /// Narrow to whole, and whole to narrow: the lower half.
    case widen(Value)
    case narrow(Value)
    /// Computes in the lanes of the result; integers wrap.
    case arithmetic(Arithmetics, Operand, Operand)
    /// Multiplies whole operands that each fit narrow lanes.
    case longMultiply(Operand, Operand)
    case divide(Operand, Operand)
    /// The first where the two are equal or not ordered.
    case extreme(least: Bool, Operand, Operand)
    /// The lesser of narrow lanes without signs.
    case leastUnsigned(Value, Operand)
    case absolute(Value)
    case negateDouble(Value)
    case toDouble(Value)
    case round(Value, LoopDivision)
    case compare(PriceExpression.Comparison, Operand, Operand)
    case and(Value, Value)
    case or(Value, Value)
    case not(Value)
    case zeroUnless(Value, Operand)
    /// The first, and one more where the flag is set.
    case addWhere(Value, Value)
    case select(Value, Operand, Operand)
    /// The cell of a table in the pool, by its place.
    case take(Value, table: Int, count: Int)
  }

  /// A step and what it computes, nothing if it stores.
  struct Assignment {
    let step: Step
    let result: Value?
  }

  /// The part of a program that stands for one instruction. Only people read it.
  struct Part {
    /// Its steps go on to where the next part's begin; an instruction whose cells are
    /// another's has none.
    let firstStep: Int
    /// Where its cells are; nil for sets of rows, which are never held.
    let result: Operand?
  }

  private(set) var steps: [Assignment] = []
  /// One part for each instruction, in their order.
  var parts: [Part] = []
  /// What the lanes of each value hold.
  var lanes: [Lanes] = []
  /// Where columns are that are loaded or stored; steps say which by position.
  var places: [Place] = []
  /// Registers whose cells are stored.
  var stored: [Register] = []
  var pool = LoopPool()

  mutating func append(_ step: Step, _ lanes: Lanes) -> Value {
    let value = Value(index: self.lanes.count)
    self.lanes.append(lanes)
    steps.append(Assignment(step: step, result: value))
    return value
  }

  /// A step without a result.
  mutating func append(_ store: Step) { steps.append(Assignment(step: store, result: nil)) }

  /// Whether a value is held in two registers.
  func isPair(_ value: Value) -> Bool {
    switch lanes[value.index] {
    case .narrow, .flags: false
    case .whole, .double: true
    }
  }

  func isConstant(_ operand: Operand) -> Bool {
    if case .constant = operand { true } else { false }
  }
}

/// `cell × factor ÷ divisor` rounded by adding to the magnitude and cutting off, in doubles.
///
/// Exact: whole numbers below 2⁵³ are doubles, and so are products and sums of them below that.
/// With r the least double not below 1/d, ⌊n/d⌋ is n·r cut off for every whole n with
/// n + d < 2⁵¹. For n = kd, n·r is k at least, and so is what it rounds to. For n = kd − 1,
/// r ≤ (1 + 2⁻⁵²)/d and one rounding of relative size 2⁻⁵³ leave it below
/// (k − 1/d)(1 + 2⁻⁵¹), which is below k where kd < 2⁵¹.
struct LoopDivision {
  /// Positions in the pool; nil if it changes nothing.
  var factor: Int?
  var addend: Int?
  var reciprocal: Int
  /// Whether the product may be below zero. The ranges of inputs decide it, and a cell
  /// outside of its own would be rounded wrongly: whatever fills an input must hold to it.
  var isSigned: Bool

  /// Magnitudes, with the divisor, must stay below this.
  static let limit = Int128(1) << 51

  /// The least double that is not below 1/d.
  static func reciprocal(of divisor: Int64) -> Double {
    let nearest = 1 / Double(divisor)
    return (-1.0).addingProduct(nearest, Double(divisor)) < 0 ? nearest.nextUp : nearest
  }
}

/// The constants of a loop, in memory beside it.
struct LoopPool {
  /// Eight bytes each; tables begin at multiples of 64 bytes.
  private(set) var words: [UInt64] = []
  /// Where the cells of constant registers go, which each evaluator fills in.
  private(set) var registers: [Register] = []
  private(set) var registersAt: [Int] = []
  /// Where constants that are known are; few, so that looking through them costs least.
  private var literals: [Int] = []

  /// The places of the low halves among the halves of sixteen 64-bit cells in two registers.
  static let lowHalves = 0
  /// Sixteen ones of a byte each.
  static let ones = 64
  /// The bit that says that a double is below zero, and all others.
  static let sign = 80
  static let allButSign = 88
  static let one = 96
  static let thirtyTwo = 104
  static let sixtyFour = 112
  /// 2⁵², 2⁸⁴ + 2⁶³, the sum of these, and 1.5 · 2⁵², as doubles.
  static let two52 = 120
  static let two84And63 = 128
  static let two84And63And52 = 136
  static let threeTwo51 = 144
  /// The bits of a byte, from the lowest, of 32 bits each.
  static let bitsOfByte = 152

  init() {
    for pair in 0..<8 { words.append(UInt64(4 * pair) | UInt64(4 * pair + 2) << 32) }
    words += [0x0101_0101_0101_0101, 0x0101_0101_0101_0101]
    words += [1 << 63, 1 << 63 - 1, 1, 32, 64]
    words += [0x1p52, 0x1p84 + 0x1p63, 0x1p84 + 0x1p63 + 0x1p52, 0x3p51].map(\.bitPattern)
    for bit in stride(from: UInt64(0), to: 8, by: 2) { words.append(1 << bit | 2 << (bit + 32)) }
  }

  /// Positions are in bytes.
  mutating func literal(_ bits: UInt64) -> Int {
    if let known = literals.first(where: { words[$0] == bits }) { return 8 * known }
    literals.append(words.count)
    words.append(bits)
    return 8 * (words.count - 1)
  }

  mutating func literal(_ value: Int64) -> Int { literal(UInt64(bitPattern: value)) }
  mutating func literal(_ value: Double) -> Int { literal(value.bitPattern) }

  mutating func place(of register: Register) -> Int {
    if let known = registers.firstIndex(of: register) { return registersAt[known] }
    registers.append(register)
    registersAt.append(8 * words.count)
    words.append(0)
    return 8 * (words.count - 1)
  }

  /// Cells of 32 bits, filled up with zeros to so many.
  mutating func table(_ cells: [Int32], room: Int) -> Int {
    while words.count % 8 != 0 { words.append(0) }
    let at = 8 * words.count
    let filled = cells + [Int32](repeating: 0, count: max(room, cells.count + 1) - cells.count)
    for pair in stride(from: 0, to: filled.count - 1, by: 2) {
      let (low, high) = (UInt32(bitPattern: filled[pair]), UInt32(bitPattern: filled[pair + 1]))
      words.append(UInt64(low) | UInt64(high) << 32)
    }
    return at
  }
}
