import QuoteLanguage
import QuoteSyntax

/// Where in the data the element being filled is, and what is in it. Rules may have other names
/// for it, and who sent the data does not know them.
extension BatchFiller {
  func enter(_ list: ListDecoder, source: Int, isSpelled: Bool = false) {
    let columns = targets[list.index].columns
    path.push(
      FaultPath.Step(
        list: list.index,
        element: columns.count - Int(columns.offsets[columns.offsets.count - 1]), source: source,
        isSpelled: isSpelled))
  }

  func leave() { path.pop() }

  /// A list as the rules name it.
  func describe(_ list: ListDecoder) -> String { path.name(decoders, list.schema.name) }

  /// What leads to the element at hand.
  struct Holder {
    /// `lines[1]`; empty for a booking and for rows.
    var prefix = ""
    /// Where its fields are columns.
    var layout: CSVLayout?
    /// Whether its fields have no names in the data.
    var isSpelled = false

    /// The place of something in it.
    func place(_ name: String) -> String {
      prefix.isEmpty ? name : name.isEmpty ? prefix : "\(prefix).\(name)"
    }

    func place(_ path: FieldPath) -> String { place(path.isItself ? "" : path.written) }
  }

  var holder: Holder {
    var holder = Holder(layout: layout)
    for index in 0..<path.count {
      let step = path[index]
      holder.isSpelled = step.isSpelled
      if let layout = holder.layout {
        guard let column = layout.column(of: step.list, source: step.source) else { continue }
        holder.prefix = "\(layout.names[column])[\(path.shown(number(of: step), at: index))]"
        holder.layout = nil
      } else if case .path(let path) = decoders.lists[step.list].schema.sources[step.source] {
        holder.prefix = "\(holder.place(path))[\(self.path.shown(number(of: step), at: index))]"
      }
    }
    return holder
  }

  /// Which of the elements of its own source it is.
  private func number(of step: FaultPath.Step) -> Int {
    // Columns of a table are filled list by list: the last offset is not that of this booking.
    if decoders.lists[step.list].schema.sources.count == 1 { return step.element }
    let columns = targets[step.list].columns
    let first = Int(columns.offsets[columns.offsets.count - 1])
    return (first..<first + step.element).count { Int(columns.sources[$0]) == step.source }
  }

  /// Where a field is read from, of several sources perhaps from one: `` `a.b` or `c` ``.
  /// Empty where the rules name it so.
  func places(of field: Int, in list: ListDecoder, source: Int?) -> String {
    let schema = list.fields[field].schema
    let holder = holder
    if let layout = holder.layout, !layout.cells[list.index][field].isEmpty {
      return Self.places(layout.cells[list.index][field], of: layout, field: schema, in: list)
    }
    let own = path.name(decoders, schema.name)
    if holder.isSpelled { return Self.listed([holder.place(schema.name)], unless: own) }
    let sources = source.map { [schema.sources[$0]] } ?? schema.sources
    return Self.listed(
      sources.map { source in
        source.paths.map { holder.place($0) }.joined(separator: "` and `")
      }, unless: own)
  }

  /// The places of a list as a whole.
  func places(of list: ListDecoder) -> String {
    let (holder, own) = (holder, describe(list))
    if let layout = holder.layout {
      let columns = list.schema.sources.indices.compactMap {
        layout.column(of: list.index, source: $0)
      }
      return Self.listed(columns.map { layout.names[$0] }, unless: own)
    }
    let paths = list.schema.sources.compactMap { source -> String? in
      if case .path(let path) = source { holder.place(path) } else { nil }
    }
    return Self.listed(paths, unless: own)
  }

  private static func places(
    _ cells: [CSVLayout.Cell], of layout: CSVLayout, field: FieldSchema, in list: ListDecoder
  ) -> String {
    let prefix = list.index == 0 ? "" : list.schema.name + "."
    if cells.count == 1 {
      switch cells[0] {
      case .column(let column):
        if [field.name, prefix + field.name].contains(layout.names[column]) { return "" }
      case .pair(let first, _):
        let latitude = field.name + ".lat"
        if [latitude, prefix + latitude].contains(layout.names[first]) { return "" }
      }
    }
    return listed(
      cells.map { cell in
        switch cell {
        case .column(let column): layout.names[column]
        case .pair(let first, let second):
          "\(layout.names[first])` and `\(layout.names[second])"
        }
      }, unless: "")
  }

  private static func listed(_ places: [String], unless own: String) -> String {
    places == [own] ? "" : places.map { "`\($0)`" }.joined(separator: " or ")
  }
}
