package import QuoteLanguage

/// Columns that look like an input that no column gives, or that another column stands for.
extension CSVLayout {
  /// A sentence for each: it may be a slip that every booking pays for with a default.
  package func remarks(for schema: BookingSchema) -> [String] {
    var wanted: [String: String] = [:]
    var defaulted: [String] = []
    for (index, list) in schema.lists.enumerated() where isRead(index) {
      for (field, found) in zip(list.fields, cells[index]) where found.isEmpty {
        if case .path(let path)? = field.sources.first, !path.isItself {
          wanted[Self.name(of: path)] = field.name
          if field.defaultValue != nil { defaulted.append(field.name) }
        }
      }
    }
    for (index, list) in schema.lists.enumerated().dropFirst()
    where list.parent == .booking && parts[index].isEmpty {
      if case .path(let path)? = list.sources.first { wanted[Self.name(of: path)] = list.name }
    }
    let near = remarks(onColumnsLike: wanted)
    let others = near.isEmpty ? remark(onDefaults: defaulted) : []
    return near + others + remarksOnElements(of: schema)
  }

  /// One sentence on inputs whose default counts in every booking, where columns that nobody reads
  /// may be meant for them.
  private func remark(onDefaults inputs: [String]) -> [String] {
    let (used, carried) = (used, Set(carried.map(\.column)))
    let unread = names.indices.filter {
      !names[$0].isEmpty && !used.contains($0) && !carried.contains($0)
    }.map { names[$0] }
    guard !inputs.isEmpty, !unread.isEmpty else { return [] }
    let has = inputs.count == 1 ? "it has its default" : "they have their defaults"
    return [
      "no column of `\(source)` gives \(Self.listed(inputs, "or")): \(has) in every booking, and "
        + "\(Self.listed(unread, "and")) \(unread.count == 1 ? "is" : "are") not read"
    ]
  }

  /// `a`, `b` and 3 more.
  private static func listed(_ names: [String], _ last: String) -> String {
    let shown = names.prefix(names.count > 5 ? 4 : 5).map { "`\($0)`" }
    if names.count > 5 { return shown.joined(separator: ", ") + " and \(names.count - 4) more" }
    guard let final = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " \(last) \(final)"
  }

  /// `wanted` are names of columns that are not there, each with its input.
  private func remarks(onColumnsLike wanted: [String: String]) -> [String] {
    guard !wanted.isEmpty else { return [] }
    let near = NearWords(wanted.keys.sorted())
    let used = used
    var compared = 0
    var remarks: [String] = []
    for (column, name) in names.enumerated() where !name.isEmpty && !used.contains(column) {
      // `weight (kg)` may be `weight`.
      let bare = Self.withoutBrackets(name)
      // Where nobody reads very many columns, the first are compared with all that are wanted.
      let isCompared = compared < Self.mostComparisons
      if isCompared { compared += wanted.count }
      let like = isCompared ? near.nearest(to: name) : nil
      let bared = wanted[bare] != nil ? bare : isCompared ? near.nearest(to: bare) : nil
      guard let near = like ?? bared, let input = wanted[near] else { continue }
      let reader = near == input ? "" : ", read as `\(input)`"
      remarks.append(
        "the column `\(name)` of `\(source)` is not read: did you mean `\(near)`\(reader), "
          + "which no column gives?")
    }
    return remarks
  }

  private static let mostComparisons = 1_000_000

  /// A name without what stands in brackets at its end.
  static func withoutBrackets(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }) else {
      return name
    }
    return name.replacing(/\s*[(\[].*[)\]]\s*$/, with: "")
  }

  /// Where a cell holds a list whole, rows could be its elements too: their columns say nothing.
  private func remarksOnElements(of schema: BookingSchema) -> [String] {
    var remarks: [String] = []
    for (index, list) in schema.lists.enumerated().dropFirst() where list.parent == .booking {
      guard let cell = parts[index].compactMap(\.wholeList).first else { continue }
      let isComplete = zip(list.fields, cells[index]).allSatisfy { field, found in
        !found.isEmpty || field.isOptional || field.defaultValue != nil
      }
      let unread = Self.columns(in: [cells[index].flatMap { $0 }]).subtracting([cell]).sorted()
      guard isComplete, !unread.isEmpty else { continue }
      let columns = unread.map { "`\(names[$0])`" }.joined(separator: ", ")
      remarks.append(
        "the column `\(names[cell])` of `\(source)` holds all of `\(list.name)`: what stands in "
          + "\(columns) is not read (without that column every row would be an element)")
    }
    return remarks
  }

  private func isRead(_ list: Int) -> Bool {
    list == 0 || parts[list].contains { if case .rows = $0 { true } else { false } }
  }
}

extension CSVLayout.ListPart {
  /// The column that has the list in a cell.
  fileprivate var wholeList: Int? {
    if case .cell(let column, _) = self { column } else { nil }
  }
}
