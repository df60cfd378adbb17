package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// How recorded replies are read: where in a record the booking and the reply
/// sit, and what in the reply stands for which of our outputs and lines.
///
///     schema: quote-map/1
///     record: { key: id, booking: request, reply: response, status: status }
///     statuses: { priced: [200], declined: [400] }
///     forms: { /api/quotes: { reply: quote } }
package struct ReferenceMap: Sendable {
  /// Members that lead from a record to a value in it, or from a reply.
  package typealias Path = [String]

  /// Where things sit in a record. An empty path is the record itself; nil is
  /// a thing that records do not have.
  package struct Places: Sendable {
    package var key: Path?
    package var booking: Path = []
    /// `booking: path, falsy is missing`: null, false, 0, "", [] and nothing at all are a
    /// booking without members.
    package var falsyIsMissing = false
    /// The booking as a text that holds JSON, where a record has that instead.
    var bookingText: Path?
    package var asOf: Path?
    /// Which form the record has: the path of its request.
    package var form: Path?
    package var status: Path?
    package var reply: Path = []
    /// The sentence with which a booking was refused.
    package var refusal: Path?
    /// All of a backend's answer, where `reply` and `refusal` do not tell.
    package var body: Path?

    package init() {}
  }

  /// What the other side made of a booking.
  package enum Outcome: String, Hashable, Sendable {
    case priced, declined, fault
    /// Says nothing about prices: a wrong method, a wrong address.
    case other
    /// It does not have the booking at all; no status means this.
    case missing
  }

  /// Which values are compared.
  package enum Compared: String, Hashable, Sendable, CaseIterable {
    /// All outputs, and all that the reply has.
    case all
    /// Only what `fields` lists.
    case listed
    /// What both sides have a name for.
    case shared
  }

  /// One kind of request and reply.
  package struct Form: Sendable {
    /// What the record's form path holds; nil for all that no other form names.
    package var name: String?
    /// Overlays of the rules, in order, seen from the working directory.
    package var overlays: [String] = []
    /// Where in the reply the compared object sits.
    package var reply: Path = []
    /// Values of the compared object that are ours under another name, or in
    /// other terms.
    package var fields: [Field] = []
    package var compares = Compared.all
    /// Member names that are passed over at any depth, on both sides.
    package var ignored: Set<String> = []

    package init() {}
  }

  /// An input filled with how many earlier records of these forms were priced
  /// that had the same text at `place`, white space around it and case aside.
  package struct Count: Sendable {
    package var input: String
    /// Where the map names it.
    package var span: SourceSpan
    package var place: Path
    /// Empty: all forms.
    package var forms: Set<String> = []
  }

  package var places = Places()
  /// What statuses mean, `2xx` all that begin with a 2; a record without a status was priced.
  package var statuses: [String: Outcome] = [:]
  package var forms: [Form] = []
  package var counts: [Count] = []
  /// The inputs that name a booking, and where a row of a reference file has
  /// them; empty for the rules' own key.
  package var join: [(ours: String, theirs: Path)] = []
  /// That several rows of a reference file are one booking, if the map says.
  package var rows: Rows?
  /// How bookings are asked of a running backend, if the map says.
  package var live: Live?
  package var sources = Sources()
  /// Whether it reads what `quote price` writes.
  package private(set) var isOwn = false

  package init() {}

  /// One form, of which everything is compared.
  package static var plain: ReferenceMap {
    var map = ReferenceMap()
    map.forms = [Form()]
    return map
  }

  /// How what `quote price` writes is read: columns of its own names.
  package static var ownQuotes: ReferenceMap {
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
  package static let unanswered = "unanswered"
  var placeOfUnanswered: Path { places.placeOfBody.dropLast() + [Self.unanswered] }

  /// Why the other side has no price, as a record says it. JSON of `quote price` has a text
  /// where its CSV has a list.
  package func refusal(in record: JSONNode) -> String {
    record.text(at: places.refusal) ?? (isOwn ? record.text(at: [Self.ownReason]) : nil) ?? ""
  }

  package static let ownReason = "reason"

  /// What a status means by itself, or by the class it is of; nil if the map does not say.
  package func outcome(ofStatus status: String) -> Outcome? {
    if let outcome = statuses[status] { return outcome }
    let digits = status.utf8
    guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return statuses[status.prefix(1) + "xx"]
  }

  /// The form for a record's path: the one of that name, else the one of none.
  package func form(named name: String?) -> Int? {
    if let name, let found = forms.firstIndex(where: { $0.name == name }) { return found }
    return forms.firstIndex { $0.name == nil }
  }
}
