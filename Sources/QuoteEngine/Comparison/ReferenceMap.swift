/// How recorded replies are read: where in a record the booking and the reply
/// sit, and what in the reply stands for which of our outputs and lines.
///
///     schema: quote-map/1
///     record: { key: id, booking: request, reply: response, status: status }
///     statuses: { priced: [200], declined: [400] }
///     forms: { /api/quotes: { reply: quote } }
public struct ReferenceMap: Sendable {
  /// Members that lead from a record to a value in it, or from a reply.
  public typealias Path = [String]

  /// Where things sit in a record. An empty path is the record itself; nil is
  /// a thing that records do not have.
  public struct Places: Sendable {
    public var key: Path?
    public var booking: Path = []
    /// The booking as a text that holds JSON, where a record has that instead.
    public var bookingText: Path?
    public var asOf: Path?
    /// Which form the record has: the path of its request.
    public var form: Path?
    public var status: Path?
    public var reply: Path = []
    /// The sentence with which a booking was refused.
    public var refusal: Path?
  }

  /// What the other side made of a booking.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    case priced, declined, fault
    /// Says nothing about prices: a wrong method, a wrong address.
    case other
  }

  /// One kind of request and reply.
  public struct Form: Sendable {
    /// What the record's form path holds; nil for all that no other form names.
    public var name: String?
    /// Overlays of the rules, in order, seen from the working directory.
    public var overlays: [String] = []
    /// Where in the reply the compared object sits.
    public var reply: Path = []
    /// Path in the compared object, and the output or line that it is.
    public var fields: [(theirs: Path, ours: String)] = []
    /// Only what `fields` lists is compared.
    public var onlyListed = false
    /// Member names that are passed over at any depth, on both sides.
    public var ignored: Set<String> = []
  }

  /// An input filled with how many earlier records of these forms were priced
  /// that had the same text at `place`, white space around it and case aside.
  public struct Count: Sendable {
    public var input: String
    public var place: Path
    /// Empty: all forms.
    public var forms: Set<String> = []
  }

  public var places = Places()
  /// What statuses mean; a record without a status was priced.
  public var statuses: [String: Outcome] = [:]
  public var forms: [Form] = []
  public var counts: [Count] = []
  /// How bookings are asked of a running backend, if the map says.
  public var live: Live?
  public var sources = Sources()

  public init() {}

  /// The form for a record's path: the one of that name, else the one of none.
  public func form(named name: String?) -> Int? {
    if let name, let found = forms.firstIndex(where: { $0.name == name }) { return found }
    return forms.firstIndex { $0.name == nil }
  }
}
