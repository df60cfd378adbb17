import QuoteCauses
import QuoteComparison
package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Money that the rules state and that was held against nothing: a comparison that passes it over
/// says nothing of the price.
///
/// The lines of a price are parts of its total, and a file of totals alone is enough. What is
/// neither the total nor a part of it, such as what is asked beforehand, has to be there itself.
/// Who means to leave it out says so: in a map that lists what is compared or ignores it, or with
/// `--uncompared`.
extension Differ {
  /// Why a comparison fails that passed money over. Where the other side may carry columns of the
  /// bookings, they are among the names that were passed over.
  func uncomparedFails(_ summary: DifferenceSummary, mayCarry: Bool) -> [String] {
    guard areRepliesCompared else { return [] }
    guard summary.pricedByBoth > 0, summary.comparedFields > 0 else {
      return otherFailures(summary)
    }
    let open = map.forms.indices.filter {
      map.forms[$0].compares != .listed && summary.forms[map.forms[$0].name] != nil
    }
    guard !open.isEmpty else { return otherFailures(summary) }
    return totalFails(summary, open) + amountsFail(summary, open)
      + (mayCarry ? [] : twinsFail(summary)) + otherFailures(summary)
  }

  /// Names on the other side that may be meant by one of ours: but for case, blanks and marks, or
  /// with other words beside it.
  static func nearNames(to ours: String, among theirs: [String]) -> String? {
    let wanted = words(ours)
    return theirs.first { words($0) == wanted }
      ?? theirs.first { Suggestion.nearest(to: $0, among: [ours]) != nil }
      ?? theirs.first { Set(words($0)).isSuperset(of: wanted) }
  }

  /// A name that is to be left uncompared and that no line or output has, and one that is near.
  package var unknownUncompared: (name: String, near: String?)? {
    let names = Self.namesOfValues(of: pricers)
    guard let name = options.uncompared.sorted().first(where: { !names.contains($0) }) else {
      return nil
    }
    return (name, Suggestion.nearest(to: name, among: names.sorted()))
  }

  /// A name that has a tolerance and begins like no value of ours and no path that the map reads,
  /// and one that is near. What members are below such a value, only the comparison can tell.
  /// `others` are the rules that the rules are held against, if they are.
  package func unknownTolerated(beside others: [Pricer]) -> (name: String, near: String?)? {
    let listed = map.forms.flatMap { ListedField.all($0.fields) }
    let places = listed.flatMap { $0.places.map(\.path) }
    let names = Self.namesOfValues(of: pricers + others).union(places)
    func beginning(_ name: String) -> Substring { name.prefix { $0 != "." && $0 != "[" } }
    let beginnings = Set(names.map(beginning))
    let unknown = options.tolerances.named.keys.sorted().first {
      !names.contains($0) && !beginnings.contains(beginning($0))
    }
    return unknown.map { ($0, Suggestion.nearest(to: $0, among: names.sorted())) }
  }

  private static func namesOfValues(of pricers: [Pricer]) -> Set<String> {
    var names: Set<String> = ["total"]
    for pricer in pricers {
      for entry in PriceOrder(of: pricer.plan).entries { names.formUnion([entry.name, entry.top]) }
      names.formUnion(QuoteTexts.totals(of: pricer.plan))
    }
    return names
  }

  /// A path without what is no part of the address of a form: its query, a slash at its end, case.
  private static func address(_ form: String) -> Substring {
    let path = form.lowercased().trimmedOfSpaces.prefix { $0 != "?" && $0 != "#" }
    return path.hasSuffix("/") ? path.dropLast() : path
  }

  static func words(_ name: String) -> [String] {
    name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  private func totalFails(_ summary: DifferenceSummary, _ open: [Int]) -> [String] {
    let asked = open.filter { map.forms[$0].asksForTotal(of: pricers[$0].plan) }
    let totals = Set(asked.flatMap { QuoteTexts.totals(of: pricers[$0].plan) })
    guard !asked.isEmpty, options.uncompared.isDisjoint(with: totals) else { return [] }
    guard summary.tallies.contains(where: { !totals.isDisjoint(with: $0.names) }) else {
      let near = Self.nearNames(to: "total", among: summary.unmatched)
      return ["no total was compared: " + said("total", near)]
    }
    let count = summary.withoutTotal
    guard count > 0 else { return [] }
    let bookings = count == 1 ? "1 booking" : "\(count) bookings"
    return ["no total was compared of \(bookings): both sides priced, and theirs says no total"]
  }

  /// Says which amounts were not compared that are no part of the total.
  private func amountsFail(_ summary: DifferenceSummary, _ open: [Int]) -> [String] {
    var names: [String] = []
    var asking: [String: [AskingForm]] = [:]
    for index in open {
      guard let compared = summary.forms[map.forms[index].name] else { continue }
      let counts = compared.counts
      var met: Set<String> = []
      for entry in amountsBesideTotal(of: index) where met.insert(entry.top).inserted {
        if asking[entry.top] == nil { names.append(entry.top) }
        asking[entry.top, default: []].append(
          AskingForm(
            replies: compared.replies, count: counts[entry.top] ?? 0,
            isAlwaysGiven: entry.isAlwaysGiven, unmatched: compared.unmatched))
      }
    }
    return names.compactMap { name in asking[name].flatMap { failure(of: name, $0) } }
  }

  /// A form of which an amount is asked.
  private struct AskingForm {
    var replies: Int
    /// How many of them have the amount.
    var count: Int
    var isAlwaysGiven: Bool
    /// Names of theirs that are none of ours.
    var unmatched: [String]

    /// Replies may leave out what is nothing there; where most do, another name may be meant by it.
    var least: Int { isAlwaysGiven ? (replies + 1) / 2 : 0 }
  }

  /// The entries of a form that are money and neither the total nor part of it, and that nobody
  /// leaves out. Where elements of a list have such an amount, the list is asked for, and its
  /// values with it.
  private func amountsBesideTotal(of form: Int) -> [PriceOrder.Entry] {
    let plan = pricers[form].plan
    let order = PriceOrder(of: plan).entries
    guard let last = order.lastIndex(where: { $0.name == "total" }) else { return [] }
    return order.enumerated().filter { position, entry in
      let isBehind = position > last && (entry.name == entry.top || !entry.isOfLines)
      return entry.isMoney && (isBehind || entry.isShareOfLines)
        && !plan.hiddenNames.contains(entry.top)
        && options.uncompared.isDisjoint(with: [entry.name, entry.top])
        && map.forms[form].ignored.isDisjoint(with: [entry.name, entry.top])
    }.map(\.element)
  }

  /// Nil where an amount was compared in enough of the replies that it is asked of. What some forms
  /// say does not stand for one that has another name for it.
  private func failure(of name: String, _ forms: [AskingForm]) -> String? {
    let count = forms.reduce(0) { $0 + $1.count }
    if count == 0 {
      let near = Self.nearNames(to: name, among: forms.flatMap(\.unmatched))
      return "`\(name)` was not compared: " + said(name, near)
    }
    for form in forms where form.count == 0 || form.count < form.least {
      guard let near = Self.nearNames(to: name, among: form.unmatched) else { continue }
      let replies = forms.reduce(0) { $0 + $1.replies }
      return "`\(name)` was not compared in \(replies - count) of \(replies) bookings: "
        + said(name, near)
    }
    return nil
  }

  private func said(_ ours: String, _ near: String?) -> String {
    if let near {
      return "is their `\(near.printable)` our `\(ours)`? `fields:` of a map says so"
    }
    return "nothing of the other side is our `\(ours)`: if a column is, `fields:` of a map says "
      + "so; `--uncompared \(ours)` says that this is "
      + "meant"
  }

  /// What cannot be read as our form has it, and money in another currency.
  private func otherFailures(_ summary: DifferenceSummary) -> [String] {
    var failures: [String] = []
    if map.isOwn, !summary.unmatched.contains("status"),
      let theirs = summary.unmatched.first(where: { Self.words($0) == ["status"] })
    {
      failures.append(
        "no status was compared: is their `\(theirs.printable)` our `status`? `status:` of a map "
          + "says so")
    }
    if map.isOwn, summary.skipped > 0, !isLimited(.skipped) {
      let rows = summary.skipped == 1 ? "1 row has" : "\(summary.skipped) rows have"
      let verb = summary.skipped == 1 ? "was" : "were"
      failures.append("\(rows) a status that no quote has, and \(verb) not compared: a quote is "
        + "`quoted`, `declined` or `fault`, and `statuses:` of a map says what other words mean")
    }
    if !isLimited(.skipped) {
      // One that is met is no slip for another.
      let all = map.forms.compactMap(\.name)
      let known = all.filter { summary.forms[$0] == nil }
      for (name, count) in summary.unknownForms {
        let same = all.first { Self.address($0) == Self.address(name) }
        guard let near = same ?? Self.nearNames(to: name, among: known) else { continue }
        let bookings = count == 1 ? "1 booking is" : "\(count) bookings are"
        failures.append(
          "\(bookings) of the form `\(name.printable)`, which the map does not have: is it "
            + "`\(near.printable)`?")
      }
    }
    let unknown = summary.unknownStatuses.reduce(0) { $0 + $1.count }
    if !map.isOwn, unknown > 0, !isLimited(.skipped) {
      let bookings = unknown == 1 ? "1 booking has" : "\(unknown) bookings have"
      let verb = unknown == 1 ? "was" : "were"
      failures.append(
        "\(bookings) a status that the map does not name, and \(verb) not compared")
    }
    return failures + summary.otherCurrencies.sentences(ours: currency)
  }
}
