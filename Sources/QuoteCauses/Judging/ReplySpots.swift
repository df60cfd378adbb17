import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The members of replies that were met, and what of ours each is held against: found by the
/// order in which they come, which is one order nearly always.
///
/// It only has places that the slow way knows, for that meets them in the order of reports.
final class ReplySpots {
  /// What becomes of the value of a member.
  enum Meaning: BitwiseCopyable {
    /// It is held against a value of ours.
    case held
    /// Nothing of ours is called so, and that should be.
    case nothing
    case passed
    /// It says which money the rest is.
    case currency
    /// Only the slow way knows what is equal there.
    case slow
  }

  private struct Spot: BitwiseCopyable {
    /// The comparer's number of it.
    var place: Int
    var meaning: Meaning
    var held = -1
    /// Where its key is, among all of them.
    var start = 0
    var end = 0
    /// The first member of what is there, the member after it, and the one that comes next
    /// probably.
    var first = -1
    var next = -1
    var guess = -1
    /// The last member of what is there.
    var last = -1
    /// What elements of it are.
    var elements = -1
    /// The fields of ours that its members are held against.
    var firstField = 0
    var endField = 0
  }

  static let root = 0
  /// What was not met before.
  static let none = -1

  private let comparer: ReplyComparer
  private let values: HeldValues
  private let spots = ColumnBuffer<Spot>()
  private let keys = ByteBuffer()
  /// Keys of members that every reply must have.
  private let required: [(value: Int, start: Int, end: Int)]
  private let requiredKeys = ByteBuffer()

  init(_ comparer: ReplyComparer, _ values: HeldValues) {
    self.comparer = comparer
    self.values = values
    var required: [(value: Int, start: Int, end: Int)] = []
    for (value, member) in comparer.requiredMembers {
      let start = requiredKeys.count
      requiredKeys.append(text: member)
      required.append((value, start, requiredKeys.count))
    }
    self.required = required
    spots.append(Spot(place: FieldTree.root, meaning: .slow))
  }

  @inline(__always) func place(_ spot: Int) -> Int { spots[spot].place }

  @inline(__always) func meaning(_ spot: Int) -> Meaning { spots[spot].meaning }

  @inline(__always) func held(_ spot: Int) -> Int { spots[spot].held }

  /// Values that a reply must have, if they are given.
  var requiredCount: Int { required.count }

  func requiredValue(_ index: Int) -> Int { required[index].value }

  /// The spot of the member that a value should be.
  func requiredSpot(_ index: Int) -> Int {
    find(requiredKeys.slice(required[index].start, required[index].end), of: Self.root)
  }

  /// The spot of a member of what is at a spot; `none` where it was not met before.
  @inline(__always) func member(_ key: TextSlice, of parent: Int) -> Int {
    let guess = spots[parent].guess
    guard guess >= 0, isKey(guess, key) else { return find(key, of: parent) }
    let next = spots[guess].next
    spots[parent].guess = next >= 0 ? next : spots[parent].first
    return guess
  }

  @inline(__always) private func isKey(_ spot: Int, _ key: TextSlice) -> Bool {
    keys.slice(spots[spot].start, spots[spot].end).isSameText(as: key)
  }

  private func find(_ key: TextSlice, of parent: Int) -> Int {
    var spot = spots[parent].first
    while spot >= 0, !isKey(spot, key) { spot = spots[spot].next }
    if spot < 0 { spot = make(key, of: parent) }
    guard spot >= 0 else { return Self.none }
    let next = spots[spot].next
    spots[parent].guess = next >= 0 ? next : spots[parent].first
    return spot
  }

  private func make(_ key: TextSlice, of parent: Int) -> Int {
    let found = parent == Self.root ? top(key) : inner(key, of: parent)
    guard var spot = found else { return Self.none }
    spot.start = keys.count
    keys.append(key)
    spot.end = keys.count
    let new = spots.count
    spots.append(spot)
    if spots[parent].first < 0 { spots[parent].first = new }
    if spots[parent].last >= 0 { spots[spots[parent].last].next = new }
    spots[parent].last = new
    return new
  }

  private func top(_ key: TextSlice) -> Spot? {
    guard let (place, standing) = comparer.standing(of: key) else { return nil }
    var spot = Spot(place: place, meaning: .nothing)
    switch standing {
    case .ours(let value): (spot.meaning, spot.held) = (.held, value)
    case .passed: spot.meaning = .passed
    case .currency: spot.meaning = .currency
    case .none, .unknown: break
    }
    return settled(spot)
  }

  private func inner(_ key: TextSlice, of parent: Int) -> Spot? {
    if comparer.isIgnored(key) { return Spot(place: -1, meaning: .passed) }
    guard let place = comparer.fields.known(key, of: spots[parent].place) else { return nil }
    var spot = Spot(place: place, meaning: .nothing)
    let fields = spots[parent].firstField..<spots[parent].endField
    if let field = fields.last(where: { values.isCalled($0, key) }) {
      (spot.meaning, spot.held) = (.held, field)
    }
    if comparer.fields.isIgnored(place) { spot.meaning = .passed }
    return settled(spot)
  }

  /// Leaves to the slow way what only that tells apart.
  private func settled(_ spot: Spot) -> Spot {
    guard spot.meaning == .held else { return spot }
    var spot = spot
    // It counts other spellings of a number as tolerated.
    let isTolerant = comparer.fields.tolerance(spot.place).ulps > 0 && !comparer.isBinary
    if isTolerant || values.isSlow(spot.held) { spot.meaning = .slow }
    return spot
  }

  /// The spot of the elements of a list, whose members are held against fields of ours; `none`
  /// where there were none before.
  func elements(of spot: Int, _ fields: Range<Int>) -> Int {
    if spots[spot].elements >= 0 { return spots[spot].elements }
    guard let place = comparer.fields.knownElements(of: spots[spot].place) else {
      return Self.none
    }
    var elements = Spot(place: place, meaning: .nothing)
    (elements.firstField, elements.endField) = (fields.lowerBound, fields.upperBound)
    spots.append(elements)
    spots[spot].elements = spots.count - 1
    return spots.count - 1
  }
}

extension TextSlice {
  /// Whether the bytes are the same, eight at a time.
  @inline(__always) func isSameText(as other: TextSlice) -> Bool {
    guard count == other.count else { return false }
    guard count >= 8 else { return isEqual(to: other) }
    let (a, b) = (InputBytes(self), InputBytes(other))
    var at = 0
    while at &+ 8 < count {
      if a.word(at: at) != b.word(at: at) { return false }
      at &+= 8
    }
    return a.word(at: count &- 8) == b.word(at: count &- 8)
  }
}
