package import QuoteLanguage
package import QuoteSyntax

/// What to do: typed registers and a flat list of instructions that fill them,
/// in order.
///
/// Made from a `PriceModel` by lowering it; executed by an `Evaluator`, block
/// after block of bookings. Instructions never change; figures live apart, in
/// `Parameters`, so that one can be edited and only what depends on it is
/// computed again.
///
/// A register that may be not given is a pair: the cells, and a flag register
/// (`given`) with 1 where a cell is given. Where it is not, the cell is
/// undefined but harmless (numbers wrap, texts are valid); the cell of a flag is 0
/// there, so that a flag by itself says "certainly so".
package struct PricePlan: Sendable {
  /// What the rules mean; explanations and messages read names from it.
  package let model: PriceModel
  /// Whether every traced expression keeps a register of its own.
  package let isRecording: Bool
  package var registers: [PlanRegister] = []
  /// Fills the registers of grain `constant`; run once a `Parameters` value.
  var prologue: [PlanInstruction] = []
  /// Run once a block, in order.
  package var instructions: [PlanInstruction] = []
  /// As written in the rules.
  var parameters = Parameters()
  package var tables: ByPlanTable<PlanTable> = []
  /// One a list of the schema.
  package var lists: ByList<PlanList> = []
  /// The list whose elements are taken in order, by turn.
  package var turns: [ListID] = []
  package var declines: [PlanDecline] = []
  /// Where an amount is not given although its line applies: flag registers at
  /// the booking, in the order of the lines.
  package var faults: [PlanFault] = []
  /// Which register fills each result column, in the quote schema's order.
  package var results: [PlanValue] = []
  /// The result columns that somebody reads, by position; nil: all. The others stay empty.
  var wantedResults: Set<Int>?
  package var quoteSchema: QuoteSchema
  /// Where to read what the rules' expressions came to.
  package var trace = PlanTrace()
  /// What is counted beside; nil but in a plan made for profiling.
  package var profile: PlanProfile?

  package init(model: PriceModel, isRecording: Bool, quoteSchema: QuoteSchema) {
    self.model = model
    self.isRecording = isRecording
    self.quoteSchema = quoteSchema
  }

  package subscript(register: Register) -> PlanRegister { registers[Int(register.index)] }
}

/// A register, by its position in the plan.
package struct Register: Hashable, Sendable {
  package var index: Int32
  package init(_ index: Int) { self.index = Int32(index) }
}

/// A value that may be not given: its cells, and where they are given (nil: everywhere).
package struct PlanValue: Hashable, Sendable {
  package var cells: Register
  package var given: Register?

  package init(_ cells: Register, given: Register? = nil) {
    self.cells = cells
    self.given = given
  }
}

/// How many cells a register has, and for what.
package enum PlanGrain: Hashable, Sendable {
  /// One cell, the same for all bookings.
  case constant
  /// A cell for each element of a list after `keep`; list 0 is the booking.
  case list(ListID)
  /// A cell for each element as sent (below kept parents), before `keep`.
  case sent(ListID)
  /// A cell for each element whose turn it is, where the elements of a list are taken one after
  /// the other: of each parent at most one. An index into the plan's turns.
  case turn(Int)

  package static let booking = PlanGrain.list(.booking)
}

/// How a register's cells are held.
package enum PlanStorage: Hashable, Sendable {
  /// `Int64`: whole multiples of the quantum, counts, days, seconds, microseconds, weekdays.
  case integer
  /// `Int128`, as `integer`.
  case wide
  /// `Double`, in the unit of the value.
  case double
  /// `UInt8`, 0 or 1.
  case flag
  /// `Int32`: the index of a choice; the row of a table counted from 1, 0 for none.
  case choice
  /// `TextSlice`.
  case text
  /// Offsets (`Int32`, one more than cells) into a run of `TextSlice`.
  case texts
  /// Two `Double`s, latitude and longitude.
  case point
  /// This many `UInt64` a cell: bit `r` of the run is set where row `r` (from 0) holds.
  case rowSet(words: Int)

  /// Bytes of one cell; offsets only, for a list of texts.
  package var stride: Int {
    switch self {
    case .integer, .double: 8
    case .wide, .text, .point: 16
    case .flag: 1
    case .choice, .texts: 4
    case .rowSet(let words): 8 * words
    }
  }
}

/// What a register holds.
package struct PlanRegister: Sendable {
  package var storage: PlanStorage
  package var grain: PlanGrain
  /// What one of the held number is worth in base units: the quantum under
  /// `exact`; the size of the unit for a double; 1 for counts, days and so on.
  package var quantum: Ratio
  /// The range in base units.
  package var range: Interval
  package var type: ValueType
  /// The memory it lives in; registers that are never alive together share one.
  package var slot: Int32

  package init(
    storage: PlanStorage, grain: PlanGrain, quantum: Ratio = 1, range: Interval = .unbounded,
    type: ValueType
  ) {
    self.storage = storage
    self.grain = grain
    self.quantum = quantum
    self.range = range
    self.type = type
    slot = -1
  }
}

/// One step: an operation, where its result goes, and where in the rules it came from.
package struct PlanInstruction: Sendable {
  package var operation: PlanOperation
  package var target: Register
  /// A fallible operation says here where its result is given.
  package var given: Register?
  package var grain: PlanGrain
  /// What the rules call it, for dumps; empty for what nobody named.
  package var name: String
  package var span: SourceSpan
}

/// Which table of the plan, and what there is for each of them; not which one of the rules.
package typealias PlanTableID = ID<PlanTable>
package typealias ByPlanTable<Element> = ArrayByID<PlanTable, Element>

/// A table of the model as the plan uses it: there is one for each way of holding its keys.
package struct PlanTable: Sendable {
  /// Which one of the model's tables.
  package var model: TableID
  /// How each key register holds its cells.
  package var keys: [PlanKey]
  /// Rows in the order in which they are tried: as written, or for `max` and
  /// `min` by their first column.
  package var order: [Int]
  /// Parameter column of each value column whose cells are all literal (or
  /// `-`); nil where some are formulas.
  package var columns: [Int?]
}

/// How the cells of a key are held, so that bounds can be brought to the same form.
package struct PlanKey: Hashable, Sendable {
  package var storage: PlanStorage
  package var type: ValueType
  /// As in `PlanRegister`: a bound in base units divided by it is in the cells' own units.
  package var quantum: Ratio
  /// Whether texts are compared in Unicode's form C, in which the cells' words are.
  package var composes: Bool

  package init(
    storage: PlanStorage, type: ValueType, quantum: Ratio, composes: Bool = false
  ) {
    self.storage = storage
    self.type = type
    self.quantum = quantum
    self.composes = composes
  }
}

/// How the elements of a list come about.
package struct PlanList: Sendable {
  package var name: String
  package var parent: ListID?
  /// Elements may be fewer than sent: this list or one above it has a `keep`
  /// or a conditional extra.
  var isFiltered: Bool
  package var isMade: Bool
}

/// A reason not to quote.
package struct PlanDecline: Sendable {
  /// Flag at the booking: certainly so (for some element).
  package var holds: Register
  /// The text at the booking.
  package var reason: Register
  var reasonGiven: Register?
  /// Positions in `faults` that make it impossible to know.
  package var needs: [Int]
  /// The same of what the reason says.
  var reasonNeeds: [Int]
  package var span: SourceSpan
}

/// Something without which a booking has no price, and where it happens.
package struct PlanFault: Sendable {
  package enum Cause: Sendable {
    /// A line (by its id) applies and its amount is not given.
    case amount(PriceExpression, line: Int)
    /// A made list's bounds are not given, so nobody knows its elements.
    case bounds(list: ListID)
    /// A made list would have more elements than it may.
    case tooMany(list: ListID)
  }
  package var cause: Cause
  /// Flag at the booking.
  package var holds: Register
  package var span: SourceSpan

  /// The formula whose value is not given, or where the list is made.
  package var place: SourceSpan {
    switch cause {
    case .amount(let formula, _): formula.span
    case .bounds, .tooMany: span
    }
  }
}

/// Where to read what expressions came to. Complete only in a recording plan.
package struct PlanTrace: Sendable {
  /// The value of each expression by its identity, at its own grain.
  package var expressions = ByIdentity<PlanValue>()
  /// For each thing that formulas name, one expression of those above that names it.
  package var references: [PriceExpression.Reference: PriceExpression] = [:]
  /// By line id of a group of which one member is taken: what expressions came to inside of
  /// it that read lines, where no member was zero for another's sake yet.
  package var inside: [Int: [ObjectIdentifier: PlanValue]] = [:]
  /// The matched row (or row set) of each look-up expression.
  package var rows: [ObjectIdentifier: Register] = [:]
  /// The brackets of each graduated expression, in the order of the table.
  package var brackets: [ObjectIdentifier: [BracketTrace]] = [:]
  /// By line id: where it applies (nil: always), its amount (zero where it does
  /// not apply), and the running value below it.
  package var lines: [Int: LineTrace] = [:]
}

/// A bracket of a graduated table: the part of the measure inside it, or whether the measure
/// reaches it where it charges once, and what it adds.
package struct BracketTrace: Sendable {
  package var row: Int
  /// Whether the row's other keys hold; nil: always.
  package var holds: Register?
  package var reached: Register?
  package var inside: Register?
  package var amount: Register
}

package struct LineTrace: Sendable {
  package var applies: Register?
  package var amount: Register
  package var below: Register?
  /// What is carried below each element, where a line takes its elements in order.
  var belowEach: Register?
  /// What a member came to at the group's place before one was chosen, where one member of a
  /// group counts.
  package var bid: Register?

  package init(applies: Register?, amount: Register, below: Register?) {
    self.applies = applies
    self.amount = amount
    self.below = below
  }
}
