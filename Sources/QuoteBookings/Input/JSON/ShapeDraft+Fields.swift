import QuoteLanguage
import QuoteSyntax

/// Where the cells of fields are, and which values they take.
extension ShapeDraft {
  mutating func addField(
    _ field: FieldDecoder, _ node: Int, _ list: Int
  ) throws(ShapeObstacle) -> RecordShape.FieldSlot {
    let sources = field.schema.sources
    if case .pair(let first, let second)? = sources.first {
      guard sources.count == 1 else { throw field.obstacle(.point) }
      return try addPoint(
        field, latitude: names(first), longitude: names(second), node: node, list: list,
        nothing: Taken.nothing)
    }
    if case .point = field.kind {
      guard sources.count == 1, case .path(let path)? = sources.first, let names = names(path),
        !names.isEmpty
      else { throw field.obstacle(.point) }
      let nothing = field.schema.isOptional && field.substitute == nil ? Taken.nothing : 0
      return try addPoint(
        field, latitude: names + ["lat"], longitude: names + ["lng"], node: node, list: list,
        nothing: nothing)
    }
    return .one(try addCell(field, node, list))
  }

  private mutating func addPoint(
    _ field: FieldDecoder, latitude: [String]?, longitude: [String]?, node: Int, list: Int,
    nothing: UInt16
  ) throws(ShapeObstacle) -> RecordShape.FieldSlot {
    guard let latitude, let longitude, !field.falsyIsMissing, !field.otherIsMissing else {
      throw field.obstacle(.point)
    }
    let first = cell(latitude, node: node, list: list, taken: Taken.number, passing: nothing)
    let second = cell(longitude, node: node, list: list, taken: Taken.number, passing: nothing)
    return .two(first, second)
  }

  /// The slot of a field, wherever it is.
  private mutating func addCell(
    _ field: FieldDecoder, _ node: Int, _ list: Int
  ) throws(ShapeObstacle) -> Int {
    let taken = try field.taken() | (toldLists[list] ? field.told : 0)
    var paths: [[String]] = []
    for source in field.schema.sources {
      guard case .path(let path) = source, let names = names(path) else {
        throw field.obstacle(.path)
      }
      paths.append(names)
    }
    let passing = taken & (Taken.nothing | Taken.strange)
    if paths.count == 1, !paths[0].isEmpty {
      return cell(paths[0], node: node, list: list, taken: taken, passing: passing)
    }
    let slot = addSlot(list)
    for (index, names) in paths.enumerated() {
      guard let name = names.last else {
        try addItself(
          field, taken: taken, node: node, list: list, slot: slot, isAlone: paths.count == 1)
        continue
      }
      let inner = walk(names.dropLast(), node, passing)
      add(RecordShape.Member(action: .cell, taken: taken, target: Int32(slot)), name, inner)
      // Told here and not when all are known: how each pair of names is ordered takes long.
      guard !nodes[node].isCrowded, !nodes[inner].isCrowded else { throw .crowded }
      for earlier in paths[..<index] where !earlier.isEmpty { order(earlier, names, node) }
    }
    return slot
  }

  /// The element itself, where it is no object; or its text, where any value is taken as one.
  private mutating func addItself(
    _ field: FieldDecoder, taken: UInt16, node: Int, list: Int, slot: Int, isAlone: Bool
  ) throws(ShapeObstacle) {
    let value = RecordShape.Member(action: .cell, taken: taken, target: Int32(slot))
    if list == 0 {
      // An object is no value of any other field.
      guard field.takesObjects else { return }
      guard isAlone, nodes[node].whole.taken == 0 else { throw field.obstacle(.whole) }
      nodes[node].whole = value
    } else {
      // Where other values count as none, a list of plain values and objects would go unseen.
      guard plainElements[list].taken == 0, !field.takesObjects, !field.otherIsMissing else {
        throw field.obstacle(.whole)
      }
      plainElements[list] = value
    }
  }

  // MARK: Members

  private mutating func addSlot(_ list: Int) -> Int {
    slots[list] += 1
    return slots[list] - 1
  }

  /// The slot of the cell at a path, which several fields have that take the same values there.
  /// `passing` says what objects on the way may be instead.
  private mutating func cell(
    _ names: [String], node: Int, list: Int, taken: UInt16, passing: UInt16
  ) -> Int {
    let inner = walk(names.dropLast(), node, passing)
    let name = names[names.count - 1]
    if let known = nodes[inner].index(of: name) {
      for part in nodes[inner].members[known].parts
      where part.action == .cell && part.taken == taken && part.isShared {
        return Int(part.target)
      }
    }
    let slot = addSlot(list)
    var value = RecordShape.Member(action: .cell, taken: taken, target: Int32(slot))
    value.isShared = true
    add(value, name, inner)
    return slot
  }

  /// Has one more thing done with a member's value.
  mutating func add(_ value: RecordShape.Member, _ name: String, _ node: Int) {
    guard let known = nodes[node].index(of: name) else {
      return nodes[node].add(Member(name: name, parts: [value]))
    }
    nodes[node].members[known].parts.append(value)
  }

  /// Has one of the members in which two paths differ first count before the other.
  private mutating func order(_ one: [String], _ other: [String], _ node: Int) {
    var at = node
    for (first, second) in zip(one, other) {
      guard let a = nodes[at].index(of: first), let b = nodes[at].index(of: second) else { return }
      guard a == b else {
        nodes[at].members[a].later |= 1 << UInt64(b & 63)
        nodes[at].members[b].earlier |= 1 << UInt64(a & 63)
        return
      }
      guard let inner = nodes[at].members[a].inner else { return }
      at = inner
    }
  }

  /// The node at the end of a path of objects.
  mutating func walk(_ names: ArraySlice<String>, _ node: Int, _ passing: UInt16) -> Int {
    var at = node
    for name in names {
      let known = nodes[at].index(of: name)
      if let known, let inner = nodes[at].members[known].inner {
        for part in nodes[at].members[known].parts.indices
        where nodes[at].members[known].parts[part].action == .object {
          nodes[at].members[known].parts[part].taken &= passing
        }
        at = inner
      } else {
        let inner = addNode()
        add(
          RecordShape.Member(action: .object, taken: passing, target: Int32(inner)), name, at)
        at = inner
      }
    }
    return at
  }
}

extension FieldDecoder {
  /// Which other values are told of by their cells.
  fileprivate var told: UInt16 {
    guard isToldByCell else { return 0 }
    let isNullTold = !schema.isOptional && !takesEmptyText
    return RecordShape.Taken.told | (isNullTold ? RecordShape.Taken.toldNothing : 0)
  }

  fileprivate func obstacle(_ cause: ShapeObstacle.Cause) -> ShapeObstacle {
    ShapeObstacle(input: schema.name, cause: cause)
  }

  /// Which JSON values are its cell as they stand, and which are none: no value otherwise, and what
  /// is read in another way than the cell's text would be, has to be looked at.
  fileprivate func taken() throws(ShapeObstacle) -> UInt16 {
    typealias Taken = RecordShape.Taken
    var taken: UInt16
    switch kind {
    case .decimal, .binary:
      guard notation?.numbers.isEmpty != false else { throw obstacle(.notation) }
      taken = Taken.number
      if readsAsInteger {
        guard readsDigits else { throw obstacle(.cut) }
        taken |= Taken.whole
      }
      if readsAsInteger || readsAsNumber {
        taken |= Taken.counted | Taken.flag | (notation == nil ? Taken.text : 0)
      }
    case .date, .time, .instant, .choice: taken = Taken.text
    case .flag: taken = Taken.flag
    case .text: taken = anyAsText ? Taken.text | Taken.number | Taken.flag : Taken.text
    case .point: taken = 0
    }
    // What stands in for a missing value does not for null, but where falsy values are missing.
    let isLackable = schema.isOptional || substitute != nil
    if falsyIsMissing {
      taken |= Taken.falsy | (isLackable ? Taken.nothing : 0)
    } else if schema.isOptional && substitute == nil {
      taken |= Taken.nothing
    }
    let isLoose = readsAsInteger || readsAsNumber || anyAsText || notation != nil
    if otherIsMissing && isLackable && !isLoose { taken |= Taken.strange }
    return taken
  }
}
