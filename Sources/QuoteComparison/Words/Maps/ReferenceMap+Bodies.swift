import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension ReferenceMap.Places {
  /// Where the body of a backend's answer goes in a record, so that `reply` and `refusal` are
  /// found in it; the reply's own place where they do not tell.
  var placeOfBody: ReferenceMap.Path {
    if let body { return body }
    let possible = possibleBodies
    return possible.count == 1 ? possible[0] : reply
  }

  /// Where the body may go by what the other places say, the shortest first: all that `reply`
  /// and `refusal` share, where one is beside the other; or else any beginning of `reply` that
  /// does not hold the booking or the status too.
  package var possibleBodies: [ReferenceMap.Path] {
    let shared = zip(reply, refusal ?? reply).prefix { $0.0 == $0.1 }.map(\.0)
    let shortest = shared.count < reply.count ? max(1, shared.count) : 1
    guard shortest <= shared.count else { return [] }
    let others = [booking, status ?? []]
    return (shortest...shared.count).map { Array(shared.prefix($0)) }
      .filter { body in !others.contains { $0.starts(with: body) } }
  }
}
