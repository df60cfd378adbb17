/// What a comparison came to: how many, how much money each way, and where.
public struct DifferenceSummary: Sendable {
  /// Differences of one kind of place, counted and added up.
  public struct Group: Sendable {
    public var name: String
    /// Bookings in which it differs.
    public var bookings = 0
    /// Sums of what we ask more, and less, where both sides are numbers.
    public var above = Ratio.zero
    public var below = Ratio.zero
    /// The key of the first booking, to look at.
    public var example: String
  }

  public private(set) var records = 0
  /// Priced on both sides alike in every compared value, or refused by both.
  public private(set) var same = 0
  public private(set) var different = 0
  /// Records of forms or statuses that say nothing about prices.
  public private(set) var notComparable = 0
  /// Bookings priced by both sides.
  public private(set) var pricedByBoth = 0
  public private(set) var comparedFields = 0
  /// Values that only the tolerance makes equal.
  public private(set) var tolerated = 0
  /// Differences of the total, each way.
  public private(set) var above = Ratio.zero
  public private(set) var below = Ratio.zero
  /// Of outcomes: `priced by us, declined by them`.
  public private(set) var outcomes: [Group] = []
  public private(set) var fields: [Group] = []
  public private(set) var departing: [Group] = []
  /// Worst first: bookings whose outcome differs, then by money, then by the
  /// number of fields.
  public private(set) var worst: [BookingDifference] = []
  /// How many of them are kept.
  public let kept: Int

  public init(keeping kept: Int = 10) { self.kept = kept }

  mutating func addSame(priced: Bool, fields: Int, tolerated: Int) {
    records += 1
    same += 1
    pricedByBoth += priced ? 1 : 0
    comparedFields += fields
    self.tolerated += tolerated
  }

  mutating func addNotComparable() {
    records += 1
    notComparable += 1
  }

  mutating func add(_ booking: BookingDifference, fields count: Int, tolerated: Int) {
    records += 1
    different += 1
    comparedFields += count
    self.tolerated += tolerated
    if booking.ours != booking.theirs {
      let name = "\(booking.ours.rawValue) by us, \(booking.theirs.rawValue) by them"
      Self.add(name, booking.amount, booking.key, to: &outcomes)
    } else if booking.ours == .priced {
      pricedByBoth += 1
    }
    if let amount = booking.amount {
      if amount.isNegative { below = below + amount } else { above = above + amount }
    }
    var met: Set<String> = []
    for field in booking.fields where met.insert(field.field).inserted {
      Self.add(field.field, field.amount, booking.key, to: &fields)
    }
    if !booking.departing.isEmpty {
      Self.add(booking.departing, booking.amount, booking.key, to: &departing)
    }
    keep(booking)
  }

  private static func add(
    _ name: String, _ amount: Ratio?, _ key: String, to groups: inout [Group]
  ) {
    let found = groups.firstIndex { $0.name == name }
    if found == nil { groups.append(Group(name: name, example: key)) }
    let index = found ?? groups.count - 1
    groups[index].bookings += 1
    guard let amount else { return }
    if amount.isNegative {
      groups[index].below = groups[index].below + amount
    } else {
      groups[index].above = groups[index].above + amount
    }
  }

  private mutating func keep(_ booking: BookingDifference) {
    if worst.count == kept, let last = worst.last, !Self.isWorse(booking, last) { return }
    let place = worst.firstIndex { Self.isWorse(booking, $0) } ?? worst.count
    worst.insert(booking, at: place)
    if worst.count > kept { worst.removeLast() }
  }

  private static func isWorse(_ a: BookingDifference, _ b: BookingDifference) -> Bool {
    let (p, q) = (a.ours != a.theirs, b.ours != b.theirs)
    if p != q { return p }
    let (x, y) = (a.amount?.magnitude ?? .zero, b.amount?.magnitude ?? .zero)
    if x != y { return y < x }
    return a.fields.count > b.fields.count
  }

  /// Most bookings first; of equals the one met first.
  public static func ordered(_ groups: [Group]) -> [Group] {
    groups.enumerated().sorted { a, b in
      (b.element.bookings, a.offset) < (a.element.bookings, b.offset)
    }.map(\.element)
  }
}
