import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Elements of lists: one more, one less, and the inputs of each.
extension ChangeSearch {
  /// Elements of one list that are looked at, equal ones counted once.
  static let elementLimit = 60

  /// A list with one more or one less of its elements, and what changes inside them.
  func elements(of list: ListID, below place: Recording.Place) -> [NearestChange] {
    let groups = groups(of: list, below: place)
    let looked = groups.prefix(Self.elementLimit).map { $0[0] }
    var found = edits(of: looked, in: list, below: place)
    for element in looked { found += changes(at: element) }
    if groups.count > looked.count {
      limits.append(
        ChangeLimit(
          path: shownPath(of: place, model.lists[list].name),
          what: "\(groups.count - looked.count) more elements that were not tried"))
    }
    return found
  }

  /// The list with one more like each of these, and without each.
  func edits(
    of elements: [Recording.Place], in list: ListID, below place: Recording.Place
  ) -> [NearestChange] {
    [false, true].flatMap { isRemoval in
      elements.compactMap { edited(list, $0, below: place, isRemoval: isRemoval) }
    }
  }

  /// Elements that came with the booking, those that hold the same together.
  func groups(of list: ListID, below place: Recording.Place) -> [[Recording.Place]] {
    var groups: [[Recording.Place]] = []
    for element in recording.elements(of: list, below: place) where !isExtra(element) {
      let row = row(of: element)
      let same =
        tellsPositions
        ? nil
        : groups.firstIndex {
          batch.areAlike(self.row(of: $0[0]), row, in: list)
        }
      if let same { groups[same].append(element) } else { groups.append([element]) }
    }
    for group in groups { alike[group[0]] = group.map { position(of: $0) } }
    return groups
  }

  private func isExtra(_ element: Recording.Place) -> Bool {
    let source = batch.lists[element.list].source(of: row(of: element))
    let sources = model.schema.lists[element.list].sources
    return sources.indices.contains(source) && sources[source].isExtra
  }

  private func edited(
    _ list: ListID, _ element: Recording.Place, below place: Recording.Place, isRemoval: Bool
  ) -> NearestChange? {
    let sent = batch.elements(of: list, below: row(of: place))
    guard isRemoval || sent.count < model.schema.lists[list].bound else { return nil }
    let edit = ElementEdit(list: list, row: row(of: element), isRemoval: isRemoval)
    let other = batch.copy(row: 0, editing: edit)
    let priced = price(other)
    guard !isSamePrice(priced.outcome) else { return nil }
    let (path, alike) = paths(of: place, model.lists[list].name)
    let before = recording.elements(of: list, below: place)
    let after = priced.walk.recording.elements(of: list, below: place)
    let like = shownPath(of: element, nil)
    return NearestChange(
      kind: .element, path: path, alike: alike,
      shownPath: shownPath(of: place, model.lists[list].name), from: "\(before.count)",
      to: "\(after.count)", by: isRemoval ? "without \(like)" : "one more like \(like)",
      rules: ChangedRules(model: model).words(
        walk, priced.walk, shifted: shift(edit, path, element: element, before: before)),
      status: priced.outcome.status, reason: priced.outcome.reason,
      total: priced.outcome.shownTotal, difference: difference(priced.outcome))
  }

  private func shift(
    _ edit: ElementEdit, _ path: String, element: Recording.Place, before: [Recording.Place]
  ) -> ElementShift {
    if edit.isRemoval {
      return ElementShift(list: path, position: position(of: element), isRemoval: true)
    }
    let held = batch.lists[edit.list]
    let last = before.lastIndex { held.source(of: row(of: $0)) == held.source(of: edit.row) }
    return ElementShift(list: path, position: (last ?? 0) + 1, isRemoval: false)
  }

  // MARK: - Names

  private func position(of element: Recording.Place) -> Int {
    let above = recording.enclosing(model.lists[element.list].parent ?? .booking, of: element)
    return element.index - Int(recording.quotes.offsets[element.list][above.index])
  }

  /// `items[0,2].parts[1].kind`: equal elements in one bracket, long runs cut short.
  func shownPath(of place: Recording.Place, _ name: String?) -> String {
    var parts = name.map { [$0] } ?? []
    var place = place
    while let parent = model.lists[place.list].parent {
      let positions = alike[place] ?? [position(of: place)]
      let words = positions.map { "\($0)" }
      let shown = words.count > 4 ? words.prefix(3) + ["…\(words[words.count - 1])"] : words
      parts.insert("\(model.lists[place.list].name)[\(shown.joined(separator: ","))]", at: 0)
      place = recording.enclosing(parent, of: place)
    }
    return parts.joined(separator: ".")
  }

  /// The input itself, and the same of equal elements.
  func paths(of place: Recording.Place, _ name: String) -> (String, [String]) {
    var paths = [""]
    var chain = [place]
    while let parent = model.lists[chain[0].list].parent {
      chain.insert(recording.enclosing(parent, of: chain[0]), at: 0)
    }
    for place in chain.dropFirst() {
      let positions = alike[place] ?? [position(of: place)]
      paths = paths.flatMap { path in
        positions.map { "\(path)\(model.lists[place.list].name)[\($0)]." }
      }
    }
    return (paths[0] + name, paths.dropFirst().map { $0 + name })
  }
}

extension PriceModel {
  /// Whether it may matter in which order the elements of a list stand.
  var tellsPositions: Bool {
    var tells = allLines.contains { $0.steps != nil }
    visitExpressions { expression in
      switch expression.operation {
      case .sumBefore, .split,
        .neighbour, .steps, .aggregate(.first, _, _, _), .aggregate(.last, _, _, _),
        .aggregate(.join, _, _, _):
        tells = true
      case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
        .aggregate, .lookup, .isFound, .graduated, .texts:
        break
      }
    }
    return tells
  }
}
