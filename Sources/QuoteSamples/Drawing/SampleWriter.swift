package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Sampled bookings as CSV, JSON or JSON Lines, in the shapes that readers take.
package struct SampleWriter: Sendable {
  /// How lists are said in a CSV.
  package enum Shape: String, Hashable, Sendable, CaseIterable {
    /// A row an element, the booking's fields repeated and lists in elements as JSON. It is for
    /// rules with one list.
    case rows
    /// A compact cell, as the list's `cell` says; JSON for lists without one, and for cells in
    /// which a text has a mark of the spelling or an element begins or ends with a space.
    case compact
    /// JSON in a cell.
    case json
  }

  /// A column of a CSV.
  private struct Column: Sendable {
    enum Content: Sendable {
      /// A field of a list, or of a point one of its two halves.
      case field(list: ListID, Int, half: Int?)
      case list(ListID)
    }
    var name: String
    var content: Content
  }

  package let schema: BookingSchema
  package let format: InputFormat
  package let shape: Shape
  private let columns: [Column]
  /// The list of whose elements each has a row.
  private let rowList: ListID?
  /// Where bookings are no more than members, these.
  private let members: [String?]?

  /// The shape given, or the first of compact and JSON that the rules allow.
  ///
  /// Throws where a reader could not take the bookings so.
  package init(schema: BookingSchema, format: InputFormat, shape: Shape? = nil) throws(Trouble) {
    self.schema = schema
    self.format = format
    let lists = schema.sampledLists(below: .booking)
    let allCompact = lists.allSatisfy { schema.lists[$0].spelledCell(in: schema) != nil }
    let shape = shape ?? (allCompact ? .compact : .json)
    self.shape = shape
    if format == .csv { try schema.check(shape) }
    for list in schema.lists.indices.dropFirst() {
      let isCompact =
        format == .csv && shape == .compact && schema.lists[list].spelledCell(in: schema) != nil
      let isRow = format == .csv && shape == .rows && lists.contains(list)
      if !isCompact, !isRow, schema.lists[list].isUnsayableInJSON {
        throw .unsayable(schema.lists[list])
      }
    }
    rowList = shape == .rows && format == .csv ? lists.first : nil
    columns = format == .csv ? Self.columns(schema, lists, rowList) : []
    members = format == .csv ? nil : SampleJSON.members(of: schema)
  }

  /// What stands before the first booking.
  package var opening: String {
    switch format {
    case .csv:
      String(repeating: "\n", count: (schema.rows.headerLine ?? 1) - 1) + row(columns.map(\.name))
    case .json: "["
    case .jsonl: ""
    }
  }

  package var closing: String { format == .json ? "\n]\n" : "" }

  /// One booking; `isFirst` decides about commas.
  package func text(of record: SampleRecord, isFirst: Bool) -> String {
    switch format {
    case .json: (isFirst ? "\n" : ",\n") + object(record)
    case .jsonl: object(record) + "\n"
    case .csv: rows(record)
    }
  }

  private func object(_ record: SampleRecord) -> String {
    members.map { SampleJSON.object(record, members: $0) } ?? SampleJSON.object(record)
  }

  // MARK: - CSV

  private static func columns(
    _ schema: BookingSchema, _ lists: [ListID], _ rowList: ListID?
  ) -> [Column] {
    var columns: [Column] = []
    var taken: Set<String> = []
    func add(_ name: String, _ content: Column.Content) {
      if taken.insert(name).inserted { columns.append(Column(name: name, content: content)) }
    }
    func addFields(of list: ListID, prefix: String) {
      for (field, declared) in schema.lists[list].fields.enumerated() {
        let names = declared.columnNames
        for (half, name) in names.enumerated() {
          let isTaken = taken.contains(name) && !prefix.isEmpty
          let content = Column.Content.field(list: list, field, half: names.count > 1 ? half : nil)
          add(isTaken ? prefix + name : name, content)
        }
      }
    }
    addFields(of: .booking, prefix: "")
    for list in schema.lists.indices where schema.lists[list].parent == .booking {
      if schema.lists[list].isItsParent { addFields(of: list, prefix: "") }
    }
    for list in lists {
      let name = schema.lists[list].columnName
      guard list == rowList else {
        add(name, .list(list))
        continue
      }
      addFields(of: list, prefix: name + ".")
      for inner in schema.sampledLists(below: list) {
        let own = schema.lists[inner].columnName
        add(taken.contains(own) ? schema.lists[list].name + "." + own : own, .list(inner))
      }
    }
    return columns
  }

  private func rows(_ record: SampleRecord) -> String {
    guard let rowList else { return row(columns.map { cell($0, record, nil) }) }
    let elements = record.elements(of: schema.lists[rowList])
    if elements.isEmpty { return row(columns.map { cell($0, record, nil) }) }
    return elements.map { element in row(columns.map { cell($0, record, element) }) }.joined()
  }

  private func cell(_ column: Column, _ record: SampleRecord, _ element: SampleRecord?) -> String {
    switch column.content {
    case .field(let list, let field, let half):
      let holder =
        list == .booking
        ? record
        : list == rowList
          ? element : record.selves.first { $0.0.name == schema.lists[list].name }?.1
      guard let value = holder?.values[field] else { return "" }
      if case .point(let point) = value, let half {
        return "\(half == 0 ? point.latitude : point.longitude)"
      }
      return SampleJSON.plain(value)
    case .list(let index):
      let list = schema.lists[index]
      let elements = (list.parent == .booking ? record : element)?.elements(of: list) ?? []
      if shape == .compact, let text = compact(elements, list) { return text }
      return elements.isEmpty ? "" : SampleJSON.array(elements, list)
    }
  }

  /// Nil if the list has no spelling, or a text in it would be taken for a part of one.
  private func compact(_ elements: [SampleRecord], _ list: ListSchema) -> String? {
    guard let cell = list.spelledCell(in: schema) else { return nil }
    let bare = cell.separator.last == " " ? String(cell.separator.dropLast()) : cell.separator
    let marks = ([bare] + cell.parts.map(\.mark)).filter { !$0.isEmpty }
    var texts: [String] = []
    for element in elements {
      var text = ""
      for part in cell.parts {
        guard let value = element.values[part.field] else { continue }
        let plain = SampleJSON.plain(value)
        if marks.contains(where: plain.contains) { return nil }
        text += part.mark + plain
      }
      // Spaces after a separator do not count.
      if text.first == " " || text.last == " " { return nil }
      texts.append(text)
    }
    // Nothing after the last separator is no element.
    let end = texts.last == "" ? bare : ""
    let text = texts.joined(separator: cell.separator) + end
    return text.hasPrefix("[") || text.hasPrefix("{") ? nil : text
  }

  private func row(_ cells: [String]) -> String {
    cells.map { cell in
      cell.utf8.contains {
        $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
          || $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: ";")
      }
        ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
    }.joined(separator: ",") + "\n"
  }
}

// MARK: - What can be said how

extension BookingSchema {
  /// Lists right below another that bookings are written with.
  func sampledLists(below parent: ListID) -> [ListID] {
    lists.indices.filter {
      lists[$0].parent == parent && !lists[$0].isMade && lists[$0].sources.contains(where: \.isPath)
    }
  }

  /// Throws where a CSV of the shape could not say all of a booking.
  fileprivate func check(_ shape: SampleWriter.Shape) throws(Trouble) {
    let named = sampledLists(below: .booking).map { lists[$0] }
    switch shape {
    case .json: break
    case .compact:
      guard named.isEmpty || named.contains(where: { $0.spelledCell(in: self) != nil }) else {
        throw .otherShape(.compact, "no list of these rules has a `cell` that holds all of it")
      }
    case .rows:
      guard let list = named.first else { break }
      if named.count > 1 {
        let names = named.map { "`\($0.name)`" }.joined(separator: " and ")
        throw .otherShape(.rows, "rows are elements of one list, and these rules have \(names)")
      }
      if key == nil { throw .otherShape(.rows, "no `key` says which rows are one booking") }
      if let own = lists.first(where: \.isItsParent) {
        throw .otherShape(.rows, "each row would be an element of `\(own.name)`, read from itself")
      }
      if let field = list.fields.first(where: { $0.columnNames.isEmpty && $0.isNeeded }) {
        let name = "`\(field.name)` of `\(list.name)`"
        throw .otherShape(.rows, "\(name) is the element itself, which no column is called")
      }
    }
  }
}

extension ListSchema {
  /// Whether its parent is one of its elements.
  var isItsParent: Bool { sources.contains { if case .itself = $0 { true } else { false } } }

  /// The column of a CSV that the list may be in.
  var columnName: String {
    for case .path(let path) in sources { return CSVLayout.name(of: path) }
    return name
  }

  /// The field that elements are which are plain values, where they are best written so.
  var plainField: Int? {
    fields.firstIndex { $0.isOnlyItself && $0.type != .point && ($0.isNeeded || fields.count == 1) }
  }

  /// Whether an element would have to be a plain value and an object at once.
  fileprivate var isUnsayableInJSON: Bool {
    guard plainField != nil, sources.contains(where: \.isPath) else { return false }
    return fields.contains { $0.isNeeded && !$0.mayBeItself }
  }

  /// How a compact cell says all of an element that has to be said.
  fileprivate func spelledCell(in schema: BookingSchema) -> CompactCell? {
    guard let cell, parent == .booking else { return nil }
    let said = Set(cell.parts.map(\.field))
    let lacksSome = fields.indices.contains { fields[$0].isNeeded && !said.contains($0) }
    let hasLists = schema.lists.contains {
      !$0.isMade && $0.parent.map { schema.lists[$0].name } == name
    }
    return lacksSome || hasLists ? nil : cell
  }
}

extension FieldSchema {
  /// Whether every element must give it.
  var isNeeded: Bool { !isOptional && defaultValue == nil && !takesAsOf && !sources.isEmpty }

  /// Whether it is the element itself and nothing else.
  var isOnlyItself: Bool {
    !sources.isEmpty
      && sources.allSatisfy { if case .path(let path) = $0 { path.isItself } else { false } }
  }

  /// Names of the columns in which a CSV gives it; none where no column can.
  var columnNames: [String] {
    for case .pair(let latitude, let longitude) in sources {
      return [CSVLayout.name(of: latitude), CSVLayout.name(of: longitude)]
    }
    for case .path(let path) in sources where !path.isItself {
      let name = CSVLayout.name(of: path)
      return type == .point ? [name + ".lat", name + ".lng"] : [name]
    }
    return []
  }
}

extension Trouble {
  fileprivate static func otherShape(_ shape: SampleWriter.Shape, _ why: String) -> Trouble {
    Trouble("other-shape", "bookings cannot be written in the shape `\(shape.rawValue)`: \(why)")
  }

  fileprivate static func unsayable(_ list: ListSchema) -> Trouble {
    Trouble(
      "other-shape",
      "elements of `\(list.name)` cannot be written as JSON: one field would be the element "
        + "itself, and another a member of it")
  }
}
