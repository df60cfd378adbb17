/// Sampled bookings as CSV, JSON or JSON Lines, in the shapes that readers take.
public struct SampleWriter: Sendable {
  /// How lists are said in a CSV.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    /// A row an element, the booking's fields repeated. For rules with one list.
    case rows
    /// A compact cell, as the list's `cell` says.
    case compact
    /// JSON in a cell.
    case json
  }

  public let schema: BookingSchema
  public let format: InputFormat
  public let shape: Shape

  /// The shape given, or the first of compact, rows, JSON that the rules allow.
  public init(schema: BookingSchema, format: InputFormat, shape: Shape? = nil) {
    self.schema = schema
    self.format = format
    let lists = schema.lists.dropFirst().filter {
      !$0.isMade && $0.sources.contains(where: \.isPath)
    }
    let flat = lists.allSatisfy { $0.parent == 0 }
    self.shape = shape ?? (flat && lists.allSatisfy { $0.cell != nil } ? .compact : .json)
  }

  /// Before the first booking.
  public var opening: String {
    switch format {
    case .csv: row(columns)
    case .json: "["
    case .jsonl: ""
    }
  }

  public var closing: String { format == .json ? "\n]\n" : "" }

  /// One booking; `isFirst` decides about commas.
  public func text(of record: SampleRecord, isFirst: Bool) -> String {
    switch format {
    case .json: (isFirst ? "\n" : ",\n") + SampleJSON.object(record)
    case .jsonl: SampleJSON.object(record) + "\n"
    case .csv: rows(record)
    }
  }

  // MARK: - CSV

  private var lists: [ListSchema] {
    schema.lists.dropFirst().filter {
      $0.parent == 0 && !$0.isMade && $0.sources.contains(where: \.isPath)
    }
  }

  private var columns: [String] {
    schema.lists[0].fields.flatMap(SampleJSON.columns)
      + lists.flatMap { list in
        shape == .rows ? list.fields.flatMap(SampleJSON.columns) : [SampleJSON.name(of: list)]
      }
  }

  private func rows(_ record: SampleRecord) -> String {
    let own = cells(schema.lists[0].fields, record)
    guard shape == .rows, let list = lists.first else {
      return row(own + lists.map { cell($0, record) })
    }
    let elements = record.lists.first { $0.0.name == list.name }?.1 ?? []
    if elements.isEmpty {
      return row(own + list.fields.flatMap(SampleJSON.columns).map { _ in "" })
    }
    return elements.map { row(own + cells(list.fields, $0)) }.joined()
  }

  private func cells(_ fields: [FieldSchema], _ record: SampleRecord) -> [String] {
    fields.flatMap { field -> [String] in
      let value = record.fields.first { $0.0.name == field.name }?.1
      let columns = SampleJSON.columns(field)
      guard let value else { return columns.map { _ in "" } }
      if case .point(let point) = value, columns.count == 2 {
        return ["\(point.latitude)", "\(point.longitude)"]
      }
      return [SampleJSON.plain(value)]
    }
  }

  private func cell(_ list: ListSchema, _ record: SampleRecord) -> String {
    let elements = record.lists.first { $0.0.name == list.name }?.1 ?? []
    guard shape == .compact, let compact = list.cell else {
      return elements.isEmpty ? "" : SampleJSON.array(elements)
    }
    return elements.map { element in
      compact.parts.map { part in
        let name = list.fields[part.field].name
        guard let value = element.fields.first(where: { $0.0.name == name })?.1 else { return "" }
        return part.mark + SampleJSON.plain(value)
      }.joined()
    }.joined(separator: compact.separator)
  }

  private func row(_ cells: [String]) -> String {
    cells.map { cell in
      cell.utf8.contains {
        $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n")
          || $0 == UInt8(ascii: ";")
      }
        ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
    }.joined(separator: ",") + "\n"
  }
}

/// Sampled records as JSON, each field where its first source says.
enum SampleJSON {
  private indirect enum Node {
    case raw(String)
    case object([(String, Node)])
  }

  static func object(_ record: SampleRecord) -> String { text(node(record)) }

  static func array(_ records: [SampleRecord]) -> String {
    "[" + records.map(object).joined(separator: ",") + "]"
  }

  /// Names of the columns in which a CSV gives a field.
  static func columns(_ field: FieldSchema) -> [String] {
    switch field.sources.first {
    case .pair(let latitude, let longitude): [name(latitude), name(longitude)]
    case .path(let path):
      field.type == .point ? pairOrPath(field, path) : [path.isItself ? field.name : name(path)]
    case nil: [field.name]
    }
  }

  /// A point needs two columns: its pair where it has one.
  private static func pairOrPath(_ field: FieldSchema, _ path: FieldPath) -> [String] {
    for case .pair(let latitude, let longitude) in field.sources {
      return [name(latitude), name(longitude)]
    }
    return [name(path) + ".lat", name(path) + ".lng"]
  }

  static func name(of list: ListSchema) -> String {
    for case .path(let path) in list.sources { return name(path) }
    return list.name
  }

  private static func name(_ path: FieldPath) -> String {
    path.steps.map {
      switch $0 {
      case .member(let name): name
      case .entry(let member, let text): "[\(member)=\(text)]"
      }
    }.joined(separator: ".")
  }

  static func plain(_ value: SampleValue) -> String {
    switch value {
    case .text(let text), .number(let text): text
    case .flag(let flag): flag ? "true" : "false"
    case .point(let point): "\(point.latitude) \(point.longitude)"
    }
  }

  private static func node(_ record: SampleRecord) -> Node {
    var members: [(String, Node)] = []
    for (field, value) in record.fields {
      for (path, leaf) in leaves(field, value) { insert(leaf, at: path[...], into: &members) }
    }
    for (list, elements) in record.lists {
      var path = [list.name]
      for case .path(let written) in list.sources {
        path = written.members
        break
      }
      insert(.raw(array(elements)), at: path[...], into: &members)
    }
    return .object(members)
  }

  private static func leaves(_ field: FieldSchema, _ value: SampleValue) -> [([String], Node)] {
    var path = [field.name]
    for source in field.sources {
      switch source {
      case .path(let written) where !written.isItself && written.isPlain: path = written.members
      case .pair(let latitude, let longitude):
        if case .point(let point) = value {
          return [
            (latitude.members, .raw("\(point.latitude)")),
            (longitude.members, .raw("\(point.longitude)")),
          ]
        }
        continue
      case .path: continue
      }
      break
    }
    switch value {
    case .text(let text): return [(path, .raw(quoted(text)))]
    case .number(let digits): return [(path, .raw(digits))]
    case .flag(let flag): return [(path, .raw(flag ? "true" : "false"))]
    case .point(let point):
      return [(path, .raw("{\"lat\":\(point.latitude),\"lng\":\(point.longitude)}"))]
    }
  }

  private static func insert(
    _ node: Node, at path: ArraySlice<String>, into members: inout [(String, Node)]
  ) {
    guard let first = path.first else { return }
    if path.count == 1 {
      members.append((first, node))
      return
    }
    let index =
      members.firstIndex { $0.0 == first }
      ?? {
        members.append((first, .object([])))
        return members.count - 1
      }()
    guard case .object(var inner) = members[index].1 else { return }
    insert(node, at: path.dropFirst(), into: &inner)
    members[index].1 = .object(inner)
  }

  private static func text(_ node: Node) -> String {
    switch node {
    case .raw(let text): text
    case .object(let members):
      "{" + members.map { quoted($0.0) + ":" + text($0.1) }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

extension FieldPath {
  /// Members from the outside in; entries of lists cannot be said this way.
  var members: [String] {
    steps.compactMap {
      if case .member(let name) = $0 { return name }
      return nil
    }
  }

  var isPlain: Bool { members.count == steps.count }
}
