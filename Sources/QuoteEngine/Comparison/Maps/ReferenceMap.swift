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
    /// `booking: path, falsy is missing`: null, false, 0, "", [] and nothing at all are a
    /// booking without members.
    public var falsyIsMissing = false
    /// The booking as a text that holds JSON, where a record has that instead.
    public var bookingText: Path?
    public var asOf: Path?
    /// Which form the record has: the path of its request.
    public var form: Path?
    public var status: Path?
    public var reply: Path = []
    /// The sentence with which a booking was refused.
    public var refusal: Path?
    /// All of a backend's answer, where `reply` and `refusal` do not tell.
    public var body: Path?
  }

  /// What the other side made of a booking.
  public enum Outcome: String, Hashable, Sendable {
    case priced, declined, fault
    /// Says nothing about prices: a wrong method, a wrong address.
    case other
    /// It does not have the booking at all; no status means this.
    case missing
  }

  /// Which values are compared.
  public enum Compared: String, Hashable, Sendable, CaseIterable {
    /// All outputs, and all that the reply has.
    case all
    /// Only what `fields` lists.
    case listed
    /// What both sides have a name for.
    case shared
  }

  /// One kind of request and reply.
  public struct Form: Sendable {
    /// What the record's form path holds; nil for all that no other form names.
    public var name: String?
    /// Overlays of the rules, in order, seen from the working directory.
    public var overlays: [String] = []
    /// Where in the reply the compared object sits.
    public var reply: Path = []
    /// Values of the compared object that are ours under another name, or in
    /// other terms.
    public var fields: [Field] = []
    public var compares = Compared.all
    /// Member names that are passed over at any depth, on both sides.
    public var ignored: Set<String> = []
  }

  /// An input filled with how many earlier records of these forms were priced
  /// that had the same text at `place`, white space around it and case aside.
  public struct Count: Sendable {
    public var input: String
    /// Where the map names it.
    public var span: SourceSpan
    public var place: Path
    /// Empty: all forms.
    public var forms: Set<String> = []
  }

  public var places = Places()
  /// What statuses mean, `2xx` all that begin with a 2; a record without a status was priced.
  public var statuses: [String: Outcome] = [:]
  public var forms: [Form] = []
  public var counts: [Count] = []
  /// The inputs that name a booking, and where a row of a reference file has
  /// them; empty for the rules' own key.
  public var join: [(ours: String, theirs: Path)] = []
  /// How bookings are asked of a running backend, if the map says.
  public var live: Live?
  public var sources = Sources()
  /// Whether it reads what `quote price` writes.
  public private(set) var isOwn = false

  public init() {}

  /// One form, of which everything is compared.
  public static var plain: ReferenceMap {
    var map = ReferenceMap()
    map.forms = [Form()]
    return map
  }

  /// How what `quote price` writes is read: columns of its own names.
  public static var ownQuotes: ReferenceMap {
    var map = ReferenceMap()
    map.isOwn = true
    map.places.status = ["status"]
    map.places.refusal = ["reasons"]
    map.statuses = ["quoted": .priced, "declined": .declined, "fault": .fault]
    var form = Form()
    form.compares = .shared
    map.forms = [form]
    return map
  }

  /// The status of recorded requests that had no reply which could be compared; beside where
  /// the reply would be, a member of that name says why.
  static let unanswered = "unanswered"
  var placeOfUnanswered: Path { places.placeOfBody.dropLast() + [Self.unanswered] }

  /// What a status means by itself, or by the class it is of; nil where the map does not say.
  public func outcome(ofStatus status: String) -> Outcome? {
    if let outcome = statuses[status] { return outcome }
    let digits = status.utf8
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return statuses[status.prefix(1) + "xx"]
  }

  /// The form for a record's path: the one of that name, else the one of none.
  public func form(named name: String?) -> Int? {
    if let name, let found = forms.firstIndex(where: { $0.name == name }) { return found }
    return forms.firstIndex { $0.name == nil }
  }
}
