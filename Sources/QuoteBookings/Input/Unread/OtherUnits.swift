import QuoteLanguage
import QuoteSyntax

/// Columns and members that nobody reads and that say in which currency or unit an amount is, where
/// that is not the one that the rules read it in: nothing is converted.
struct OtherUnits {
  /// What a name says of amounts.
  private enum Subject {
    case currency
    case unit(of: FieldSchema)
  }

  private let schema: BookingSchema
  private var subjects: [String: Subject?] = [:]
  private var told: [(name: String, sentence: String)] = []

  init(_ schema: BookingSchema) { self.schema = schema }

  /// Whether a name may say a currency or a unit.
  mutating func isAsked(_ name: String) -> Bool { subject(of: name) != nil }

  private mutating func subject(of name: String) -> Subject? {
    if let known = subjects[name] { return known }
    let found = found(WordsOfKind.words(of: name))
    subjects[name] = .some(found)
    return found
  }

  private func found(_ words: [String]) -> Subject? {
    let fields = schema.lists[.booking].fields
    func named(_ words: [String]) -> FieldSchema? {
      fields.first { WordsOfKind.words(of: $0.name) == words }
    }
    let plain = words.filter { $0 != "code" && $0 != "iso" }
    if let last = plain.last, Self.currencies.contains(last) {
      let before = Array(plain.dropLast())
      let isOfMoney = before.isEmpty || before.count == 1 && Self.money.contains(before[0])
        || named(before)?.type == .money
      return isOfMoney ? .currency : nil
    }
    guard let last = words.last, Self.units.contains(last), let field = named(words.dropLast()),
      field.unit != nil
    else { return nil }
    return .unit(of: field)
  }

  private static let currencies: Set<String> = ["currency", "ccy", "currencycode"]
  private static let money: Set<String> = ["total", "amount", "price", "quote", "order", "booking"]
  private static let units: Set<String> = ["unit", "units", "uom"]
  /// Codes and names of units are short.
  private static let longest = 12

  /// A value of such a column or member.
  mutating func note(_ value: String, of name: String) {
    let text = value.trimmedOfSpaces
    guard (1...Self.longest).contains(text.utf8.count), !told.contains(where: { $0.name == name })
    else { return }
    switch subject(of: name) {
    case .currency:
      guard let ours = schema.currencyMarks.first,
        ModelChecker.isSign(text.uppercased(), ofOtherThan: ours)
          || ModelChecker.isSign(text, ofOtherThan: ours)
      else { return }
      told.append((name, "says `\(text)`, but is not read: the rules are in \(ours)"))
    case .unit(let field):
      guard let ours = field.unit, let theirs = MeasureUnit.meant(by: text), theirs != ours,
        theirs.dimension == ours.dimension
      else { return }
      told.append(
        (name, "says `\(text)`, but is not read: `\(field.name)` is read in \(ours.name)"))
    case nil: return
    }
  }

  /// The members of a booking of JSON that are not among those that are read.
  mutating func look(at booking: JSONNode, beside read: ReadNames.Node) {
    guard !read.isWhole else { return }
    booking.eachMember { key, value in
      guard value.isString, (1...Self.longest).contains(value.text.count),
        case let name = key.text.string, isAsked(name),
        !read.names.contains(where: { $0.name == name })
      else { return }
      note(value.text.string, of: name)
    }
  }

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
    let columns = layout.names.indices.filter {
      !layout.isRead($0, used) && units.isAsked(layout.names[$0])
    }
    if columns.isEmpty { return }
    for row in firstRowsAtHand(layout) {
      for column in columns where column < row.count {
        units.note(row[column], of: layout.names[column])
      }
    }
    units.remarks(as: "column", of: sourceName).forEach(remark)
  }
}
