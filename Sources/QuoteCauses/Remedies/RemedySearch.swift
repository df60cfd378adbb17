package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Finds edits of our rules under which what differs is the same: by trying, on bookings that
/// were kept.
///
/// A figure is not guessed: the rules are priced with another one, what that changes says which
/// figure would be right in each booking, and where all bookings agree on one it is tried.
package struct RemedySearch {
  /// What was found for a cause, and the causes that it explains.
  package struct Finding {
    package var remedy: CauseRemedy
    package var causes: [String]
    /// The value that departs.
    package var departing: String
    package var edit: RulesEdit
    /// The name of a row of its own, where the bookings are told apart by the edits alone.
    package var group: String?
    /// What several causes that it explains are called together, if not by what departs.
    package var row: String?

    /// Bookings of its causes in which something else differs still under the edit.
    var rest = 0
    /// Whether it leaves out a line that the other side never has.
    var isOfSilence = false

    /// Bookings that differ under the edit and should not.
    var misses: Int { remedy.breaks + remedy.of - remedy.removes }

    /// Takes in what the same edit does for the bookings of other causes.
    mutating func join(_ other: Finding) {
      let new = other.causes.filter { !causes.contains($0) }
      guard !new.isEmpty else { return }
      causes += new
      rest += other.rest
      remedy.removes += other.remedy.removes
      remedy.of += other.remedy.of
      remedy.breaks = max(remedy.breaks, other.remedy.breaks)
      remedy.judged = max(remedy.judged, other.remedy.judged)
    }

    /// Makes another edit a part of its own.
    mutating func join(_ other: RulesEdit) {
      edit.join(other)
      remedy.edit = edit.what
      remedy.setting = nil
    }

    /// One that puts more bookings right explains more causes, and has more in which something
    /// else is left.
    func isBetter(than other: Finding) -> Bool {
      (misses, remedy.breaks, other.remedy.removes, rest)
        < (other.misses, other.remedy.breaks, remedy.removes, other.rest)
    }
  }

  package let rules: TriedRules
  let pricer: Pricer
  let bench: RemedyBench
  let order: PriceOrder
  let places: RemedyPlaces
  let bounds: RemedyBounds
  let words: RemedyWords
  let minorUnit: Ratio
  /// How many times our rules hold a value against itself.
  let heldAgainstThemselves: Int
  let made = MadeEdits()

  /// Remedies are looked for of so many causes, and so many of each kind are tried.
  static let mostCauses = 5
  static let mostFigures = 18
  static let mostFiguresOfParts = 40
  /// Figures that are tried in other sizes, because what they make is no straight line.
  static let mostOdd = 4
  /// Several edits together are looked for of so many causes.
  private static let mostJointCauses = 2
  /// Single causes are looked at so often.
  static let mostLooks = 15
  /// An edit that explains what another one leaves is looked for of so many causes.
  static let mostRests = 2
  /// One edit for several causes is looked for so often.
  private static let mostUnions = 3
  /// So many that are right for most of the cases tried are held against all.
  static let mostChecked = 3
  /// So many causes are looked for that only show behind edits.
  static let mostHidden = 2
  static let mostFiguresOfTotal = 60
  static let mostBounds = 32
  static let mostParting = 16
  /// This many bookings say which figure would be right, so many tell whether an edit is.
  static let solved = 10
  static let tried = 24
  let budget: RemedyBudget
  /// Once an edit fits, so many more are tried that may explain more.
  static let mostTriesBeside = 40

  /// `searches` is how many of them share what one comparison may take. What is found is the same
  /// whatever the team.
  package init(
    _ rules: EditedRules, _ pricer: Pricer, _ bench: RemedyBench, searches: Int = 1,
    team: ThreadTeam = .none, onTry: @escaping () -> Void = {}
  ) {
    self.rules = TriedRules(rules, team: team, onTry: onTry)
    budget = RemedyBudget(pricer.sources, searches: searches)
    self.pricer = pricer
    self.bench = bench
    order = PriceOrder(of: pricer.plan)
    places = RemedyPlaces(pricer.model)
    bounds = RemedyBounds(pricer)
    words = RemedyWords(pricer)
    minorUnit = pricer.model.minorUnit
    heldAgainstThemselves = pricer.model.heldAgainstThemselves
  }

  /// `related` are causes under which theirs is the same of ours: one edit explains all of them, or
  /// none does. `kin` are causes that are only met behind another one, made of the same figures.
  package func findings(
    _ causes: [String], related: [[String]] = [], kin: [String: String] = [:]
  ) -> [Finding] {
    var found = Gathered()
    let unions = unions(causes, related)
    // Where a line is missing, other values that are made of it differ too: these are no mistakes
    // of their own.
    for cause in causes.prefix(Self.mostCauses) {
      guard found.isOpen(cause), let line = lineNeverSaid(cause) else { continue }
      found.tried[cause] = found.edits.count
      take(
        finding(cause, behind: found.edits, but: found.explained)
          ?? silentFinding(cause, line: line, behind: found.edits), into: &found)
    }
    // The most frequent one goes before what fewer bookings have in common: an edit that is right
    // for these alone is often half of the one that is right for all.
    if let first = causes.first, found.isOpen(first), found.tried[first] == nil,
      !unions.contains(where: { $0.contains(first) })
    {
      found.tried[first] = found.edits.count
      take(finding(first, behind: found.edits, but: found.explained), into: &found)
    }
    for several in unions.prefix(Self.mostUnions) {
      let isOpen = several.contains {
        found.isOpen($0) && (found.edits.isEmpty || !isExplained($0, by: found.edits))
      }
      guard isOpen else { continue }
      take(
        finding(several[0], with: several, behind: found.edits, but: found.explained), into: &found)
    }
    let united = unions.prefix(Self.mostUnions)
    let single = causes.filter { cause in
      !related.contains { united.contains($0) && $0.contains(cause) }
        || found.explained.contains(cause)
    }
    lookAtSingle(single, kin, &found)
    lookAtSteps(&found)
    lookAtRest(causes, &found)
    lookAtConditions(causes, &found)
    lookBehind(causes, &found)
    lookAtOrder(&found)
    // What no edit does alone several may do together.
    let open = causes.filter { cause in
      found.isOpen(cause) && !isMove(cause)
        && (found.edits.isEmpty || !isExplained(cause, by: found.edits))
    }
    for cause in open.prefix(Self.mostJointCauses) where found.isOpen(cause) {
      lookAtSeveral(cause, &found)
      lookAtSingle(single, kin, &found)
    }
    simplify(&found)
    return found.findings.map(named)
  }

  /// Whether several edits that were found for other causes explain one together: bookings in which
  /// these meet.
  func isExplained(_ cause: String, by edits: [RulesEdit]) -> Bool {
    guard let pricer = rules.pricer(edits) else { return false }
    let own = openCases(of: cause).own
    let right = zip(own, bench.outcomes(pricer, of: own)).count { index, outcome in
      let place = bench.cases[index].departures[cause]
      return outcome.remaining.map { left in place.map { !left.contains($0) } ?? false } ?? false
    }
    return own.count >= 2 && right * 10 >= own.count * 9
  }

  /// Causes that one edit may explain: those that are related, and those that depart at one value.
  private func unions(_ causes: [String], _ related: [[String]]) -> [[String]] {
    var byValue: [(departing: String, causes: [String])] = []
    for cause in causes.prefix(Self.mostCauses * 2) where !isMove(cause) {
      // One booking alone tells little, and may tell it with those of other causes.
      let first = bench.cases.first { $0.cause == cause && $0.isOpen }
      guard let departing = question(cause)?.departing ?? first?.departing else { continue }
      if let known = byValue.firstIndex(where: { $0.departing == departing }) {
        byValue[known].causes.append(cause)
      } else {
        byValue.append((departing, [cause]))
      }
    }
    let all = related + byValue.map(\.causes).filter { !related.contains($0) }
    return all.filter { $0.count > 1 }
  }

  /// What an edit is looked for.
  struct Question {
    var cause: String
    /// The value that departs.
    var departing: String
    var entry: PriceOrder.Entry
    /// Cases that have the cause.
    var own: [Int]
    /// Whether it is behind other causes in all of them.
    var isBehind: Bool
    /// Where the condition of a decline is written, of one that a side declines.
    var condition: SourceSpan?
  }

  func question(_ cause: String) -> Question? {
    let (all, isBehind) = openCases(of: cause)
    guard let departing = departing(of: cause, in: all), let entry = order.entry(named: departing)
    else { return nil }
    // A line that the other side does not have leaves some of its bookings different elsewhere.
    let own = all.filter { bench.cases[$0].departures[cause] == departing }
    guard own.count >= 2 else { return nil }
    return Question(
      cause: cause, departing: departing, entry: entry, own: own, isBehind: isBehind)
  }

  /// One question for causes that may be one, of which each may have one booking alone.
  private func question(ofAll causes: [String]) -> Question? {
    let first = bench.cases.first { $0.cause == causes[0] && $0.isOpen }
    let own = question(causes[0])
    guard let departing = own?.departing ?? first?.departing,
      let entry = order.entry(named: departing)
    else { return nil }
    let all = bench.cases.indices.filter { index in
      let one = bench.cases[index]
      return causes.contains(one.cause) && one.isOpen && one.departing == departing
    }
    guard all.count >= 2 else { return nil }
    return Question(
      cause: causes[0], departing: departing, entry: entry, own: all,
      isBehind: own?.isBehind ?? false)
  }

  /// Cases that have a cause, and whether it is behind other causes in all of them: one that is
  /// never the first is looked at behind the others.
  private func openCases(of cause: String) -> (own: [Int], isBehind: Bool) {
    let firsts = bench.cases.indices.filter {
      bench.cases[$0].cause == cause && bench.cases[$0].isOpen
    }
    guard firsts.count < 2 else { return (firsts, false) }
    let all = bench.cases.indices.filter { index in
      let one = bench.cases[index]
      // What rounding explains needs no edit.
      return one.departures[cause] != nil && (one.isOpen || one.cause != cause)
    }
    return (all, true)
  }

  /// Where most of its cases depart, of equals the first of them.
  private func departing(of cause: String, in own: [Int]) -> String? {
    let names = own.compactMap { bench.cases[$0].departures[cause] }
    let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
    let most = counts.values.max()
    return names.first { counts[$0] == most }
  }

  /// `edits` are remedies of others causes: what is priced is what is left behind them.
  /// `with` are causes that have one and the same reason.
  func finding(
    _ cause: String, with others: [String] = [], behind edits: [RulesEdit],
    but explained: Set<String>
  ) -> (RulesEdit, Finding)? {
    guard let question = others.isEmpty ? question(cause) : self.question(ofAll: others) else {
      return nil
    }
    let departing = question.departing
    let isBehind = question.isBehind
    let isMove = isMove(cause)
    return finding(question, behind: edits) { edit in
      // What only shows once other edits are made is tried with them.
      let alone = isBehind
        ? nil : verified([edit], cause, departing, behind: [], but: explained)
      let one = alone ?? verified([edit], cause, departing, behind: edits, but: explained)
      return isMove && one.map { $0.misses + $0.rest > 0 } ?? false ? nil : one
    }
  }

  /// Whether a cause is money that stands in another line.
  func isMove(_ cause: String) -> Bool {
    bench.cases.contains { $0.cause == cause && $0.isMove }
  }

  /// The edit under which the fewest bookings differ that should not. `verified` holds one against
  /// everything that was kept; nil where it is not to be believed.
  func finding(
    _ question: Question, behind edits: [RulesEdit], _ verified: (RulesEdit) -> Finding?
  ) -> (RulesEdit, Finding)? {
    // Those that other edits explain tell nothing of this one.
    let open = edits.isEmpty ? [] : remaining(question.own, question.departing, edits)
    var trial = trial(
      question, own: open.count < 2 ? question.own : open, edits: edits, isPart: false)
    var found: Finding?
    func look() {
      _ = best(question, trial) { edit in
        guard let one = verified(edit) else { return .no }
        // Another one may break none, and leave none.
        if found.map({ one.isBetter(than: $0) }) ?? true { found = one }
        return one.misses > 0 ? .no : one.rest > 0 ? .fits : .explainsAll
      }
    }
    look()
    // What the best one leaves says more of the right one than what it does not.
    if let first = found, first.remedy.removes < first.remedy.of {
      let left = remaining(question.own, question.departing, edits + [first.edit])
      let mine = Set(left)
      let others = question.own.filter { !mine.contains($0) }
      if !left.isEmpty, !others.isEmpty {
        let few = left.spread(Self.solved / 2)
        trial.own = few + others.spread(Self.tried - few.count)
        look()
      }
    }
    // So do bookings whose other causes have edits, and that differ there all the same.
    if let first = found, !edits.isEmpty {
      let others = leftElsewhere(question, behind: edits + [first.edit])
      if others.count >= Self.leastElsewhere {
        trial.own = trial.own.spread(Self.tried / 2) + others.spread(Self.tried / 2)
        found = nil
        look()
        let isRight = found.map { other in
          other.misses <= first.misses
            && leftElsewhere(question, behind: edits + [other.edit]).count < others.count
        }
        if isRight != true { found = first }
      }
    }
    return found.map { ($0.edit, $0) }
  }

  private static let leastElsewhere = 1

  /// Cases without the cause of a question that differ at its value under some edits.
  private func leftElsewhere(_ question: Question, behind edits: [RulesEdit]) -> [Int] {
    let own = Set(question.own)
    let others = bench.cases.indices.filter { index in
      let one = bench.cases[index]
      return one.isOpen && one.isDiffering && one.departing != question.departing
        && !own.contains(index)
    }
    guard let pricer = rules.pricer(edits) else { return [] }
    return zip(others, bench.outcomes(pricer, of: others)).filter { _, outcome in
      guard let left = outcome.remaining, left.contains(question.departing) else { return false }
      return order.first(of: left)?.name == question.departing
    }.map(\.0)
  }
}
