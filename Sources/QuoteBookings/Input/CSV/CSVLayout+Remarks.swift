import QuoteLanguage
package import QuoteSyntax

/// Columns that look like an input that no column gives, or that another column stands for.
extension CSVLayout {
  /// A sentence, with the columns and the inputs that it is about.
  private struct Remark {
    var text: String
    var columns: [Int]
    var input: String
  }

  /// A sentence for each such column: it may be a slip, and then every booking is priced with a
  /// default.
  package func remarks(for schema: BookingSchema) -> [String] {
    var wanted: [String: String] = [:]
    var kinds: [String: Set<String>] = [:]
    var defaulted: [String] = []
    var absent: [String] = []
    for (index, list) in schema.lists.enumerated() where isRead(index) {
      for (field, found) in zip(list.fields, cells[index]) where found.isEmpty {
        let names = field.sources.compactMap { source -> String? in
          guard case .path(let path) = source, !path.isItself else { return nil }
          return Self.name(of: path)
        }
        for name in names {
          wanted[name] = field.name
          kinds[name] = WordsOfKind.of(field.type)
        }
        if !names.isEmpty {
          if field.defaultValue != nil {
            defaulted.append(field.name)
          } else if field.isOptional, field.isAsked, !field.takesAsOf {
            absent.append(field.name)
          }
        }
      }
    }
    var lists: [String] = []
    for (index, list) in schema.lists.enumerated().dropFirst()
    where list.parent == .booking && parts[index].isEmpty {
      guard case .path(let path)? = list.sources.first else { continue }
      wanted[Self.name(of: path)] = list.name
      lists.append(list.name)
    }
    let near = remarks(onColumnsLike: wanted, kinds, lists: Set(lists))
      + remarksOnPoints(of: schema) + remarksOnLists(of: schema)
    // What one sentence tells is not said again.
    let (columns, inputs) = (Set(near.flatMap(\.columns)), Set(near.map(\.input)))
    let unread = self.unread.filter { !columns.contains($0) }.map { names[$0] }
    func others(_ wanted: [String]) -> [String] { wanted.filter { !inputs.contains($0) } }
    return near.map(\.text) + remark(onDefaults: others(defaulted), unread)
      + remark(onAbsent: others(absent), unread) + remark(onLists: others(lists), unread)
      + remarksOnElements(of: schema)
  }

  /// Columns of which nobody reads anything, by number.
  var unread: [Int] {
    let (used, carried) = (used, Set(carried.map(\.column)))
    return names.indices.filter {
      !names[$0].isEmpty && !carried.contains($0) && !isRead($0, used)
    }
  }

  /// Whether a column is read: by itself, as a member of an object that is, or by one of its
  /// members. `used` are those that are read by themselves.
  func isRead(_ column: Int, _ used: Set<Int>) -> Bool {
    if used.contains(column) { return true }
    guard ownColumns < names.count else { return false }
    let isMember = column >= ownColumns
    return used.contains { other in
      let (holder, member) = isMember ? (other, column) : (column, other)
      return (isMember || other >= ownColumns)
        && [".", "["].contains { names[member].hasPrefix(names[holder] + $0) }
    }
  }

  /// The two columns of a point that are called otherwise: none of its bookings has the point.
  private func remarksOnPoints(of schema: BookingSchema) -> [Remark] {
    var wanted: [(field: String, lat: String, lng: String)] = []
    for (index, list) in schema.lists.enumerated() where isRead(index) {
      for (field, found) in zip(list.fields, cells[index])
      where found.isEmpty && field.type == .point {
        switch field.sources.first {
        case .pair(let first, let second)?:
          wanted.append((field.name, Self.name(of: first), Self.name(of: second)))
        case .path(let path)? where !path.isItself:
          let name = Self.name(of: path)
          wanted.append((field.name, name + ".lat", name + ".lng"))
        case .path?, nil: break
        }
      }
    }
    if wanted.isEmpty { return [] }
    var pairs: [[String]: (lat: Int?, lng: Int?)] = [:]
    for column in unread {
      guard let found = WordsOfKind.coordinate(names[column]) else { continue }
      if found.isLatitude {
        pairs[found.rest, default: (nil, nil)].lat = column
      } else {
        pairs[found.rest, default: (nil, nil)].lng = column
      }
    }
    let whole = pairs.filter { $0.value.lat != nil && $0.value.lng != nil }
    return wanted.compactMap { point in
      let own = WordsOfKind.coordinate(point.lat)?.rest ?? []
      let only = wanted.count == 1 && whole.count == 1 ? whole.first?.value : nil
      guard let pair = whole[own] ?? whole[WordsOfKind.words(of: point.field)] ?? only,
        let lat = pair.lat, let lng = pair.lng
      else { return nil }
      let text =
        "the columns `\(names[lat])` and `\(names[lng])` of `\(source)` are not read: did you mean "
        + "`\(point.lat)` and `\(point.lng)`, read as `\(point.field)`, which no column gives?"
      return Remark(text: text, columns: [lat, lng], input: point.field)
    }
  }

  /// Columns of the elements of a list of which the file has nothing, where only what stands
  /// before their names is another: `line.kind` for `items.kind`. No booking has an element.
  private func remarksOnLists(of schema: BookingSchema) -> [Remark] {
    var remarks: [Remark] = []
    for (index, list) in schema.lists.enumerated().dropFirst()
    where list.parent == .booking && !list.isMade && parts[index].isEmpty {
      guard case .path(let path)? = list.sources.first else { continue }
      let fields = Set(list.fields.map(\.name))
      let always = list.fields.filter {
        !$0.isOptional && $0.defaultValue == nil && !$0.takesAsOf
      }
      let needed = Set(always.map(\.name))
      var found: [String: [(column: Int, field: String)]] = [:]
      for column in unread {
        guard let match = names[column].wholeMatch(of: kept(/(.+?)[._]([^._].*)/)),
          fields.contains(String(match.2))
        else { continue }
        found[String(match.1), default: []].append((column, String(match.2)))
      }
      let alike = found.filter { needed.isSubset(of: $0.value.map(\.field)) && !needed.isEmpty }
      guard let (prefix, columns) = alike.min(by: { $0.key < $1.key }), let first = columns.first
      else { continue }
      let name = Self.name(of: path)
      let text =
        "the column `\(names[first.column])` of `\(source)`"
        + (columns.count > 1 ? " and others that begin with `\(prefix)` are" : " is")
        + " not read: did you mean `\(name).\(first.field)`, of `\(list.name)`, which no column "
        + "gives?"
      remarks.append(Remark(text: text, columns: columns.map(\.column), input: list.name))
    }
    return remarks
  }

  /// One sentence on inputs whose default counts in every booking, where columns that nobody reads
  /// may be meant for them.
  private func remark(onDefaults inputs: [String], _ unread: [String]) -> [String] {
    let has = inputs.count == 1 ? "it has its default" : "they have their defaults"
    return remark(on: inputs, as: "", "\(has) in every booking", unread)
  }

  /// The same of inputs that no booking gives, and that formulas ask for.
  private func remark(onAbsent inputs: [String], _ unread: [String]) -> [String] {
    let one = inputs.count == 1 ? "it is" : "they are"
    return remark(on: inputs, as: "", "\(one) not given in any booking", unread)
  }

  /// The same of lists that are empty in every booking.
  private func remark(onLists lists: [String], _ unread: [String]) -> [String] {
    remark(on: lists, as: "the list ", "no booking has an element of it", unread)
  }

  /// What comes of names that no column gives, and the columns that may be meant for them.
  private func remark(
    on wanted: [String], as kind: String, _ what: String, _ unread: [String]
  ) -> [String] {
    guard !wanted.isEmpty, !unread.isEmpty else { return [] }
    return [
      "no column of `\(source)` gives \(kind)\(Self.listed(wanted, "or")): \(what), and "
        + "\(Self.listed(unread, "and")) \(unread.count == 1 ? "is" : "are") not read"
    ]
  }

  /// `a`, `b` and 3 more.
  static func listed(_ names: [String], _ last: String) -> String {
    let shown = names.prefix(names.count > 5 ? 4 : 5).map { "`\($0)`" }
    if names.count > 5 { return shown.joined(separator: ", ") + " and \(names.count - 4) more" }
    guard let final = shown.last, shown.count > 1 else { return shown.first ?? "" }
    return shown.dropLast().joined(separator: ", ") + " \(last) \(final)"
  }

  /// `wanted` are names of columns that are not there, each with its input or its list.
  private func remarks(
    onColumnsLike wanted: [String: String], _ kinds: [String: Set<String>], lists: Set<String>
  ) -> [Remark] {
    guard !wanted.isEmpty else { return [] }
    let kinds = kinds.count * names.count > Self.mostComparisons / 10 ? [:] : kinds
    let near = NearWords(wanted.keys.sorted())
    let used = used
    var compared = 0
    var remarks: [Remark] = []
    for (column, name) in names.enumerated() where !name.isEmpty && !isRead(column, used) {
      // `weight (kg)` may be `weight`.
      let bare = Self.withoutBrackets(name)
      // Where nobody reads very many columns, the first are compared with all that are wanted.
      let isCompared = compared < Self.mostComparisons
      if isCompared { compared += wanted.count }
      let like = isCompared ? near.nearest(to: name) : nil
      let bared = wanted[bare] != nil ? bare : isCompared ? near.nearest(to: bare) : nil
      let said = isCompared && like ?? bared == nil
        ? kinds.keys.sorted().first { WordsOfKind.isMeant(name, for: $0, kinds[$0] ?? []) } : nil
      guard let near = like ?? bared ?? said, let input = wanted[near] else { continue }
      let reader = near == input ? "" : ", read as `\(input)`"
      let text =
        "the column `\(name)` of `\(source)` is not read: did you mean `\(near)`\(reader), "
        + "which no column gives? Rename it, or let the rules say "
        + Self.reading(input, from: name, isList: lists.contains(input))
      remarks.append(Remark(text: text, columns: [column], input: input))
    }
    return remarks
  }

  /// How rules say that an input, or a list, is read from a column of another name. YAML would
  /// take the quotation marks of a list's `from` away.
  static func reading(_ input: String, from column: String, isList: Bool = false) -> String {
    let isWord = column.wholeMatch(of: kept(/\w+/)) != nil
    let quoted = isWord ? column : Literal.quoted(column)
    let path = isList && !isWord ? "'\(quoted.replacing("'", with: "''"))'" : quoted
    return isList ? "`from: \(path)` at the list `\(input)`" : "`\(input): …, from \(path)`"
  }

  private static let mostComparisons = 1_000_000

  /// A name without what stands in brackets at its end.
  static func withoutBrackets(_ name: String) -> String {
    guard name.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }) else {
      return name
    }
    return name.replacing(kept(/\s*[(\[].*[)\]]\s*$/), with: "")
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
        "the column `\(names[cell])` of `\(source)` holds all of `\(list.name)`: what is in "
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
