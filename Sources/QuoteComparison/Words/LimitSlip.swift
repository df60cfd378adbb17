import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Tolerances and limits as other programs write them, and how they are written here.
package enum LimitSlip {
  /// `0.01` for `£0.01` and `0,01`, `1c` for `1p`, each with its name before it; nil if nothing
  /// is known that was meant.
  package static func tolerance(meantBy written: String) -> String? {
    if let match = written.wholeMatch(of: kept(/([\w.\[\]]+)\s*(?::=?|<=?)\s*([\d.,]+.*)/)) {
      let right = "\(match.1)=\(match.2)"
      return Tolerances(right) == nil ? tolerance(meantBy: right) : right
    }
    let sign = written.lastIndex(of: "=")
    let name = sign.map { String(written[...$0]) } ?? ""
    let amount = String(sign.map { written[written.index(after: $0)...] } ?? written[...])
      .trimmedOfSpaces
    var meant: String?
    if let match = amount.wholeMatch(of: kept(/(\d+)\s?(?:p|ct|cts|cents?|¢|pence)/)) {
      meant = "\(match.1)c"
    } else if let match = amount.wholeMatch(
      of: kept(/(?:\p{Sc}|[A-Z]{3} ?)?(\d+)[.,](\d+)(?:\s?(%)|\s?\p{Sc}| ?[A-Z]{3})?/))
    {
      meant = "\(match.1).\(match.2)\(match.3 ?? "")"
    } else if let match = amount.wholeMatch(
      of: kept(/(?:\p{Sc}|[A-Z]{3} ?)?(\d+)(?:\s?(%)|\s?\p{Sc}| ?[A-Z]{3})?/))
    {
      meant = "\(match.1)\(match.2 ?? "")"
    }
    guard let meant, Tolerances(name + meant) != nil, name + meant != written else { return nil }
    return name + meant
  }

  /// Words that may be how many differ or how much.
  private static let counted: Set<String> = ["difference", "diff", "delta"]

  /// What to write for a limit that is none; nil if nothing is known that was meant.
  package static func help(with written: String) -> String? {
    guard let meant = limit(meantBy: written) else { return nil }
    let text = written.filter { $0 != " " && $0 != "\\" }
    let word = text.lowercased().prefix { $0.isLetter }
    // One word for two things: how many differ, and by how much.
    guard counted.contains(String(word)), meant.hasPrefix("differences"),
      let sign = meant.firstIndex(of: ">")
    else {
      return "write `--fail-on '\(meant)'`"
    }
    let limit = meant[sign...]
    return "`--fail-on 'differences\(limit)'` is about how many bookings differ, "
      + "`--fail-on 'money\(limit)'` about how much money they differ by"
  }

  /// `differences>0` for `differences>=1`, `share>5%` for `5%`, `money>5` for `total>5`; nil if
  /// nothing is known that was meant.
  package static func limit(meantBy written: String) -> String? {
    // A shell leaves a backslash in quotation marks where it is.
    let text = written.filter { $0 != " " && $0 != "\\" }
    var meant: String? = text
    if let match = text.wholeMatch(of: kept(/([A-Za-z0-9\-]+)(?:==?|:)(0)/)) {
      meant = "\(match.1)>\(match.2)"
    } else if let match = text.wholeMatch(of: kept(/([A-Za-z0-9\-]+)(?:>=|=>|≥)(\d+)/)),
      let least = Int(match.2), least > 0
    {
      meant = "\(match.1)>\(least - 1)"
    } else if text.wholeMatch(of: kept(/[\d.]+%/)) != nil {
      meant = "share>\(text)"
    } else if text.wholeMatch(of: kept(/\d+/)) != nil {
      meant = "differences>\(text)"
    } else if FailureRule(text) == nil,
      let match = text.wholeMatch(of: kept(/([A-Za-z0-9_\-]+)(?:>=|=>|≥|>)(.+)/))
    {
      let known = FailureRule.Measure.allCases.map(\.rawValue)
      let totals = ["total", "totals", "amount", "sum"]
      // An amount of money counts no bookings.
      let isAmount = FailureRule("differences>\(match.2)") == nil
      let isMoney = (totals + (isAmount ? Array(counted) : [])).contains(match.1.lowercased())
      let isCounted = !isAmount && counted.contains(match.1.lowercased())
      let name = isMoney ? "money" : isCounted ? "differences"
        : Suggestion.nearest(to: String(match.1), among: known)
      meant = name.map { "\($0)>\(match.2)" }
    }
    guard let meant, meant != written, FailureRule(meant) != nil else { return nil }
    return meant
  }
}
