import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Names of the other side that are nearly one that was compared: a file with `total` and `TOTAL`
/// has two totals, and only one of them was looked at.
extension Differ {
  /// A name that was passed over, and the one beside it that was compared.
  private struct Twins {
    var passedOver: String
    var compared: String
    /// They differ in case alone.
    var isOneName: Bool
  }

  /// Many programs do not tell names apart by case: to them this is one name that is given twice.
  func twinsFail(_ summary: DifferenceSummary) -> [String] {
    twins(summary).filter(\.isOneName).map { twins in
      let (theirs, compared) = (twins.passedOver, twins.compared)
      let cure =
        map.isOwn
        ? "leave the one out that does not count"
        : "`ignore: [\(MapScalar.written(theirs))]` of the map says that it is passed over"
      return "`\(theirs.printable)` and `\(compared.printable)` are one name but for case, and "
        + "only `\(compared.printable)` was compared: some programs read the one, others the "
        + "other; \(cure)"
    }
  }

  /// Names that are another way to write one that was compared, or the address of it, and those
  /// that differ from one in case alone where columns of the bookings may be among them.
  func notesOfTwins(_ summary: DifferenceSummary, mayCarry: Bool) -> [String] {
    twins(summary).filter { !$0.isOneName || mayCarry }.map { twins in
      "`\(twins.passedOver.printable)` was not compared; `\(twins.compared.printable)` was"
    }
  }

  /// What quotes have beside their values.
  private static let readByThemselves: Set<String> = [
    "status", "reason", "reasons", "fault", "fault_field", "fault_value", "fault_message",
    "currency", "lines", "outputs",
  ]

  private func twins(_ summary: DifferenceSummary) -> [Twins] {
    guard areRepliesCompared, !summary.unmatched.isEmpty else { return [] }
    let fields = summary.tallies.map(\.field).sorted()
    let byCase = Self.first(of: fields) { $0.lowercased() }
    let byWords = Self.first(of: fields + summary.tallies.flatMap(\.names).sorted()) {
      Self.words($0).joined(separator: " ")
    }
    // What `quote price` writes has a total twice where an output says it again.
    let outputs = Set(pricers.flatMap { $0.plan.quoteSchema.outputs.map(\.name) })
    let own = map.isOwn
      ? Self.readByThemselves.union(outputs.map { QuoteAddress(.outputs, $0).text }) : []
    return summary.unmatched.filter { !own.contains($0) }.compactMap { name in
      if let compared = byCase[name.lowercased()] {
        return Twins(passedOver: name, compared: compared, isOneName: true)
      }
      let words = Self.words(QuoteAddress(name)?.name ?? name).joined(separator: " ")
      return byWords[words].map {
        Twins(passedOver: name, compared: $0, isOneName: false)
      }
    }
  }

  private static func first(
    of names: [String], by key: (String) -> String
  ) -> [String: String] {
    Dictionary(names.map { (key($0), $0) }) { first, _ in first }
  }
}
