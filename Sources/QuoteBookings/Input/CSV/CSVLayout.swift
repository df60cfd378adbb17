import QuoteLanguage
package import QuoteSyntax

/// Which columns of one CSV file hold which fields, worked out from its header.
///
/// A field's path is also the name of its column, dots and all. A list sits in
/// one cell (compact or JSON) where there is a column of its name; else, where
/// there are columns of its fields, every row is one of its elements.
package final class CSVLayout: @unchecked Sendable {
  /// Where a field's text is: a column, or a point's two.
  package enum Cell {
    case column(Int)
    case pair(Int, Int)
  }

  /// How the sources of a list show in this file.
  enum ListPart {
    /// The whole list in a cell.
    case cell(column: Int, source: Int)
    /// Each row is an element, unless its cells are all empty and it is not `itself`.
    case rows(source: Int, isItself: Bool)
    case extra(source: Int)
  }

  package let names: [String]
  /// How many of them are the table's own; the others are members of its objects.
  let ownColumns: Int
  let delimiter: UInt8
  /// The file, as messages call it.
  let source: String
  /// The columns to try in order, by list and by field.
  private(set) var cells: [[[Cell]]]
  /// By list: what is gathered, in order; empty where the file has nothing of it.
  private(set) var parts: [[ListPart]]
  /// The column that names bookings.
  let keyColumn: Int?
  /// Whether cells that a row lacks at its end are empty.
  let areRowsShort: Bool
  /// How many empty cells more than the header the first row has.
  var surplus = 0
  /// Columns of texts, words, counts and whatever else has no decimals.
  private(set) var wholeColumns: Set<Int> = []
  /// Whether several rows may make one booking.
  private(set) var isGrouped = false
  private(set) var carried: [(name: String, column: Int)] = []
  /// The sheet whose rows these are, if they are those of a spreadsheet.
  var sheet: SheetRows?

  private let columns: [String: Int]

  /// `ownColumns` is how many of the names are the table's own: nil for all of them.
  package init(
    names: [String], ownColumns: Int? = nil, delimiter: UInt8, schema: BookingSchema,
    options: ReaderOptions, source: String
  ) throws(Trouble) {
    self.names = names
    self.ownColumns = ownColumns ?? names.count
    self.delimiter = delimiter
    self.source = source
    areRowsShort = schema.rows.mayEndEarly
    var columns: [String: Int] = [:]
    var repeated: Set<String> = []
    for (column, name) in names.enumerated() where !name.isEmpty {
      if columns.updateValue(column, forKey: name) != nil { repeated.insert(name) }
    }
    self.columns = columns
    cells = []
    parts = schema.lists.map { _ in [] }
    let booking = schema.lists[.booking].fields.map {
      Self.cells(of: $0, prefixes: [""], columns, [])
    }
    cells.append(booking)
    keyColumn = schema.key.flatMap { key in
      guard case .column(let column)? = booking[key].first else { return nil }
      return column
    }
    let claimed = Self.columns(in: booking)
    for list in schema.lists.indices.dropFirst() { place(list, schema, claimed) }
    for (list, found) in zip(schema.lists, cells) {
      let whole = zip(list.fields, found).filter { !$0.0.takesDecimals }.map(\.1)
      wholeColumns.formUnion(Self.columns(in: whole))
    }
    isGrouped =
      keyColumn != nil && parts.joined().contains { if case .rows = $0 { true } else { false } }
    try check(schema, source)
    carry(options)
    let read = used.union(carried.map(\.column)).sorted()
    if let column = read.first(where: { repeated.contains(names[$0]) }) {
      throw .repeatedColumn(names[column], in: source)
    }
  }

  /// Finds where a list below an earlier one is.
  private func place(_ id: ListID, _ schema: BookingSchema, _ claimed: Set<Int>) {
    let (index, list) = (id.position, schema.lists[id])
    cells.append(list.fields.map { _ in [] })
    guard !list.isMade, let parent = list.parent,
      parent == .booking || !parts[parent.position].isEmpty
    else {
      return
    }
    let isItself = list.sources.contains { if case .itself = $0 { true } else { false } }
    let paths = list.sources.compactMap { source -> String? in
      if case .path(let path) = source { Self.name(of: path) } else { nil }
    }
    let prefixes = paths.map { $0 + "." } + [""]
    cells[index] = list.fields.map {
      Self.cells(of: $0, prefixes: prefixes, columns, isItself ? [] : claimed)
    }
    let hasFields = cells[index].contains { !$0.isEmpty }
    var takesRows = hasFields
    for (number, source) in list.sources.enumerated() {
      switch source {
      case .itself: parts[index].append(.rows(source: number, isItself: true))
      case .extra: parts[index].append(.extra(source: number))
      case .path(let path):
        let parentName = parent == .booking ? "" : schema.lists[parent].name + "."
        let name = Self.name(of: path)
        if let column = columns[name] ?? columns[parentName + name] {
          parts[index].append(.cell(column: column, source: number))
        } else if takesRows && !isItself {
          parts[index].append(.rows(source: number, isItself: false))
          takesRows = false
        }
      }
    }
  }

  package static func name(of path: FieldPath) -> String {
    var name = ""
    for step in path.steps {
      switch step {
      case .member(let member): name += name.isEmpty ? member : ".\(member)"
      case .entry(let member, let text): name += "[\(member)=\(text)]"
      }
    }
    return name
  }

  private static func cells(
    of field: FieldSchema, prefixes: [String], _ columns: [String: Int], _ claimed: Set<Int>
  ) -> [Cell] {
    var found: [Cell] = []
    for source in field.sources {
      for prefix in prefixes {
        func column(_ path: FieldPath, _ suffix: String = "") -> Int? {
          if path.isItself { return nil }
          let column = columns[prefix + name(of: path) + suffix]
          return column.flatMap { prefix.isEmpty && claimed.contains($0) ? nil : $0 }
        }
        switch source {
        case .path(let path):
          if let only = column(path) {
            found.append(.column(only))
          } else if field.type == .point, let lat = column(path, ".lat"),
            let lng = column(path, ".lng")
          {
            found.append(.pair(lat, lng))
          } else {
            continue
          }
        case .pair(let first, let second):
          guard let lat = column(first), let lng = column(second) else { continue }
          found.append(.pair(lat, lng))
        }
        break
      }
    }
    return found
  }

  package static func columns(in cells: [[Cell]]) -> Set<Int> {
    var all: Set<Int> = []
    for cell in cells.joined() {
      switch cell {
      case .column(let column): all.insert(column)
      case .pair(let first, let second): all.formUnion([first, second])
      }
    }
    return all
  }

  /// A field that every booking must give needs a column.
  private func check(_ schema: BookingSchema, _ source: String) throws(Trouble) {
    var first: FieldSchema?
    // Where several have none, a column that is left over says nothing of one of them.
    var lacking = 0
    for (index, list) in schema.lists.enumerated() {
      let hasRows =
        index == 0 || parts[index].contains { if case .rows = $0 { true } else { false } }
      guard hasRows else { continue }
      for (field, found) in zip(list.fields, cells[index]) where found.isEmpty {
        if let (there, missing) = half(of: field) {
          throw .halfAPoint(field.name, there, missing: missing, names, in: source)
        }
        if field.isOptional || field.defaultValue != nil || field.takesAsOf { continue }
        if field.sources.isEmpty { continue }
        first = first ?? field
        lacking += 1
      }
    }
    guard let first else { return }
    throw .missingColumn(
      first.name, Self.columns(of: first), names, unread: unread.map { names[$0] },
      isAlone: lacking == 1, kind: WordsOfKind.of(first.type), in: source)
  }

  /// The column that there is for a point that is read from two, and the one that is missing; nil
  /// where it has both or none.
  private func half(of field: FieldSchema) -> (there: String, missing: String)? {
    for case .pair(let first, let second) in field.sources {
      let (lat, lng) = (Self.name(of: first), Self.name(of: second))
      if names.contains(lat), !names.contains(lng) { return (lat, lng) }
      if names.contains(lng), !names.contains(lat) { return (lng, lat) }
    }
    return nil
  }

  /// By what names a field is looked for.
  private static func columns(of field: FieldSchema) -> [String] {
    let names = field.sources.compactMap { source -> String? in
      guard case .path(let path) = source else { return nil }
      return name(of: path)
    }
    return names.isEmpty ? [field.name] : names
  }

  /// The column that a list's source is in, as a cell.
  package func column(of list: Int, source: Int) -> Int? {
    for case .cell(let column, source) in parts[list] { return column }
    return nil
  }

  /// The columns that some field or list is read from.
  var used: Set<Int> {
    var used = Self.columns(in: Array(cells.joined()))
    for case .cell(let column, _) in parts.joined() { used.insert(column) }
    return used
  }

  private func carry(_ options: ReaderOptions) {
    let used = used
    for (column, name) in names.enumerated() where !name.isEmpty {
      let isAsked = options.carriedColumns.contains(name)
      if isAsked || (options.carriesAll && !used.contains(column)) {
        carried.append((name, column))
      }
    }
  }
}

extension FieldSchema {
  /// Whether its values may have decimals.
  fileprivate var takesDecimals: Bool {
    switch type {
    case .money, .number, .duration, .distance, .weight, .declared, .point:
      step.isZero || !step.isWhole
    case .count, .text, .flag, .oneOf, .date, .time, .instant: false
    }
  }
}
