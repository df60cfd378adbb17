import QuoteLanguage
import QuoteSyntax

/// Lists that none of a file's first records has where they are read, beside a list that stands
/// inside an object and that nobody reads: `basket.items`, where rules read `items`.
struct AbsentLists {
  fileprivate struct List {
    var name: String
    /// Where it may be in a booking.
    var paths: [[String]]
    /// Members without which no element is whole.
    var needed: [String]
    /// Lists of that name, or with such elements, in other places.
    var elsewhere: [String] = []
  }

  /// Those that no record so far has.
  private var lists: [List] = []
  /// Where other lists are read.
  private let read: Set<[String]>
  private var records = 0

  init(_ schema: BookingSchema) {
    var read: Set<[String]> = []
    for elements in schema.lists where elements.parent == .booking && !elements.isMade {
      let paths = elements.sources.compactMap { source -> [String]? in
        guard case .path(let path) = source else { return nil }
        let names = path.steps.compactMap { step -> String? in
          if case .member(let name) = step { name } else { nil }
        }
        return names.count == path.steps.count && !names.isEmpty ? names : nil
      }
      read.formUnion(paths)
      guard paths.count == elements.sources.count, !paths.isEmpty else { continue }
      let needed = elements.fields.filter { !$0.isOptional && $0.defaultValue == nil }
      lists.append(
        List(name: elements.name, paths: paths, needed: needed.flatMap { $0.members.prefix(1) }))
    }
    self.read = read
  }

  mutating func look(at booking: JSONNode) {
    records += 1
    lists.removeAll { list in
      list.paths.contains { path in
        let found = BatchFiller.walk(booking, path.map { FieldPath.Step.member($0) }[...])
        return found?.isArray ?? false
      }
    }
    if lists.isEmpty { return }
    booking.eachMember { key, value in
      guard value.isObject else { return }
      let outer = key.text.string
      value.eachMember { key, inner in
        let path = [outer, key.text.string]
        guard inner.isArray, !read.contains(path) else { return }
        for index in lists.indices where lists[index].isLike(inner, called: path[1]) {
          let place = path.joined(separator: ".")
          if !lists[index].elsewhere.contains(place) { lists[index].elsewhere.append(place) }
        }
      }
    }
  }

  func remarks(in source: String) -> [String] {
    lists.filter { !$0.elsewhere.isEmpty }.map { list in
      let those =
        records == 1
        ? "the first record of `\(source)` has no list `\(list.name)`"
        : "none of the first \(records) records of `\(source)` has the list `\(list.name)`"
      return those + ", and \(CSVLayout.listed(list.elsewhere, "and")) "
        + (list.elsewhere.count == 1 ? "is" : "are") + " not read"
    }
  }
}

extension AbsentLists.List {
  /// Whether a list could be this one: by its name, or by what its first element has.
  fileprivate func isLike(_ array: JSONNode, called name: String) -> Bool {
    if paths.contains(where: { $0.last == name }) { return true }
    guard let first = array.firstElement, first.isObject, !needed.isEmpty else { return false }
    return needed.allSatisfy { first.member($0) != nil }
  }
}
