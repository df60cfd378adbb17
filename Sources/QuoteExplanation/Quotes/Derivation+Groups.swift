import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Groups and their members.
extension DerivationReader {
  /// Says of a group by what and of which elements it is one, and of a member which element it is.
  func membership(of place: Recording.Place) -> [Derivation] {
    let list = model.lists[place.list]
    if let own = list.memberOf {
      return [
        Derivation(
          kind: .named, text: list.name,
          value: recording.path(of: recording.enclosing(own, of: place)), note: "",
          span: list.span, parts: [])
      ]
    }
    guard let groups = list.groups, let name = groups.names.first else { return [] }
    let members = recording.elements(of: groups.members, below: place).map {
      recording.enclosing(groups.list, of: $0)
    }
    let paths = members.prefix(12).map { recording.path(of: $0) }.joined(separator: ", ")
    let key = groups.keys.map { key in
      members.first.flatMap { recording.shown(key, at: $0) } ?? "not given"
    }
    return [
      Derivation(
        kind: .named, text: groups.names.map { model.lets[$0].name }.joined(separator: ", "),
        value: key.joined(separator: ", "),
        note: "of \(paths)" + (members.count > 12 ? ", … (\(members.count))" : ""),
        span: model.lets[name].span, parts: [])
    ]
  }
}
