package import QuoteBookings
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Holds our quotes against replies of one form, value by value.
///
/// Null and missing are the same. Numbers are compared exactly as written, or
/// where the rules compute in binary floating point as the doubles they are,
/// bit for bit; texts letter for letter; lists element by element.
///
/// Our side comes as one flat JSON object: the outputs, then the lines and the
/// total, in the order of `names`.
package final class ReplyComparer {
  package let form: ReferenceMap.Form
  package let isBinary: Bool
  package let minorUnit: Ratio
  /// Names of our values; the first ones are the outputs.
  package let names: [String]
  /// Which of them each name is.
  private let numbers: [String: Int]
  /// Values that the reply must have where all is compared, and the member that it should be:
  /// outputs, and others that the map lists by one.
  private let required: [(value: Int, member: String)]
  /// Whether a zero that only one side has is the same as none: lines that do
  /// not apply to a booking.
  let passesZeros: Bool
  /// Whether replies are texts, which stand for numbers and flags too.
  package let isTextual: Bool
  /// Every place that was met, and how comparisons there ended.
  package let fields: FieldTree

  package var differences: [FieldDifference] = []
  package var equalCount = 0
  package var toleratedCount = 0
  /// Names of ours that only the tolerance makes equal, and differ by more than a hair.
  var toleratedNames: [String] = []
  /// What stands for each place below the root, by its number.
  private var meanings: [Meaning] = []
  var values: [JSONNode] = []
  var spelled: [Int: String] = [:]
  /// What the reply has for each of our values; nil where it has nothing.
  private var replies: [JSONNode?]
  /// Members of the reply that are passed over, for nothing of ours has their names; taken by
  /// whoever tells of them.
  package var unmatched: [String] = []
  /// Our values that say the total, `total` before others.
  package let totals: [Int]
  /// Those that are money.
  let amounts: [Int]
  /// What the map lists, and what reads those of them that must be looked for.
  let listing: [ListedField]
  /// What the map lists as it is: our name, by the member of the reply.
  private let members: [String: String]
  /// Where the ways to all that the map lists begin.
  private let beginnings: Set<FieldPath.Step>
  let listed: ListedReader
  private let addressed: RoomMembers
  let watch: EntryWatch
  /// By listed field that is looked for: our value.
  let held: [Int]
  /// The names on which both sides agreed: bookings that differ do so in a few ways. And which of
  /// them it was last.
  private var allAgreed: [(places: [Int], others: [String], names: Set<String>)] = []
  private var latestAgreed = 0
  private static let mostAgreed = 64
  /// The value at hand as the reply writes it, where it was converted.
  var original: JSONNode?
  /// The value at hand was converted: the sign of a zero says nothing.
  var isConverted = false
  private let ignored: [String]
  /// Ways to the objects around amounts that the map lists; the reply itself is among them where
  /// its members are not looked at one by one.
  let waysToAmounts: [WayToAmount]
  /// Element numbers on the way to the values at hand.
  var positions: [Int] = []

  /// What a member of the reply is.
  package enum Meaning {
    case unknown
    case ours(Int)
    case none
    /// Ignored, or the way to a field that is listed.
    case passed
    /// Says which money the rest is.
    case currency
  }

  /// The currency of our money.
  package let currency: String
  /// Bookings whose other side says another currency, by what it says; taken by whoever tells of
  /// them.
  package var otherCurrencies = OtherCurrencies()
  /// What the booking at hand says of its currency.
  var said = SaidCurrencies()

  /// `requiredCount` names from the first must be on the other side: the outputs, or all;
  /// `totals` are those that say the total, `amounts` those that are money.
  init(
    form: ReferenceMap.Form, names: [String], totals: [String], requiredCount: Int,
    passesZeros: Bool, isTextual: Bool, tolerances: Tolerances, minorUnit: Ratio, isBinary: Bool,
    currency: String = "", amounts: Set<String> = []
  ) {
    self.currency = currency
    watch = EntryWatch(amounts: amounts)
    self.form = form
    self.names = names
    let numbers = Dictionary(zip(names, names.indices)) { first, _ in first }
    self.numbers = numbers
    self.passesZeros = passesZeros
    self.isTextual = isTextual
    self.isBinary = isBinary
    self.minorUnit = minorUnit
    fields = FieldTree(tolerances: tolerances, minorUnit: minorUnit, ignored: form.ignored)
    ignored = form.ignored.sorted()
    self.totals = totals.compactMap { numbers[$0] }
    self.amounts = names.indices.filter { amounts.contains(names[$0]) }
    let known = ListedField.all(form.fields).filter { numbers[$0.ours] != nil }
    let walked = known.filter { $0.member == nil || form.compares == .listed }
    listing = known
    listed = ListedReader(walked, in: fields, form: form, watch: watch, isBinary: isBinary)
    addressed = RoomMembers(known, ignored: form.ignored)
    held = walked.map { field in numbers[field.ours] ?? 0 }
    members = Dictionary(known.compactMap { field in field.member.map { ($0, field.ours) } }) {
      first, _ in first
    }
    beginnings = Set(known.flatMap(\.places).compactMap(\.steps.first))
    let byName = Dictionary(grouping: known, by: \.ours)
    required = names.indices.compactMap { value in
      let name = names[value]
      let fields = byName[name] ?? []
      guard !form.ignored.contains(name), fields.allSatisfy({ $0.member != nil }) else {
        return nil
      }
      let member = fields.first?.member
      return value < requiredCount ? (value, member ?? name) : member.map { (value, $0) }
    }
    replies = Array(repeating: nil, count: names.count)
    // What we call outputs is the quote itself, whether it is money or not.
    let outputs = FieldPath.Step.member(QuoteAddress.Room.outputs.rawValue)
    let near = known.flatMap { field in
      field.places.filter { amounts.contains(field.ours) || $0.steps.first == outputs }
    }
    let ways = near.flatMap { place in
      place.steps.indices.map {
        WayToAmount(steps: Array(place.steps[..<$0]), isOfAll: place.entries == .sum)
      }
    }
    waysToAmounts = Set(ways.filter { !$0.steps.isEmpty || form.compares == .listed }).sorted {
      ($0.steps.written, $0.isOfAll ? 1 : 0) < ($1.steps.written, $1.isOfAll ? 1 : 0)
    }
  }

  /// Finds what differs; see `differences`. `spelled` are our doubles that are null in JSON,
  /// by the number of the value: texts may say them.
  package func compare(ours: JSONNode, theirs: JSONNode, spelled: [Int: String] = [:]) {
    self.spelled = spelled
    fields.begin()
    toleratedNames.removeAll(keepingCapacity: true)
    differences.removeAll(keepingCapacity: true)
    equalCount = 0
    toleratedCount = 0
    values.removeAll(keepingCapacity: true)
    ours.eachMember { _, value in values.append(value) }
    for index in replies.indices { replies[index] = nil }
    compareListed(theirs)
    for way in waysToAmounts { noteCurrency(beside: way, in: theirs) }
    defer { endCurrencies() }
    guard form.compares != .listed else { return }
    theirs.eachLastMember { key, value, isHidden in
      let place = fields.member(
        key.text, of: FieldTree.root, name: self.name(of: key.text.string))
      if isHidden {
        if isIgnored(key.text) { return }
        if case .currency = meaning(of: key.text, place) { note(currency: value) }
        return watch.noteTwice(fields.path(place))
      }
      switch meaning(of: key.text, place) {
      case .passed: if value.isObject { note(members: value, at: place) }
      case .currency: note(currency: value)
      case .none, .unknown: compare(nil, value, place)
      case .ours(let index):
        replies[index] = value
        compare(value: index, value, place)
      }
    }
    guard form.compares == .all else { return }
    for (value, member) in required where replies[value] == nil {
      onlyOurs(value, called: member)
    }
  }

  private func compareListed(_ theirs: JSONNode) {
    watch.beginRecord()
    listed.read(theirs) { values[held[$0]] }
    for field in listed.fields.indices {
      let (value, index) = (listed.value(field), held[field])
      if form.compares == .shared, value == nil { continue }
      let isSaid = replies[index].map { !$0.isNull && $0.plainText != nil } ?? false
      if !isSaid, let value { replies[index] = value }
      original = listed.original(field)
      isConverted = listed.isConverted(field)
      compare(value: index, value, listed.place(field), elements: listed.elements[field])
    }
    original = nil
    isConverted = false
  }

  /// What was found of entries that the map does not tell apart or read, since it was last
  /// asked.
  package func takeEntries() -> EntryTally { watch.take() }

  /// For replies that are rows of these columns: what each column is held
  /// against, and its place; nil where more is done than to hold a cell against a
  /// value.
  package func plan(
    forColumns columns: [String]
  ) -> [(column: Int, value: Int, place: Int)]? {
    var plan: [(column: Int, value: Int, place: Int)] = []
    if form.compares == .listed {
      let positions = Dictionary(zip(columns, columns.indices)) { first, _ in first }
      for (index, field) in listed.fields.enumerated() {
        guard let column = field.member.flatMap({ positions[$0] }) else {
          return nil
        }
        plan.append((column, held[index], listed.place(index)))
      }
      return Set(plan.map(\.value)).count == plan.count ? plan : nil
    }
    guard listed.fields.isEmpty else { return nil }
    for (column, name) in columns.enumerated() {
      let key = ByteBuffer()
      key.append(text: name)
      let text = key.slice(0, key.count)
      let place = fields.member(text, of: FieldTree.root, name: self.name(of: name))
      switch meaning(of: text, place) {
      case .passed, .currency: continue
      case .none, .unknown: return nil
      case .ours(let value): plan.append((column, value, place))
      }
    }
    let compared = Set(plan.map(\.value))
    guard compared.count == plan.count else { return nil }
    let isWhole = required.allSatisfy { compared.contains($0.value) }
    return form.compares == .shared || isWhole ? plan : nil
  }

  /// Which of our values a name is.
  package func number(of name: String) -> Int? { numbers[name] }

  /// What the reply has for one of our values.
  package func reply(_ number: Int) -> JSONNode? { replies[number] }

  /// The value that a name of ours stands for.
  package func value(named name: String) -> JSONNode? {
    numbers[name].map { values[$0] }
  }

  /// The totals of both sides, where both say one.
  package var bothTotals: (ours: JSONNode, theirs: JSONNode)? {
    for index in totals {
      if let theirs = replies[index], theirs.plainText != nil { return (values[index], theirs) }
    }
    return nil
  }

  /// Whether the reply has something that was held against our total.
  package var isTotalSaid: Bool {
    totals.contains { replies[$0] != nil }
      || differences.contains { one in totals.contains { names[$0] == one.name } }
  }

  /// The first difference of a total that is one of numbers.
  package var totalDifference: FieldDifference? {
    for index in totals {
      let found = differences.first { $0.name == names[index] && $0.amount != nil }
      if let found { return found }
    }
    return nil
  }

  /// Names of ours on which both sides agree, but for what binary fractions make of them; and a
  /// number that they have each time, nil of those that are too many to remember.
  package var agreed: (names: Set<String>, number: Int?) {
    let (places, others) = (fields.equalPlaces, differences.map(\.name) + toleratedNames)
    func isKnown(_ index: Int) -> Bool {
      allAgreed[index].places == places && allAgreed[index].others == others
    }
    if latestAgreed < allAgreed.count, isKnown(latestAgreed) {
      return (allAgreed[latestAgreed].names, latestAgreed)
    }
    if let known = allAgreed.indices.first(where: isKnown) {
      latestAgreed = known
      return (allAgreed[known].names, known)
    }
    let names = Set(places.map { fields.name($0) }).subtracting(others)
    guard allAgreed.count < Self.mostAgreed else { return (names, nil) }
    allAgreed.append((places, others, names))
    latestAgreed = allAgreed.count - 1
    return (names, latestAgreed)
  }

  /// What the reply has for a name of ours.
  package func reply(named name: String) -> JSONNode? {
    numbers[name].flatMap { replies[$0] }
  }

  // MARK: - Members

  /// Notes the members of an object that is passed over, where they are names of the other side.
  package func note(members object: JSONNode, at place: Int) {
    guard form.compares == .shared else { return }
    addressed.note(object, at: place, called: fields.path(place)) { unmatched.append($0) }
  }

  private func meaning(of key: TextSlice, _ place: Int) -> Meaning {
    while meanings.count <= place { meanings.append(.unknown) }
    if case .unknown = meanings[place] { meanings[place] = newMeaning(of: key.string) }
    return meanings[place]
  }

  private func newMeaning(of key: String) -> Meaning {
    if let ours = members[key] { return numbers[ours].map { .ours($0) } ?? .none }
    if form.ignored.contains(key) { return .passed }
    if beginnings.contains(.member(key)) { return .passed }
    if let value = numbers[key] { return .ours(value) }
    if CurrencyName.isOfAmounts(key) { return .currency }
    guard form.compares == .shared else { return .none }
    unmatched.append(key)
    return .passed
  }

  /// What a member of the reply is held against.
  private func name(of key: String) -> String { members[key] ?? key }

  /// Whether each member of a reply is held against one value of ours as it is, or against none:
  /// no field is looked for by its path, and no text stands for a number.
  package var comparesMembersAsTheyAre: Bool {
    form.compares != .listed && listed.fields.isEmpty && !isTextual && !passesZeros
  }

  /// What every reply must have of what is given on our side.
  package var requiredMembers: [(value: Int, member: String)] {
    form.compares == .all ? required : []
  }

  /// The place of a member of the reply, and what it is held against; nil before some reply was
  /// found to have it.
  package func standing(of key: TextSlice) -> (place: Int, meaning: Meaning)? {
    fields.known(key, of: FieldTree.root).map { ($0, meaning(of: key, $0)) }
  }

  package func isIgnored(_ key: TextSlice) -> Bool {
    ignored.contains { key.isEqual(to: $0) }
  }

  /// A value that the reply has nothing for.
  private func onlyOurs(_ index: Int, called member: String) {
    let buffer = ByteBuffer()
    buffer.append(text: member)
    let place = fields.member(
      buffer.slice(0, buffer.count), of: FieldTree.root, name: name(of: member))
    compare(values[index], nil, place)
  }
}
