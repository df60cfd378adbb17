import QuoteLanguage
import QuoteSyntax

/// Columns and members that nobody reads and that say in which currency or unit an amount is, where
/// that is not the one that the rules read it in: nothing is converted.
struct OtherUnits {
  /// What a name says of amounts.
  enum Subject {
    case currency
    /// The unit of these, if they have one of its dimension.
    case unit(of: [FieldSchema])
  }

  private let schema: BookingSchema
  let places: AmountPlaces
  private var told: [(name: String, sentence: String)] = []

  init(_ schema: BookingSchema) {
    self.schema = schema
    places = AmountPlaces(schema)
  }

  /// What a member says that nobody reads; `others` has the names of all members beside it.
  static func subject(
    of name: String, in place: AmountPlaces.Place, beside others: some Sequence<String>
  ) -> Subject? {
    guard !place.isWhole, !place.read.contains(name) else { return nil }
    func named(_ words: [String]) -> FieldSchema? {
      place.inputs.first { member, field in
        WordsOfKind.words(of: field.name) == words || WordsOfKind.words(of: member) == words
      }?.field
    }
    if place.isBooking || place.hasMoney {
      if CurrencyName.isOfAmounts(name) { return .currency }
      if let amount = CurrencyName.amount(in: name) {
        return named(amount)?.type == .money ? .currency : nil
      }
    }
    let words = WordsOfKind.words(of: name)
    guard let last = words.last, units.contains(last) else { return nil }
    if words.count > 1 {
      return named(words.dropLast()).flatMap { $0.unit == nil ? nil : .unit(of: [$0]) }
    }
    // It may be the unit of a number that is none of these.
    let measured = place.inputs.filter { $0.field.unit != nil }
    let plain = place.inputs.filter { $0.field.type == .count }
    let known = Set((measured + plain).map(\.member))
    guard !measured.isEmpty,
      !others.contains(where: { quantities.contains($0.lowercased()) && !known.contains($0) })
    else { return nil }
    return .unit(of: measured.map(\.field))
  }

  /// Units that rules do not have, by what they measure.
  private static let otherUnits: [String: Dimension] = {
    let distances = ["cm", "mm", "in", "inch", "inches", "ft", "feet", "foot", "yd", "yards"]
    let weights = ["t", "ton", "tons", "tonne", "tonnes", "oz", "ounce", "ounces", "mg"]
    let all = distances.map { ($0, Dimension.distance) } + weights.map { ($0, .weight) }
    return Dictionary(uniqueKeysWithValues: all)
  }()
  private static let units: Set<String> = ["unit", "units", "uom"]
  private static let quantities: Set<String> = [
    "amount", "measure", "number", "qty", "quantity", "size", "value", "volume",
  ]
  /// Codes and names of units are short.
  private static let longest = 12

  /// A value of such a column or member; `name` is how messages call it.
  mutating func note(_ value: String, of name: String, _ subject: Subject, isOne: Bool) {
    let text = value.trimmedOfSpaces
    guard (1...Self.longest).contains(text.utf8.count), !told.contains(where: { $0.name == name })
    else { return }
    switch subject {
    case .currency:
      guard let ours = schema.currencyMarks.first,
        ModelChecker.isSign(text.uppercased(), ofOtherThan: ours)
          || ModelChecker.isSign(text, ofOtherThan: ours)
      else { return }
      told.append((name, "says `\(text)`, but is not read: the rules are in \(ours)"))
    case .unit(let fields):
      let theirs = MeasureUnit.meant(by: text)
      guard let dimension = theirs?.dimension ?? Self.otherUnits[text.lowercased()] else { return }
      let same = fields.filter { $0.unit?.dimension == dimension }
      guard let ours = same.first?.unit, theirs != ours, !isOne || same.count == 1,
        same.allSatisfy({ $0.unit == ours })
      else { return }
      let names = same.map(\.name)
      told.append(
        (
          name,
          "says `\(text)`, but is not read: \(CSVLayout.listed(names, "and")) "
            + "\(names.count == 1 ? "is" : "are") read in \(ours.name)"
        ))
    }
  }

  /// The members of a booking of JSON, and of the elements and objects in it that are read.
  mutating func look(at booking: JSONNode) { look(at: booking, 0) }

  private mutating func look(at object: JSONNode, _ index: Int) {
    let place = places.places[index]
    var names: [String] = []
    var texts: [(name: String, text: TextSlice)] = []
    var inner: [(place: Int, value: JSONNode)] = []
    object.eachMember { key, value in
      let name = key.text.string
      names.append(name)
      if let index = place.inner[name] { inner.append((index, value)) }
      if value.isString, (1...Self.longest).contains(value.text.count) {
        texts.append((name, value.text))
      }
    }
    for (name, text) in texts {
      guard let subject = Self.subject(of: name, in: place, beside: names) else { continue }
      note(text.string, of: place.prefix + name, subject, isOne: place.isBooking)
    }
    for (index, value) in inner {
      if value.isObject { look(at: value, index) }
      var left = Self.mostElements
      value.eachElement { _, element in
        guard left > 0, element.isObject else { return }
        left -= 1
        look(at: element, index)
      }
    }
  }

  /// So many elements of a list are looked at.
  private static let mostElements = 20

  /// A sentence for each name; `kind` is what has it, a column or a member.
  func remarks(as kind: String, of source: String) -> [String] {
    told.map { name, sentence in
      "the \(kind) `\(name)` of `\(source)` \(sentence), and nothing is converted"
    }
  }
}

extension ChunkSplitter {
  /// Columns that say another currency or unit in the first rows.
  func findOtherUnits(_ layout: CSVLayout) {
    var units = OtherUnits(schema)
    let used = layout.used
    let columns = layout.names.indices.compactMap { column -> (Int, OtherUnits.Subject, Bool)? in
      guard !layout.isRead(column, used),
        let (place, member) = units.places.place(ofColumn: layout.names[column])
      else { return nil }
      return OtherUnits.subject(of: member, in: place, beside: layout.names)
        .map { (column, $0, place.isBooking) }
    }
    if columns.isEmpty { return }
    for row in firstRowsAtHand(layout) {
      for (column, subject, isOne) in columns where column < row.count {
        units.note(row[column], of: layout.names[column], subject, isOne: isOne)
      }
    }
    units.remarks(as: "column", of: sourceName).forEach(remark)
  }
}
