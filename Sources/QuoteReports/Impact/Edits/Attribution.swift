import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteLint
import QuoteSyntax

/// How the money of several edits is told apart.
package enum AttributionWay: String, Hashable, Sendable, CaseIterable {
  /// Each edit alone, and beside them what they make together.
  case alone
  /// Each edit on top of those before it, in the order of the rules.
  case ordered
  /// The mean over all orders.
  case shapley
}

/// Which rules have to price the bookings so that each edit has its money.
package struct Attribution: Sendable {
  /// Edits that rules have, one bit an edit.
  package typealias Coalition = UInt64

  package let way: AttributionWay
  package private(set) var edits: [RuleEdit] = []
  /// Why there is none; empty where there is one.
  private(set) var refusal = ""
  /// Rules that price the bookings, by the edits they have.
  private(set) var rules: [(edits: Coalition, pricer: Pricer)] = []

  /// So many edits have their money alone, and so many in all orders.
  private static let most = 60
  private static let mostShapley = 10

  package init(_ pair: RulesPair, _ way: AttributionWay) {
    self.way = way
    let difference = RulesDifference(pair)
    let (old, new) = (pair.before.header.currency?.value, pair.after.header.currency?.value)
    if old != new {
      refusal = "the rules are in different currencies"
      return
    }
    edits = difference.edits
    guard !edits.isEmpty else { return }
    if edits.count > Self.most {
      refusal = "there are \(edits.count) edits, and at most \(Self.most) can be separated"
      return
    }
    if let why = Self.refusal(difference, []) {
      refusal = "the rules before do not go with what the new ones name: \(why)"
      return
    }
    joinDependent(difference)
    guard refusal.isEmpty else { return }
    if way == .shapley, edits.count > Self.mostShapley {
      refusal =
        "there are \(edits.count) edits, and the mean over all orders is for "
        + "at most \(Self.mostShapley): `--split ordered` takes them one after the other"
      return
    }
    compile(difference)
  }

  /// Those with all edits.
  package var whole: Coalition { edits.isEmpty ? 0 : (1 << Coalition(edits.count)) - 1 }

  private static func pricer(_ difference: RulesDifference, _ edits: [RuleEdit]) -> Pricer? {
    let tree = difference.tree(with: edits.reduce(into: []) { $0.formUnion($1.parts) })
    var log = DiagnosticLog()
    guard
      let model = PriceModel(
        checking: tree, sources: difference.pair.sources, log: &log),
      !log.hasErrors
    else { return nil }
    return Pricer(lowering: model)
  }

  /// What is wrong with the rules that have some edits; nil where nothing is.
  private static func refusal(_ difference: RulesDifference, _ edits: [RuleEdit]) -> String? {
    let tree = difference.tree(with: edits.reduce(into: []) { $0.formUnion($1.parts) })
    var log = DiagnosticLog()
    let model = PriceModel(
      checking: tree, sources: difference.pair.sources, log: &log)
    if model != nil, !log.hasErrors { return nil }
    return log.sorted.first { $0.severity == .error }?.headline ?? "they do not compile"
  }

  /// Edits that are no rules alone become one with the edit that makes them some.
  private mutating func joinDependent(_ difference: RulesDifference) {
    var index = 0
    while index < edits.count {
      guard let why = Self.refusal(difference, [edits[index]]) else {
        index += 1
        continue
      }
      let own = edits[index]
      let partner = edits.indices.first { other in
        other != index && Self.refusal(difference, [own, edits[other]]) == nil
      }
      guard let partner else {
        refusal = "`\(own.sentence)` makes no sense without other edits: \(why)"
        return
      }
      let joined = edits[min(index, partner)].joined(with: edits[max(index, partner)])
      edits[min(index, partner)] = joined
      edits.remove(at: max(index, partner))
      index = 0
    }
  }

  /// Coalitions that the way needs, each once.
  private var coalitions: [Coalition] {
    let alone = edits.indices.map { Coalition(1) << Coalition($0) }
    switch way {
    case .alone: return ([0, whole] + alone).unique
    case .ordered:
      let prefixes = edits.indices.map { (Coalition(1) << Coalition($0 + 1)) - 1 }
      return ([0, whole] + alone + prefixes).unique
    case .shapley: return Array(0...whole)
    }
  }

  private mutating func compile(_ difference: RulesDifference) {
    for coalition in coalitions {
      let some = edits.indices.filter { coalition >> Coalition($0) & 1 == 1 }.map { edits[$0] }
      guard let pricer = Self.pricer(difference, some) else {
        let names = some.map { "`\($0.sentence)`" }.joined(separator: ", ")
        rules = []
        refusal = "the rules with \(names) and without the other edits are not valid rules"
        return
      }
      rules.append((coalition, pricer))
    }
  }
}

extension Array where Element: Hashable {
  /// Each element once, in the order in which they are met.
  fileprivate var unique: [Element] {
    var met: Set<Element> = []
    return filter { met.insert($0).inserted }
  }
}
