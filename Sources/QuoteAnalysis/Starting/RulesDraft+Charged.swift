import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

extension RulesDraft {
  /// A map that compares totals with what the bookings' own file says was charged; nil where no
  /// column does, or several do, or nothing names a booking.
  var mapOfCharged: String? {
    let charged = inputs.filter(\.isCharged)
    guard charged.count == 1, let input = charged.first, let key = inputs.first(where: \.isKey),
      input.clauses.count <= 1,
      (input.evidence.path + key.evidence.path).allSatisfy(ReferenceMap.canSay)
    else { return nil }
    let written = input.clauses.map { clause in
      ", " + clause.replacing("written \"", with: "written: \"")
    }
    guard written.allSatisfy({ $0.hasPrefix(", written: ") && !$0.contains("\" or \"") }) else {
      return nil
    }
    let (name, place) = (Self.inMap(input.evidence.path), Self.inMap(key.evidence.path))
    return """
      # Drafted by `quote init`: our totals are compared with this column of the bookings.
      schema: quote-map/1

      record: {}

      join: { \(key.name): \(place) }

      forms:
        other:
          compare: listed
          fields:
            \(name): { is: total\(written.joined()) }

      """
  }

  /// A path as a map has it, in quotation marks of YAML where it needs some.
  private static func inMap(_ path: [String]) -> String {
    MapScalar.written(ReferenceMap.written(path))
  }
}
