import QuoteBookings
import CArrow
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// How a table of quotes is laid out.
package struct TableOptions: Sendable {
  /// Which of the table's columns go through to the quotes, as they came in.
  package enum Carried: Sendable {
    /// Those that the rules do not read.
    case unread
    case all
    case named([String])
  }

  /// These in this order; nil: all.
  package var columns: [String]?
  package var carried = Carried.unread
  package var money = MoneyForm.decimal
  /// Whether statuses are plain texts, for readers that do not support dictionaries.
  package var areStatusesTexts = false
  package var threads = 1
  /// Whether two neighbouring rows with the same key are a fault. The answer depends on how a table
  /// is cut, so a program that prices the parts of a table separately turns it off.
  package var comparesKeys = true

  package init() {}
}

/// The columns that quotes have as a table, for one schema of bookings: those that are made, and
/// those of the bookings that go through.
struct QuoteTable: Sendable {
  enum Source: Sendable {
    /// A column of the table, by its place.
    case borrowed(Int)
    case made(QuoteColumns.Source)
    /// The whole of a fault.
    case fault
    /// Every line that applies, with its elements; only where it is asked for.
    case lines
  }

  let pricer: Pricer
  let options: TableOptions
  private(set) var columns: [(name: String, source: Source)] = []

  /// `names` are the table's columns, `unread` the places of those that the rules do not read,
  /// `key` that of the key, if it is one column.
  ///
  /// Throws where a column is asked for that there is not.
  init(
    _ rules: Pricer, names: [String], unread: [Int], key: Int?, options: TableOptions
  ) throws(Trouble) {
    self.options = options
    let places = try Self.carried(options.carried, names, unread: unread, key: key)
    let carried = places.map { names[$0] }
    let (quotes, bookings) = (rules.plan.quoteSchema, rules.schema)
    let own = Set(quotes.outputs.map(\.name) + quotes.lines.map(\.name) + carried)
    // The object of a fault has its name to itself, whatever else is called so.
    let whole = Self.whole.filter { $0.key == "fault" || !own.contains($0.key) }
    let all: QuoteColumns
    if let wanted = options.columns {
      do throws(UnknownColumn) {
        all = try QuoteColumns(
          selecting: wanted.map { whole[$0] ?? $0 }, quotes: quotes, bookings: bookings,
          carried: carried)
      } catch {
        throw error.trouble
      }
    } else {
      all = QuoteColumns(
        quotes: quotes, bookings: bookings, carried: carried, reserved: ["fault"])
    }
    let hasLines = whole["lines"] != nil && options.columns?.contains("lines") ?? false
    pricer = hasLines ? rules : rules.pricing(onlyInTable: all)
    for (index, name) in all.names.enumerated() {
      if hasLines, let wanted = options.columns, wanted[index] == "lines" {
        columns.append(("lines", .lines))
        continue
      }
      let isWhole = options.columns.map { $0[index] == "fault" } ?? true
      add(name, all.sources[index], isWhole, key: key, carried: places, hasKey: bookings.key != nil)
    }
  }

  /// Columns that are objects here, by the name of one that a file has in their place.
  private static let whole = ["fault": "fault_message", "lines": "fault_value"]

  private static func carried(
    _ wanted: TableOptions.Carried, _ names: [String], unread: [Int], key: Int?
  ) throws(Trouble) -> [Int] {
    switch wanted {
    case .unread: return unread
    case .all: return names.indices.filter { $0 != key }
    case .named(let wanted):
      return try wanted.map { name throws(Trouble) in
        guard let place = names.firstIndex(of: name) else {
          let near = Suggestion.help(for: name, among: names).first
          throw Trouble(
            "unknown-column",
            "the table has no column `\(name)` to carry" + (near.map { "; \($0)" } ?? ""))
        }
        return place
      }
    }
  }

  private mutating func add(
    _ name: String, _ source: QuoteColumns.Source, _ isWhole: Bool, key: Int?, carried: [Int],
    hasKey: Bool
  ) {
    switch source {
    case .key:
      if let key {
        columns.append((name, .borrowed(key)))
      } else if hasKey {
        columns.append((name, .made(.key)))
      } else if options.columns != nil {
        columns.append((name, .made(.record)))
      }
    case .carried(let index): columns.append((name, .borrowed(carried[index])))
    case .faultMessage where isWhole: columns.append(("fault", .fault))
    case .faultField where isWhole && options.columns == nil,
      .faultValue where isWhole && options.columns == nil:
      break
    case .record, .status, .line, .total, .output, .reasons, .faultField, .faultValue,
      .faultMessage:
      columns.append((name, .made(source)))
    }
  }

  // MARK: Builders

  /// What fills the columns that are made; nil for the others. Each thread needs its own.
  func makeBuilders() -> [ColumnBuilder?] {
    columns.map { column in
      switch column.source {
      case .borrowed: nil
      case .fault: FaultBuilder(pricer.sources)
      case .lines: LinesBuilder(pricer.plan.quoteSchema)
      case .made(let source): builder(of: source)
      }
    }
  }

  private func builder(of source: QuoteColumns.Source) -> ColumnBuilder {
    let schema = pricer.plan.quoteSchema
    switch source {
    case .status: return StatusBuilder(asText: options.areStatusesTexts)
    case .line(let line): return value(schema.rowColumn(of: schema.lines[line]))
    case .total: return value(schema.total)
    case .output(let output): return self.output(schema.outputs[output], above: .booking)
    case .reasons: return ReasonsBuilder(schema)
    case .faultField: return FaultTextBuilder(\.field)
    case .faultValue: return FaultTextBuilder(\.value)
    case .faultMessage: return FaultTextBuilder(\.message)
    case .key: return pricer.schema.key.map(KeyBuilder.init) ?? RecordBuilder()
    case .record, .carried: return RecordBuilder()
    }
  }

  private func value(_ column: Int) -> ValueBuilder {
    let schema = pricer.plan.quoteSchema
    let form = ValueForm(
      schema.columns[column], of: schema, range: range(of: column), options.money)
    return ValueBuilder(column, form)
  }

  /// The range of what a result column holds, as the rules prove it.
  private func range(of column: Int) -> Interval? {
    let register = pricer.plan[pricer.plan.results[column].cells]
    let (range, quantum) = (register.range, register.quantum)
    guard range.lower.isFinite, range.upper.isFinite, !quantum.isZero else { return nil }
    return Interval(range.lower / quantum, range.upper / quantum)
  }

  private func output(_ output: QuoteOutput, above: ListID) -> ColumnBuilder {
    switch output.body {
    case .value(let column): return value(column)
    case .records(let list, let fields): return records(list, fields, above: above)
    }
  }

  private func records(_ list: ListID, _ fields: [QuoteOutput], above: ListID) -> RecordsBuilder {
    var values: [(column: Int, builder: ValueBuilder)] = []
    var lists: [RecordsBuilder] = []
    var children: [(name: String, builder: ColumnBuilder)] = []
    for field in fields {
      switch field.body {
      case .value(let column):
        values.append((column, value(column)))
        children.append((field.name, values[values.count - 1].builder))
      case .records(let inner, let fields):
        lists.append(records(inner, fields, above: list))
        children.append((field.name, lists[lists.count - 1]))
      }
    }
    let parents = pricer.plan.quoteSchema.listParents.mapped { $0 ?? .booking }
    return RecordsBuilder(
      list: list, above: above, parents, ObjectBuilder(values, lists, children: children))
  }
}
