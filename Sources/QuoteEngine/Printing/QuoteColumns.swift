import QuoteLanguage
package import QuoteSyntax

/// Which columns a quote is written with, under which names: one description
/// for all formats, so that they agree.
package struct QuoteColumns: Sendable {
  /// Where a column's cells come from.
  package enum Source: Hashable, Sendable {
    /// The booking's key; its record number where the rules declare no key.
    case key
    /// Number of the record in the input, from 1.
    case record
    /// `quoted`, `declined` or `fault`.
    case status
    /// A line's amount summed to the booking, zero where it does not apply; a
    /// subtotal's running value. Index into the schema's lines.
    case line(Int)
    case total
    /// Index into the schema's outputs; records are JSON in a cell.
    case output(Int)
    /// Every line's reasons, the reason of a decline, the id of a fault's reason.
    case reasons
    /// The field's path, the offending text and the sentence of a fault.
    case faultField, faultValue, faultMessage
    /// A column that no input names, as it came in.
    case carried(Int)
  }

  package let quotes: QuoteSchema
  package let bookings: BookingSchema
  /// Names of the carried columns.
  package let carried: [String]
  package private(set) var names: [String] = []
  package private(set) var sources: [Source] = []
  /// Whether somebody chose these columns: JSON objects are then flat.
  private(set) var isSelection = false

  /// Every column: key, status, lines, total, outputs, reasons, faults, carried.
  /// A name taken already is written as its address: `quote.base` for a line
  /// whose name is also an output's, `outputs.total`, `input.total`. `reserved` are taken by
  /// columns of somebody else's.
  package init(
    quotes: QuoteSchema, bookings: BookingSchema, carried: [String] = [],
    reserved: Set<String> = []
  ) {
    self.quotes = quotes
    self.bookings = bookings
    self.carried = carried
    let outputNames = Set(quotes.outputs.map(\.name))
    var taken = reserved
    add(keyName, .key, taken: &taken, in: .input)
    add("status", .status, taken: &taken)
    for (index, line) in quotes.lines.enumerated() {
      let isTaken = outputNames.contains(line.name)
      let name = isTaken ? QuoteAddress(.quote, line.name).text : line.name
      add(name, .line(index), taken: &taken, in: .quote)
    }
    add("total", .total, taken: &taken)
    for (index, output) in quotes.outputs.enumerated() {
      add(output.name, .output(index), taken: &taken, in: .outputs)
    }
    add("reasons", .reasons, taken: &taken, in: .quote)
    add("fault_field", .faultField, taken: &taken)
    add("fault_value", .faultValue, taken: &taken)
    add("fault_message", .faultMessage, taken: &taken)
    for (index, name) in carried.enumerated() {
      add(name, .carried(index), taken: &taken, in: .input)
    }
  }

  /// These columns in this order, under these names. A name is looked for as
  /// the key, then among `status`, `total` and the other fixed ones, outputs,
  /// lines and carried columns; an address (`quote.base`) says which is meant. A name that
  /// is there twice would be one member of an object twice, and throws.
  package init(
    selecting names: [String], quotes: QuoteSchema, bookings: BookingSchema, carried: [String] = []
  ) throws(UnknownColumn) {
    self.quotes = quotes
    self.bookings = bookings
    self.carried = carried
    isSelection = true
    var taken: Set<String> = []
    for name in names.isEmpty ? [""] : names {
      guard let source = source(named: name) else {
        let isInput = bookings.lists[.booking].fields.contains { $0.name == name }
        throw UnknownColumn(name: name, known: selectable, isInput: isInput)
      }
      if !taken.insert(name).inserted {
        throw UnknownColumn(name: name, known: selectable, isRepeated: true)
      }
      self.names.append(name)
      sources.append(source)
    }
  }

  /// Writes the same columns under other names, one each.
  package mutating func rename(_ names: [String]) { self.names = names }

  private mutating func add(
    _ name: String, _ source: Source, taken: inout Set<String>, in room: QuoteAddress.Room? = nil
  ) {
    let address = room.map { QuoteAddress($0, name).text } ?? name
    let own = taken.contains(name) ? address : name
    taken.insert(own)
    names.append(own)
    sources.append(source)
  }

  /// The name of the key's column.
  var keyName: String { bookings.key.map { bookings.lists[.booking].fields[$0].name } ?? "record" }

  static let fixed: [(name: String, source: Source)] = [
    ("status", .status), ("total", .total), ("reasons", .reasons), ("record", .record),
    ("fault_field", .faultField), ("fault_value", .faultValue), ("fault_message", .faultMessage),
  ]

  private func source(named name: String) -> Source? {
    if name == keyName { return .key }
    if let fixed = Self.fixed.first(where: { $0.name == name }) { return fixed.source }
    if let address = QuoteAddress(name), let found = source(at: address) { return found }
    return output(name) ?? line(name) ?? carriedColumn(name)
  }

  private func source(at address: QuoteAddress) -> Source? {
    switch address.room {
    case .outputs: output(address.name)
    case .quote: line(address.name)
    case .input: carriedColumn(address.name) ?? (address.name == keyName ? .key : nil)
    }
  }

  private func output(_ name: String) -> Source? {
    quotes.outputs.firstIndex { $0.name == name }.map { .output($0) }
  }

  private func line(_ name: String) -> Source? {
    quotes.lines.firstIndex { $0.name == name }.map { .line($0) }
  }

  private func carriedColumn(_ name: String) -> Source? {
    carried.firstIndex(of: name).map { .carried($0) }
  }

  /// Every name that may be chosen, once each: an output may have the name of a line.
  var selectable: [String] {
    var seen: Set<String> = []
    let all =
      [keyName] + Self.fixed.map(\.name) + quotes.outputs.map(\.name) + quotes.lines.map(\.name)
      + carried
    return all.filter { seen.insert($0).inserted }
  }
}

/// A chosen column that does not exist, or that is chosen twice.
package struct UnknownColumn: Error, Hashable, Sendable {
  package var name: String
  package var known: [String]
  package var isRepeated = false
  /// Whether an input is called so, which quotes have only where an output shows it.
  package var isInput = false
  /// Whether it is the name of a value under `let`, which cannot be a column either.
  package var isLet = false

  /// `did you mean …`, where a name is near.
  package var help: [String] {
    let parts = name.split { " ;|".contains($0) }.map(String.init)
    if parts.count > 1, parts.allSatisfy(known.contains) {
      return ["names are separated by commas: `\(parts.joined(separator: ","))`"]
    }
    return isInput || isLet
      ? ["`\(name)` is \(isInput ? "an input" : "a value under `let`"): add it to `outputs` of the "
        + "rules"]
      : Suggestion.help(for: name, among: known)
  }

  package var trouble: Trouble {
    if isRepeated {
      return Trouble("repeated-column", "the column `\(name)` is named twice: name it once")
    }
    return Trouble(
      "unknown-column",
      "no line, output or other column is called `\(name)`"
        + (help.first.map { "; \($0)" } ?? ""))
  }
}
