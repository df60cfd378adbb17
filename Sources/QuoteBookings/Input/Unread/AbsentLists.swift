import QuoteLanguage
import QuoteSyntax

/// Lists that records do not have where they are read, beside lists that stand elsewhere and that
/// nobody reads: `basket.items`, where rules read `items`.
struct AbsentLists {
  fileprivate struct List {
    var name: String
    /// Where it may be in a booking, through the lists that it is inside of.
    var paths: [[String]]
    /// Where the lists are whose elements have it; empty of one of the booking.
    var outer: [[String]]
    /// Members without which no element is whole.
    var needed: [String]
    /// How many records have it.
    var given = 0
    /// Lists of that name, or with such elements, in other places, of each record that lacks it.
    var elsewhere: [[String]] = []
    /// Such lists of records that have it: those are something else.
    var others: Set<String> = []
  }

  /// A list of one record.
  private struct Found {
    var path: [String]
    /// `basket[].items`.
    var shown: String
    var array: JSONNode
  }

  private var lists: [List] = []
  /// Where lists are read.
  private var read: Set<[String]> = []
  private var records = 0
  private static let mostMembers = 2_000
  private static let deepest = 12

  init(_ schema: BookingSchema) {
    for elements in schema.lists where elements.parent != nil && !elements.isMade {
      let own = elements.memberPaths
      let outer = elements.parent == .booking ? [] : Self.paths(to: elements.parent, in: schema)
      let paths = elements.parent == .booking ? own : outer.flatMap { one in own.map { one + $0 } }
      read.formUnion(paths)
      guard own.count == elements.sources.count, !paths.isEmpty else { continue }
      let needed = elements.fields.filter { !$0.isOptional && $0.defaultValue == nil }
      lists.append(
        List(
          name: elements.name, paths: paths, outer: outer,
          needed: needed.flatMap { $0.members.prefix(1) }))
    }
  }

  /// The members that lead to a list from the booking.
  private static func paths(to list: ListID?, in schema: BookingSchema) -> [[String]] {
    guard let list, list != .booking else { return [[]] }
    let own = schema.lists[list].memberPaths
    return paths(to: schema.lists[list].parent, in: schema).flatMap { outer in
      own.map { outer + $0 }
    }
  }

  mutating func look(at booking: JSONNode) {
    records += 1
    var (found, left) = ([Found](), Self.mostMembers)
    Self.collect(booking, path: [], shown: "", &found, left: &left)
    // What was not looked at may have what seems to lack.
    if left <= 0 { return }
    let there = Set(found.map(\.path))
    for index in lists.indices {
      let list = lists[index]
      guard list.outer.isEmpty || !there.isDisjoint(with: list.outer) else { continue }
      let isGiven = !there.isDisjoint(with: list.paths)
      // A list of the booking under another name is told of as a member that nobody reads.
      let like = found.filter {
        !read.contains($0.path) && ($0.path.count > 1 || !list.outer.isEmpty)
          && !list.isNear($0.path) && list.isLike($0.array, called: $0.path[$0.path.count - 1])
      }.map(\.shown)
      if isGiven {
        lists[index].given += 1
        lists[index].others.formUnion(like)
      } else if !like.isEmpty {
        lists[index].elsewhere.append(like)
      }
    }
  }

  /// Lists of a record, and those of the first of their elements.
  private static func collect(
    _ node: JSONNode, path: [String], shown: String, _ found: inout [Found],
    left: inout Int
  ) {
    guard path.count < deepest else { return }
    node.eachMember { key, value in
      guard value.isArray || value.isObject, left > 0 else { return }
      left -= 1
      let name = key.text.string
      let place = shown.isEmpty ? name : "\(shown).\(name)"
      if value.isObject {
        return collect(value, path: path + [name], shown: place, &found, left: &left)
      }
      found.append(Found(path: path + [name], shown: place, array: value))
      value.eachElement { _, element in
        guard element.isObject else { return }
        collect(element, path: path + [name], shown: "\(place)[]", &found, left: &left)
      }
    }
  }

  func remarks(in source: String) -> [String] {
    lists.compactMap { list in
      let lacking = list.elsewhere.map { $0.filter { !list.others.contains($0) } }
        .filter { !$0.isEmpty }
      var places: [String] = []
      for place in lacking.joined() where !places.contains(place) { places.append(place) }
      guard !places.isEmpty else { return nil }
      let those =
        records == 1
        ? "the first record of `\(source)` has no list `\(list.name)`"
        : list.given == 0
          ? "none of the first \(records) records of `\(source)` has the list `\(list.name)`"
          : "\(lacking.count) of the first \(records) records of `\(source)` "
            + "\(lacking.count == 1 ? "has" : "have") the list `\(list.name)` elsewhere"
      return those + ", and \(CSVLayout.listed(places, "and")) "
        + (places.count == 1 ? "is" : "are") + " not read"
    }
  }
}

extension AbsentLists.List {
  /// Whether one stands where this one is read and has nearly its name: as a member that nobody
  /// reads, it is told of already.
  fileprivate func isNear(_ path: [String]) -> Bool {
    paths.contains { own in
      own.dropLast() == path.dropLast()
        && Suggestion.nearest(to: path[path.count - 1], among: own.suffix(1)) != nil
    }
  }

  /// Whether a list could be this one: by its name, or by what its first element has.
  fileprivate func isLike(_ array: JSONNode, called name: String) -> Bool {
    if paths.contains(where: { $0.last == name }) { return true }
    guard let first = array.firstElement, first.isObject, !needed.isEmpty else { return false }
    return needed.allSatisfy { first.member($0) != nil }
  }
}

extension ListSchema {
  /// The members that lead to it from what has it, of each of its sources that is such a path.
  var memberPaths: [[String]] {
    sources.compactMap { source in
      guard case .path(let path) = source else { return nil }
      let names = path.steps.compactMap { step -> String? in
        if case .member(let name) = step { name } else { nil }
      }
      return names.count == path.steps.count && !names.isEmpty ? names : nil
    }
  }
}
