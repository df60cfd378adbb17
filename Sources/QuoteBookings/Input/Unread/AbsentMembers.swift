import QuoteLanguage
import QuoteSyntax

/// Inputs that none of a file's first records gives, though formulas ask for them, beside members
/// that nobody reads and whose values they could have: one may be called otherwise.
struct AbsentMembers {
  /// From so many records or elements on, what all of them lack is no chance, whatever the unread
  /// members are called.
  static let least = 5
  /// So many records are looked at.
  static let most = 100

  /// What is known of one list's elements.
  private struct Kind {
    var name: String
    /// Where the elements are in a booking; nil for the booking itself.
    var member: String?
    /// What is read of such elements, by any list that has them.
    var nodes: [Int]
    var fields: [FieldSchema]
    /// The words of each name that a field is read from, and of its own.
    var words: [[Set<String>]]
    /// Those that bookings may leave out, and those of them that none has given so far.
    let open: Set<Int>
    var lacking: Set<Int>
    var unread: [Unread] = []
    /// In how many elements an unread member stands in the place of a field with a similar name,
    /// and in how many beside it.
    var stands: [Stand: (instead: Int, beside: Int)] = [:]
    var count = 0
  }

  private struct Stand: Hashable {
    var member: String
    var field: Int
  }

  /// A member that nobody reads, and the fields that it could be by its value.
  private struct Unread {
    var name: String
    var fits: Set<Int>
    /// Those of them that have all words of its name or whose words it has all, or that are read
    /// from its name, where it is inside an object.
    var alike: Set<Int>
    /// Whether it is a member of an unread one.
    var isInside = false
  }

  private var kinds: [Kind] = []
  private let names: ReadNames
  private(set) var records = 0

  init(_ schema: BookingSchema, _ names: ReadNames) {
    self.names = names
    for (list, elements) in schema.lists.withIDs {
      var member: String?
      if list != .booking {
        guard elements.parent == .booking, !elements.isMade, elements.sources.count == 1,
          let path = elements.memberPaths.first, path.count == 1
        else { continue }
        member = path[0]
      }
      let fields = elements.fields.indices.filter { Self.mayLack(elements.fields[$0]) }
      guard !fields.isEmpty else { continue }
      kinds.append(
        Kind(
          name: elements.name, member: member, nodes: [names.roots[list.position]],
          fields: elements.fields,
          words: elements.fields.map { ($0.members + [$0.name]).map(Self.longWords) },
          open: Set(fields), lacking: Set(fields)))
    }
    for index in kinds.indices {
      guard let member = kinds[index].member else { continue }
      for (list, elements) in schema.lists.withIDs {
        if elements.memberPaths.contains([member]) {
          kinds[index].nodes.append(names.roots[list.position])
        }
      }
    }
  }

  /// Whether a booking may leave an input out that a formula asks for.
  private static func mayLack(_ field: FieldSchema) -> Bool {
    field.isAsked && !field.takesAsOf && (field.isOptional || field.defaultValue != nil)
      && !field.sources.isEmpty
      && field.sources.flatMap(\.paths).allSatisfy { path in
        if case .member? = path.steps.first { true } else { false }
      }
  }

  mutating func look(at booking: JSONNode) {
    records += 1
    for index in kinds.indices {
      guard let member = kinds[index].member else {
        look(at: booking, as: index)
        continue
      }
      guard let array = booking.member(member), array.isArray else { continue }
      var found: [JSONNode] = []
      array.eachElement { _, element in if element.isObject { found.append(element) } }
      for element in found { look(at: element, as: index) }
    }
  }

  private mutating func look(at element: JSONNode, as index: Int) {
    kinds[index].count += 1
    let fields = kinds[index].fields
    let here = kinds[index].open.filter { field in
      fields[field].sources.flatMap(\.paths).allSatisfy {
        BatchFiller.walk(element, $0.steps[...]) == nil
      }
    }
    kinds[index].lacking.formIntersection(here)
    let nodes = kinds[index].nodes.map { names.nodes[$0] }
    if nodes.contains(where: \.isWhole) { return }
    var unread: [Unread] = []
    let kind = kinds[index]
    element.eachMember { key, value in
      let name = key.text.string
      guard !nodes.contains(where: { $0.names.contains { $0.name == name } }) else { return }
      let words = Self.longWords(of: name)
      if let member = Self.unread(
        name, value, kind, alike: { Self.shares(words, kind.words[$0]) })
      {
        unread.append(member)
      }
      value.eachMember { key, inner in
        let own = key.text.string
        guard
          var member = Self.unread(
            "\(name).\(own)", inner, kind, alike: { kind.fields[$0].members.contains(own) }),
          !member.alike.isEmpty
        else { return }
        member.isInside = true
        unread.append(member)
      }
    }
    for member in unread {
      note(member, at: index, lacking: here)
    }
  }

  /// A member of an element that lacks these fields.
  private mutating func note(_ member: Unread, at index: Int, lacking here: Set<Int>) {
    for field in member.alike.sorted() {
      let stand = Stand(member: member.name, field: field)
      if kinds[index].stands[stand] == nil,
        kinds[index].stands.count >= Self.mostStands
          || Self.isToldAlone(member, kinds[index].fields[field])
      {
        continue
      }
      if here.contains(field) {
        kinds[index].stands[stand, default: (0, 0)].instead += 1
      } else {
        kinds[index].stands[stand, default: (0, 0)].beside += 1
      }
    }
    if kinds[index].unread.count < 12, !member.fits.isDisjoint(with: kinds[index].lacking),
      !kinds[index].unread.contains(where: { $0.name == member.name })
    {
      kinds[index].unread.append(member)
    }
  }

  private static let mostStands = 64
  /// One element with another member is no chance where there are fewer elements than these.
  private static let fewElements = 10

  /// Nil where it can be none of the fields that may be left out.
  private static func unread(
    _ name: String, _ value: JSONNode, _ kind: Kind, alike: (Int) -> Bool
  ) -> Unread? {
    let fits = kind.open.filter { Self.fits(value, kind.fields[$0].type) }
    guard !fits.isEmpty else { return nil }
    return Unread(name: name, fits: fits, alike: fits.filter(alike))
  }

  private static func longWords(of name: String) -> Set<String> {
    Set(WordsOfKind.words(of: name).filter { $0.count > 1 })
  }

  /// Whether a name has all the words of one of a field's, or the other way round.
  private static func shares(_ words: Set<String>, _ field: [Set<String>]) -> Bool {
    !words.isEmpty
      && field.contains { !$0.isEmpty && ($0.isSubset(of: words) || words.isSubset(of: $0)) }
  }

  /// Whether a value could be an input's. Any text could be a text, which says nothing.
  private static func fits(_ value: JSONNode, _ type: InputType) -> Bool {
    switch type {
    case .count, .number, .money, .duration, .distance, .weight, .declared: value.isNumber
    case .date: value.isString && CalendarDate(iso: value.text.string) != nil
    case .time: value.isString && TimeOfDay(iso: value.text.string) != nil
    case .instant: value.isString && Instant(iso: value.text.string) != nil
    case .flag: value.isFlag
    case .oneOf(let words): value.isString && words.contains { $0.value == value.text.string }
    case .text, .point: false
    }
  }

  /// Whether a member is told of by itself, as one that looks like a field.
  private static func isToldAlone(_ member: Unread, _ field: FieldSchema) -> Bool {
    !member.isInside
      && (field.members + [field.name]).contains { name in
        Suggestion.nearest(to: member.name, among: [name]) != nil
          || WordsOfKind.isMeant(member.name, for: name, WordsOfKind.of(field.type))
      }
  }

  /// A sentence for each kind of element, and one for each member that stands in the place of a
  /// field in some of them. Names that look like a field's are told of one by one.
  func remarks(in source: String) -> [String] {
    kinds.compactMap { remark(on: $0, in: source) } + kinds.flatMap { stands(of: $0, in: source) }
  }

  /// Members of some elements that lack a field which others give, and have no such member.
  private func stands(of kind: Kind, in source: String) -> [String] {
    let found = kind.stands.filter { stand, counts in
      counts.beside == 0 && !kind.lacking.contains(stand.field)
        && (counts.instead > 1 || kind.count < Self.fewElements)
    }
    return found.sorted { ($0.key.field, $0.key.member) < ($1.key.field, $1.key.member) }
      .map { stand, counts in
        let field = kind.fields[stand.field]
        let elements = kind.member == nil ? "records" : "elements of `\(kind.name)`"
        let one = counts.instead == 1
        return "\(counts.instead) of the first \(kind.count) \(elements) of `\(source)` "
          + "\(one ? "has" : "have") `\(stand.member)`, which is not read, and no "
          + "`\(field.name)`" + (field.defaultValue == nil ? "" : ", which has its default there")
      }
  }

  private func remark(on kind: Kind, in source: String) -> String? {
    let isMany = kind.count >= Self.least
    let alone = Dictionary(grouping: kind.lacking) { field in
      kind.unread.contains { Self.isToldAlone($0, kind.fields[field]) }
    }
    let open = Set(alone[false] ?? [])
    let members = kind.unread.filter { member in
      !(isMany ? member.fits : member.alike).isDisjoint(with: open)
        && !(alone[true] ?? []).contains { Self.isToldAlone(member, kind.fields[$0]) }
    }
    let meant = open.filter { field in
      members.contains { (isMany ? $0.fits : $0.alike).contains(field) }
    }
    let lacking = meant.sorted().map { kind.fields[$0].name }
    let unread = members.map(\.name)
    guard !lacking.isEmpty else { return nil }
    let isDefault = meant.allSatisfy { kind.fields[$0].defaultValue != nil }
    let one = lacking.count == 1
    let what =
      isDefault
      ? one ? ": it has its default" : ": they have their defaults"
      : records == 1
        ? "" : one ? ": it is not given in any of them" : ": they are not given in any of them"
    let first = records == 1 ? "the first record" : "the first \(records) records"
    let those =
      if kind.member != nil {
        "no element of `\(kind.name)` in \(first) of `\(source)` gives "
      } else if records == 1 {
        "the first record of `\(source)` does not give "
      } else {
        "none of \(first) of `\(source)` gives "
      }
    return those + "\(Self.listed(lacking, "or"))\(what), and "
      + "\(Self.listed(unread, "and")) \(unread.count == 1 ? "is" : "are") not read"
  }

  private static func listed(_ names: [String], _ last: String) -> String {
    CSVLayout.listed(names, last)
  }
}

extension BookingParser {
  /// Looks at the first records of a file in JSON.
  func absentMembers(_ chunk: InputChunk, records count: Int) -> [String] {
    guard chunk.ordinal == 0, !chunk.isTooLong, count > 0 else { return [] }
    var texts: [TextSlice] = []
    switch chunk.content {
    case .csv: return []
    case .jsonLines:
      var start = chunk.start
      for index in 0..<min(chunk.marks.count, AbsentMembers.most) {
        let end = Int(chunk.marks[index])
        texts.append(chunk.input.slice(start, end - start))
        start = end + 1
      }
    case .json:
      for index in 0..<min(chunk.records.count, AbsentMembers.most) {
        let record = chunk.records[index]
        guard case .none = record.problem else { continue }
        texts.append(chunk.input.slice(record.start, record.end - record.start))
      }
    }
    var absent = AbsentMembers(reader.schema, reader.decoders.names)
    var lists = AbsentLists(reader.schema)
    var units = OtherUnits(reader.schema)
    let records = JSONRecordReader()
    let path = reader.options.bookingPath.map { FieldPath.Step.member($0) }
    for text in texts where !text.isBlank {
      guard case .success(let record) = records.read(text),
        let booking = BatchFiller.walk(record, path[...]), booking.isObject
      else { continue }
      absent.look(at: booking)
      lists.look(at: booking)
      units.look(at: booking)
    }
    return absent.remarks(in: chunk.source) + lists.remarks(in: chunk.source)
      + units.remarks(as: "member", of: chunk.source)
  }
}

extension FieldSchema {
  /// The names of members that it is read from, without the objects in which these are.
  var members: [String] {
    sources.flatMap(\.paths).compactMap { path in
      if case .member(let name)? = path.steps.last { name } else { nil }
    }
  }
}
