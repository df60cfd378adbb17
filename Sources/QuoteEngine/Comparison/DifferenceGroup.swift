/// Differences of one kind, counted and added up.
public struct DifferenceGroup: Hashable, Sendable {
  public var name: String
  /// Bookings in which it differs.
  public var bookings = 0
  /// Sums of what we ask more, and less, where both sides are numbers.
  public var above = Ratio.zero
  public var below = Ratio.zero
  /// Of the bookings those that differ by cents, or that rounding explains.
  var cents = 0
  /// The key of the first booking, to look at.
  public var example: String
  /// Where it stands in the rules, if it is something of theirs.
  public var place: RulePlace?

  init(name: String, example: String, place: RulePlace? = nil) {
    self.name = name
    self.example = example
    self.place = place
  }

  /// Counts a booking that is in the group.
  mutating func add(_ amount: Ratio?, isCents: Bool = false) {
    bookings += 1
    cents += isCents ? 1 : 0
    guard let amount else { return }
    if amount.isNegative { below = below + amount } else { above = above + amount }
  }
}

/// Groups of one sort, found by name, in the order in which they were met.
public struct DifferenceGroups: Sendable {
  public private(set) var all: [DifferenceGroup] = []
  private var places: [String: Int] = [:]

  public init() {}

  public var isEmpty: Bool { all.isEmpty }

  public subscript(name: String) -> DifferenceGroup? { places[name].map { all[$0] } }

  /// Most bookings first, and those that differ by cents alone behind all others; of equals the
  /// one met first.
  public var ordered: [DifferenceGroup] {
    func order(_ group: DifferenceGroup, _ offset: Int) -> (Int, Int, Int) {
      (group.cents == group.bookings ? 1 : 0, -group.bookings, offset)
    }
    return all.enumerated().sorted { a, b in
      order(a.element, a.offset) < order(b.element, b.offset)
    }.map(\.element)
  }

  mutating func add(
    _ name: String, _ amount: Ratio?, example: String, place: RulePlace? = nil,
    isCents: Bool = false
  ) {
    let index = places[name] ?? all.count
    if index == all.count {
      places[name] = index
      all.append(DifferenceGroup(name: name, example: example, place: place))
    }
    all[index].add(amount, isCents: isCents)
  }
}

/// Every comparison of one value of the replies, counted by how it ended.
public struct FieldTally: Hashable, Sendable {
  /// The path in the compared object, without element numbers.
  public var field: String
  /// The output or line that it is held against.
  var name: String
  public var equal = 0
  /// Equal only within the tolerance.
  public var tolerated = 0
  public var different = 0
  /// Of those that differ: a hundred times our number, or a text that says our number.
  var hundredfold = 0
  var quoted = 0
  public var onlyOurs = 0
  public var onlyTheirs = 0
  public var notComparable = 0
  /// Sums of our number less theirs where they differ, each way.
  public var above = Ratio.zero
  public var below = Ratio.zero
  /// What the tolerance hid: the sum of it without signs, and the most.
  public var hidden = Ratio.zero
  public var mostHidden = Ratio.zero

  init(_ field: String, of name: String) {
    self.field = field
    self.name = name
  }

  mutating func add(_ difference: Ratio) {
    if difference.isNegative { below = below + difference } else { above = above + difference }
  }

  mutating func hide(_ difference: Ratio) {
    hidden = hidden + difference.magnitude
    mostHidden = max(mostHidden, difference.magnitude)
  }

  mutating func add(_ other: FieldTally) {
    equal += other.equal
    tolerated += other.tolerated
    different += other.different
    hundredfold += other.hundredfold
    quoted += other.quoted
    onlyOurs += other.onlyOurs
    onlyTheirs += other.onlyTheirs
    notComparable += other.notComparable
    above = above + other.above
    below = below + other.below
    hidden = hidden + other.hidden
    mostHidden = max(mostHidden, other.mostHidden)
  }

  /// The name, and what it is part of: `boxes.price`, `boxes`.
  var names: [String] { Tolerances.wholes(of: name) }

  /// How often it was looked at.
  public var count: Int { equal + tolerated + different + onlyOurs + onlyTheirs + notComparable }
}

/// Keys that make no pair: how many there are, and the first of them.
public struct UnpairedKeys: Sendable {
  /// So many are kept.
  public static let kept = 20

  /// A key and where it stands in its own input.
  public struct Place: Hashable, Sendable {
    public var key: String
    public var record: Int64
    public var line: Int64
  }

  public private(set) var count = 0
  public private(set) var first: [Place] = []

  mutating func add(_ place: @autoclosure () -> Place) {
    count += 1
    if first.count < Self.kept { first.append(place()) }
  }
}

/// Keys of one side that would be keys of the other if case and white space around them did not
/// count. Of so many keys at most, the first ones.
struct NearKeys: Sendable {
  private static let most = 200_000

  /// By what is left of a key, one that nobody had a partner for.
  private var ours: [String: String] = [:]
  private(set) var count = 0
  private(set) var first: (ours: String, theirs: String)?

  mutating func add(ours key: String) {
    if ours.count < Self.most { ours[Self.bare(key)] = key }
  }

  mutating func add(theirs key: String) {
    guard !ours.isEmpty, let other = ours.removeValue(forKey: Self.bare(key)) else { return }
    count += 1
    if first == nil { first = (other, key) }
  }

  private static func bare(_ key: String) -> String {
    var rest = key[...]
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    // `7`, `007` and `7.0` are one number.
    if rest.hasSuffix(".0") { rest = rest.dropLast(2) }
    if !rest.isEmpty, rest.allSatisfy({ ("0"..."9").contains($0) }) {
      while rest.count > 1, rest.first == "0" { rest.removeFirst() }
    }
    return rest.lowercased()
  }
}

/// How many bookings differ by how much, by powers of ten of the money.
public struct DifferenceHistogram: Hashable, Sendable {
  /// What the bars are bounded by, without sign.
  public static let bounds: [Ratio] = [
    Ratio(1, 100), Ratio(1, 10), 1, 10, 100, 1000, 10_000,
  ]

  /// Bars above zero: up to each bound, the last beyond all of them.
  public private(set) var above = Array(repeating: 0, count: bounds.count + 1)
  public private(set) var below = Array(repeating: 0, count: bounds.count + 1)
  /// Both totals are the same, and something else differs.
  public private(set) var zero = 0

  mutating func add(_ amount: Ratio) {
    guard !amount.isZero else { return zero += 1 }
    let size = amount.magnitude
    let bar = Self.bounds.firstIndex { size <= $0 } ?? Self.bounds.count
    if amount.isNegative { below[bar] += 1 } else { above[bar] += 1 }
  }
}

/// What became of an entry of the ledger of accepted differences.
public struct AcceptedTally: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    case fine, unused, expired, overflowing
  }

  public var reason: String
  public var owner: String
  public var ticket: String
  /// The last day on which it holds, `2026-12-31`; empty for always.
  public var expires: String
  /// How many bookings it may cover; nil for any number.
  public var expected: Int?
  public var bookings = 0
  public var amount = Ratio.zero
  public var verdict = Verdict.fine
  /// Where the entry stands in the ledger.
  public var place: RulePlace?

  init(_ entry: AcceptedLedger.Entry, in sources: Sources) {
    reason = entry.reason
    owner = entry.owner
    ticket = entry.ticket
    expires = entry.expires?.description ?? ""
    expected = entry.count
    place = RulePlace(entry.span, in: sources)
  }

  mutating func add(_ amount: Ratio?) {
    bookings += 1
    self.amount = self.amount + (amount ?? .zero)
  }

  /// Settles the verdict, and says why the entry fails if it does.
  mutating func judge(today: CalendarDate?) -> String? {
    let name = (place.map { "\($0.file):\($0.line): " } ?? "") + "`\(reason)`"
    if let today, let last = CalendarDate(iso: expires), last < today {
      verdict = .expired
      return "\(name) expired on \(expires)"
    }
    if bookings == 0 {
      verdict = .unused
      return "\(name) covers nothing"
    }
    if let expected, bookings > expected {
      verdict = .overflowing
      return "\(name) covers \(bookings) bookings, \(expected) were expected"
    }
    return nil
  }
}
