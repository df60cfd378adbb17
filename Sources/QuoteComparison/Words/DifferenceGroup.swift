import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Differences of one kind, counted and added up.
package struct DifferenceGroup: Hashable, Sendable {
  package var name: String
  /// Bookings in which it differs.
  package var bookings = 0
  /// Sums of what we ask more, and less, where both sides are numbers.
  package var above = Ratio.zero
  package var below = Ratio.zero
  /// How many of the bookings differ by cents, or by what rounding explains.
  package var cents = 0
  /// In how many of the bookings no money departs there.
  var moneyless = 0
  /// The key of the first booking, to look at.
  package var example: String
  /// Where it stands in the rules, if it is something of theirs.
  package var place: RulePlace?
  /// What a cause's value of theirs is of ours, and the edit of our rules that makes it ours.
  package var relation: String?
  /// How many bookings the relation is said of.
  package internal(set) var relationOf = 0
  package internal(set) var remedy: CauseRemedy?
  /// Edits for some of its bookings that were found before that one, which is right behind them.
  package internal(set) var earlier: [CauseRemedy] = []

  init(name: String, example: String, place: RulePlace? = nil) {
    self.name = name
    self.example = example
    self.place = place
  }

  /// Counts a booking that is in the group.
  mutating func add(_ amount: Ratio?, isCents: Bool = false, isMoney: Bool = true) {
    bookings += 1
    cents += isCents ? 1 : 0
    moneyless += isMoney ? 0 : 1
    if let amount { addMoney(amount) }
  }

  /// Adds an amount, or takes it away again, and counts nothing.
  mutating func addMoney(_ amount: Ratio, times: Ratio = .one) {
    if amount.isNegative {
      below = below + amount * times
    } else {
      above = above + amount * times
    }
  }
}

/// Groups of one sort, found by name, in the order in which they were met.
package struct DifferenceGroups: Sendable {
  package private(set) var all: [DifferenceGroup] = []
  private var places: [String: Int] = [:]

  package init() {}

  package var isEmpty: Bool { all.isEmpty }

  package subscript(name: String) -> DifferenceGroup? { places[name].map { all[$0] } }

  /// Most bookings first, those that differ by cents alone behind all others, and what is no
  /// money behind these; of equals the one met first.
  package var ordered: [DifferenceGroup] {
    func order(_ group: DifferenceGroup, _ offset: Int) -> (Int, Int, Int) {
      let isCents = group.cents == group.bookings
      let rank = group.moneyless == group.bookings ? 2 : isCents ? 1 : 0
      return (rank, -group.bookings, offset)
    }
    return all.enumerated().sorted { a, b in
      order(a.element, a.offset) < order(b.element, b.offset)
    }.map(\.element)
  }

  /// The groups but one.
  package func without(_ name: String) -> DifferenceGroups {
    var rest = DifferenceGroups()
    rest.all = all.filter { $0.name != name }
    for (index, group) in rest.all.enumerated() { rest.places[group.name] = index }
    return rest
  }

  /// Makes several groups one, in the place of the first of them.
  /// Gives what it is called then; nil where there is none of them.
  @discardableResult
  mutating func merge(
    _ names: [String], as name: String, _ remedy: CauseRemedy? = nil
  ) -> String? {
    let found = all.indices.filter { names.contains(all[$0].name) }
    guard let first = found.first else { return nil }
    var merged = all[first]
    for index in found.dropFirst() {
      merged.bookings += all[index].bookings
      merged.cents += all[index].cents
      merged.moneyless += all[index].moneyless
      merged.above = merged.above + all[index].above
      merged.below = merged.below + all[index].below
      merged.relation = nil
    }
    if found.count > 1, places[name] == nil || names.contains(name) { merged.name = name }
    if let remedy {
      let known = found.flatMap { all[$0].earlier + [all[$0].remedy].compactMap(\.self) }
      merged.earlier = []
      for one in known where !(merged.earlier + [remedy]).contains(where: one.isSameEdit) {
        merged.earlier.append(one)
      }
    }
    merged.remedy = remedy ?? merged.remedy
    merged.place = remedy?.place ?? merged.place
    all[first] = merged
    let gone = Set(found.dropFirst())
    all = all.indices.filter { !gone.contains($0) }.map { all[$0] }
    places = [:]
    for index in all.indices { places[all[index].name] = index }
    return merged.name
  }

  /// Says how many bookings a group has, and what its edits do to them.
  mutating func settle(
    _ name: String, bookings: Int?, _ remedy: CauseRemedy?, earlier: [CauseRemedy]
  ) {
    guard let index = places[name] else { return }
    if let bookings {
      all[index].bookings = bookings
      all[index].cents = min(all[index].cents, bookings)
      all[index].moneyless = min(all[index].moneyless, bookings)
    }
    all[index].remedy = remedy
    all[index].earlier = earlier
  }

  /// Adds money to a group that is there, or takes it away; a booking only if that is new there.
  mutating func addMoney(
    _ amount: Ratio, times: Ratio = .one, to name: String, isNew: Bool = false
  ) {
    guard let index = places[name] else { return }
    all[index].addMoney(amount, times: times)
    if isNew { all[index].bookings += 1 }
  }

  /// A group without bookings, for those that are found to be of it.
  mutating func open(_ name: String, place: RulePlace?) {
    guard places[name] == nil else { return }
    places[name] = all.count
    all.append(DifferenceGroup(name: name, example: "", place: place))
  }

  /// Takes a booking out of a group, or into one that has no example yet.
  mutating func leave(_ name: String) {
    guard let index = places[name], all[index].bookings > 0 else { return }
    all[index].bookings -= 1
    all[index].cents = min(all[index].cents, all[index].bookings)
    all[index].moneyless = min(all[index].moneyless, all[index].bookings)
  }

  /// Takes bookings with their money out of a group.
  mutating func move(_ money: KinCauses.Money, count: Int, from name: String) {
    guard let index = places[name] else { return }
    all[index].bookings = max(0, all[index].bookings - count)
    all[index].cents = min(all[index].cents, all[index].bookings)
    all[index].moneyless = min(all[index].moneyless, all[index].bookings)
    all[index].addMoney(money.above, times: -1)
    all[index].addMoney(money.below, times: -1)
  }

  mutating func exemplify(_ name: String, by example: String) {
    guard let index = places[name], all[index].example.isEmpty else { return }
    all[index].example = example
  }

  /// Leaves out groups that have no bookings.
  mutating func dropEmpty() {
    all.removeAll { $0.bookings == 0 }
    places = [:]
    for index in all.indices { places[all[index].name] = index }
  }

  /// Adds bookings to a group that is there.
  mutating func add(
    to name: String, _ bookings: Int, _ money: CountedDifferences.Money?, isMoney: Bool = true
  ) {
    guard let index = places[name] else { return }
    all[index].bookings += bookings
    all[index].moneyless += isMoney ? 0 : bookings
    guard let money else { return }
    all[index].above = all[index].above + money.above
    all[index].below = all[index].below + money.below
  }

  mutating func relate(_ name: String, _ relation: String?, of count: Int) {
    guard let index = places[name] else { return }
    (all[index].relation, all[index].relationOf) = (relation, count)
  }

  mutating func add(
    _ name: String, _ amount: Ratio?, example: String, place: RulePlace? = nil,
    isCents: Bool = false, isMoney: Bool = true
  ) {
    let index = places[name] ?? all.count
    if index == all.count {
      places[name] = index
      all.append(DifferenceGroup(name: name, example: example, place: place))
    }
    all[index].add(amount, isCents: isCents, isMoney: isMoney)
  }
}

/// Every comparison of one value of the replies, counted by how it ended.
package struct FieldTally: Hashable, Sendable {
  /// The path in the compared object, without element numbers.
  package var field: String
  /// The output or line that it is held against.
  package var name: String
  package var equal = 0
  /// Equal only within the tolerance.
  package var tolerated = 0
  package var different = 0
  /// In which terms some of those that differ say our number, and how many do.
  var terms: [ColumnTerm: Int] = [:]
  /// The same with those that say it but for what rounding leaves.
  var nearTerms: [ColumnTerm: Int] = [:]
  var termsTried = 0
  package var onlyOurs = 0
  package var onlyTheirs = 0
  package var notComparable = 0
  /// Sums of our number less theirs where they differ, each way.
  package var above = Ratio.zero
  package var below = Ratio.zero
  /// What the tolerance hid: the sum of it without signs, the sum with them, and the most.
  package var hidden = Ratio.zero
  package var hiddenTogether = Ratio.zero
  package var mostHidden = Ratio.zero
  /// The most that was hidden and is more than half of our number, with that number.
  package var mostOfHalf: Half?
  /// The greatest number of either side that was held against a tolerance, without its sign.
  package var greatest = Ratio.zero

  init(_ field: String, of name: String) {
    self.field = field
    self.name = name
  }

  mutating func add(_ difference: Ratio) {
    if difference.isNegative { below = below + difference } else { above = above + difference }
  }

  mutating func hide(_ difference: Ratio, of ours: Ratio?) {
    if let ours, ours.magnitude < difference.magnitude * 2 {
      hide(Half(hidden: difference.magnitude, ours: ours.magnitude))
    }
    hidden = hidden + difference.magnitude
    hiddenTogether = hiddenTogether + difference
    mostHidden = max(mostHidden, difference.magnitude)
  }

  /// What a tolerance hid of a number of ours that is less than twice of it.
  package struct Half: Hashable, Sendable {
    package var hidden: Ratio
    package var ours: Ratio
  }

  private mutating func hide(_ half: Half) {
    guard let known = mostOfHalf else { return mostOfHalf = half }
    if known.hidden < half.hidden || known.hidden == half.hidden && half.ours < known.ours {
      mostOfHalf = half
    }
  }

  mutating func add(_ other: FieldTally) {
    equal += other.equal
    tolerated += other.tolerated
    different += other.different
    terms.merge(other.terms, uniquingKeysWith: +)
    nearTerms.merge(other.nearTerms, uniquingKeysWith: +)
    termsTried += other.termsTried
    onlyOurs += other.onlyOurs
    onlyTheirs += other.onlyTheirs
    notComparable += other.notComparable
    above = above + other.above
    below = below + other.below
    hidden = hidden + other.hidden
    hiddenTogether = hiddenTogether + other.hiddenTogether
    mostHidden = max(mostHidden, other.mostHidden)
    if let half = other.mostOfHalf { hide(half) }
    greatest = max(greatest, other.greatest)
  }

  /// The terms in which all that differ say our numbers, perhaps but for roundings, or nearly all
  /// of many, where the others differ in another way besides; nil where there are none.
  package var term: ColumnTerm? {
    guard termsTried >= 2, different >= 2 else { return nil }
    func plainest(_ counts: [ColumnTerm: Int], of ten: Int) -> ColumnTerm? {
      counts.filter { $0.value * 10 >= termsTried * ten }.keys.sorted(by: ColumnTerm.isPlainer)
        .first
    }
    if let all = plainest(terms, of: 10) ?? plainest(nearTerms, of: 10) { return all }
    guard termsTried >= Self.many else { return nil }
    return plainest(terms, of: 9) ?? plainest(nearTerms, of: 9)
  }

  private static let many = 10

  /// Whether those are the terms of all that differ.
  package var isTermOfAll: Bool { term.map { nearTerms[$0] == termsTried } ?? false }

  /// Whether some say our number in those terms only but for what rounding leaves.
  package var isTermRounded: Bool { term.map { nearTerms[$0] != terms[$0] } ?? false }

  /// Whether a whole column says our numbers in other terms, but for those that are the same in
  /// any, as nothing is.
  package var isInOtherTerms: Bool { term != nil && equal * 9 <= different }

  /// The name, and what it is part of: `boxes.price`, `boxes`.
  package var names: [String] { Tolerances.wholes(of: name) }

  /// How often it was looked at.
  package var count: Int { equal + tolerated + different + onlyOurs + onlyTheirs + notComparable }
}

/// Keys that make no pair: how many there are, and the first of them.
package struct UnpairedKeys: Sendable {
  /// This many are kept.
  package static let kept = 20

  /// A key and where it stands in its own input.
  package struct Place: Hashable, Sendable {
    package var key: String
    package var record: Int64
    package var line: Int64

    package init(key: String, record: Int64, line: Int64) {
      self.key = key
      self.record = record
      self.line = line
    }
  }

  package private(set) var count = 0
  package private(set) var first: [Place] = []

  mutating func add(_ place: @autoclosure () -> Place) {
    count += 1
    if first.count < Self.kept { first.append(place()) }
  }
}

/// Keys of one side that would be keys of the other if case, white space around their parts and
/// zeros in front did not count. Only the first ones are kept.
package struct NearKeys: Sendable {
  private static let most = 200_000

  /// By what is left of a key, one that nobody had a partner for.
  private var ours: [String: String] = [:]
  package private(set) var count = 0
  package private(set) var first: (ours: String, theirs: String)?

  mutating func add(ours key: String) {
    if ours.count < Self.most { ours[Self.bare(key)] = key }
  }

  mutating func add(theirs key: String) {
    guard !ours.isEmpty, let other = ours.removeValue(forKey: Self.bare(key)) else { return }
    count += 1
    // Swift takes letters in one piece and in two for the same: of these it is only if all are.
    if first.map({ $0.ours == $0.theirs && other != key }) ?? true { first = (other, key) }
  }

  /// Parts have a comma between them.
  private static func bare(_ key: String) -> String {
    key.split(separator: ",", omittingEmptySubsequences: false).map(LooseKey.bare)
      .joined(separator: ",")
  }
}
