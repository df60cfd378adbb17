import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The texts that the condition of an entry wants of a booking: `cause = "base" and form = "web"`.
struct AcceptedTexts: Sendable {
  fileprivate struct Wanted: Hashable {
    var name: AcceptedName
    var text: String
  }

  fileprivate private(set) var wanted: [Wanted] = []
  /// Whether it wants nothing else.
  private var areAll = true

  /// `own` are names of the rules, which hide the words of ledgers.
  init(of condition: Formula, own: Set<String>) { add(condition, own) }

  private mutating func add(_ condition: Formula, _ own: Set<String>) {
    if case .binary(.and, let first, let second, _) = condition.kind {
      add(first, own)
      add(second, own)
    } else if case .binary(.equal, let a, let b, _) = condition.kind,
      let found = Self.wanted(a, b, own) ?? Self.wanted(b, a, own)
    {
      wanted.append(found)
    } else {
      areAll = false
    }
  }

  private static func wanted(_ word: Formula, _ text: Formula, _ own: Set<String>) -> Wanted? {
    guard case .name(let said) = word.kind, !own.contains(said),
      let name = AcceptedName(rawValue: said), name != .difference, let text = text.plainText
    else { return nil }
    return Wanted(name: name, text: text)
  }

  /// Whether the condition holds for a booking, as far as these texts say: nil where more has to be
  /// looked at.
  func hold(for booking: BookingDifference) -> Bool? {
    var areSure = areAll
    for one in wanted {
      let text = one.name.text(of: booking) ?? ""
      if text != one.text { return false }
      // Rules know how texts compare that are the same in other bytes.
      if !text.utf8.elementsEqual(one.text.utf8) { areSure = false }
    }
    return areSure ? true : nil
  }
}

/// Entries of a ledger by one thing that they want, a text or the value of an input: few of many
/// may hold for a booking.
struct AcceptedIndex: Sendable {
  private enum Want: Hashable {
    case text(AcceptedName, String)
    case cell(AcceptedCells.Input, AcceptedCells.Value)
  }

  private var entries: [Want: [Int]] = [:]
  /// What has to be looked at of a booking.
  private var names: Set<AcceptedName> = []
  private var inputs: Set<AcceptedCells.Input> = []
  /// Those that want none.
  private var others: [Int] = []

  init(_ texts: [AcceptedTexts], _ cells: [AcceptedCells]) {
    let wants = zip(texts, cells).map { texts, cells -> [Want] in
      texts.wanted.map { .text($0.name, $0.text) } + cells.wanted.map { .cell($0.input, $0.value) }
    }
    let counts = Dictionary(wants.flatMap(\.self).map { ($0, 1) }, uniquingKeysWith: +)
    for (number, wants) in wants.enumerated() {
      // What the fewest want tells the most.
      guard let one = wants.min(by: { counts[$0, default: 0] < counts[$1, default: 0] }) else {
        others.append(number)
        continue
      }
      entries[one, default: []].append(number)
      switch one {
      case .text(let name, _): names.insert(name)
      case .cell(let input, _): inputs.insert(input)
      }
    }
  }

  /// The numbers of those that may hold for a booking, in their order.
  func candidates(for booking: BookingDifference, in batch: BookingBatch, row: Int) -> [Int] {
    let texts = names.map { Want.text($0, $0.text(of: booking) ?? "") }
    let cells = inputs.compactMap { input in
      input.value(in: batch, row: row).map { Want.cell(input, $0) }
    }
    return (others + (texts + cells).flatMap { entries[$0] ?? [] }).sorted()
  }
}

/// The values that the condition of an entry wants of inputs: `zone = "near" and weight = 3 kg`.
struct AcceptedCells: Sendable {
  enum Value: Hashable, Sendable {
    case cell(Int64)
    case text(String)
  }

  struct Input: Hashable, Sendable {
    var field: Int
    var storage: ColumnStorage

    /// Nil where it is not given, so that no condition about its value holds.
    func value(in batch: BookingBatch, row: Int) -> Value? {
      let column = batch.lists[.booking].columns[field]
      guard column.isGiven(row) else { return nil }
      switch storage {
      case .integer: return row < column.integers.count ? .cell(column.integers[row]) : nil
      case .choice: return row < column.choices.count ? .cell(Int64(column.choices[row])) : nil
      case .text: return row < column.texts.count ? .text(column.texts[row].string) : nil
      case .double, .flag, .point: return nil
      }
    }
  }

  private(set) var wanted: [(input: Input, value: Value)] = []

  /// `filled` are inputs that the comparison fills, and not the booking.
  init(of output: ModelOutput, but filled: Set<Int>, in model: PriceModel) {
    if case .value(let condition) = output.body { add(condition, besides: filled, in: model) }
  }

  private mutating func add(
    _ condition: PriceExpression, besides filled: Set<Int>, in model: PriceModel
  ) {
    switch condition.operation {
    case .and(let first, let second):
      add(first, besides: filled, in: model)
      add(second, besides: filled, in: model)
    case .apply(.compare(.equal), let sides) where sides.count == 2:
      let found =
        Self.wanted(sides[0], sides[1], besides: filled, in: model)
        ?? Self.wanted(sides[1], sides[0], besides: filled, in: model)
      if let found { wanted.append(found) }
    default: break
    }
  }

  private static func wanted(
    _ value: PriceExpression, _ constant: PriceExpression, besides filled: Set<Int>,
    in model: PriceModel
  ) -> (input: Input, value: Value)? {
    guard case .reference(.field(.booking, let field)) = value.operation, !filled.contains(field),
      case .constant(let constant) = constant.operation
    else { return nil }
    let schema = model.schema.lists[.booking].fields[field]
    let input = Input(field: field, storage: schema.storage)
    switch (constant, schema.storage) {
    case (.quantity(let size), .integer) where !schema.step.isZero:
      let cell = size / schema.quantum
      return cell.isWhole ? Int64(exactly: cell.numerator).map { (input, .cell($0)) } : nil
    case (.choice(let word), .choice): return (input, .cell(Int64(word)))
    case (.text(let text), .text): return (input, .text(text))
    default: return nil
    }
  }
}
