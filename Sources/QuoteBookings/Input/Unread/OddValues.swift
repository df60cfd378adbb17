import QuoteLanguage
import QuoteSyntax

/// Values that are read as they stand and that few mean: points at latitude 0 and longitude 0,
/// where there is only sea, and texts that are a word of the rules but for case, for spaces around
/// it or for zeros in front. Each input is told of once for each kind.
struct OddValues {
  struct Found {
    var name: String
    var count = 0
    /// The first booking: its row in a batch, then its record.
    var first: Int64 = 0
    /// What stood there, and the word that is near.
    var text = ""
    var word = ""
    /// Whether all words are in small letters, and in capitals.
    var areSmall = false
    var areCapitals = false
    /// The table that has no row for it.
    var table = ""
    /// What keeps it out of a range.
    var butFor = ""
    /// Whether it is of an element, whose record is not known here.
    var isOfElement = false

    /// The same of a word that is one of these.
    func among(_ words: some Collection<String>) -> Found {
      var found = self
      found.areSmall = !words.isEmpty && words.allSatisfy { $0 == $0.lowercased() }
      found.areCapitals =
        !words.isEmpty && !found.areSmall && words.allSatisfy { $0 == $0.uppercased() }
      return found
    }
  }

  struct Place: Hashable, Comparable {
    var list: Int
    var field: Int

    static func < (a: Place, b: Place) -> Bool { (a.list, a.field) < (b.list, b.field) }
  }

  /// What is told of once.
  struct Key: Hashable, Comparable {
    var kind: Kind
    var place: Place

    static func < (a: Key, b: Key) -> Bool { (a.kind, a.place) < (b.kind, b.place) }
  }

  private var found: [Key: Found] = [:]
  /// So many rows of a batch are looked at closely: what comes out of a program or of a form comes
  /// again and again.
  static let closeRows = 256
  /// So many rows with long texts, of which nothing is kept. Those of the first batches tell nearly
  /// all, and a few of each of the others the rest.
  private var closeLongRows = 0
  /// What was said of the text that is looked at.
  private(set) var noted: [Key]?

  /// Adds what was found in one batch.
  mutating func add(_ other: OddValues, firstRecord: Int64) {
    for (key, var theirs) in other.found {
      theirs.first += firstRecord
      theirs.count += found[key]?.count ?? 0
      if let ours = found[key] { theirs.keep(ours) }
      found[key] = theirs
    }
  }

  /// The remark on each input that has some, by kind and in the order of the rules.
  var remarks: [String] {
    found.sorted { $0.key < $1.key }.map { $0.key.kind.told(of: $0.value) }
  }

  /// Counts a value; `first` is what is told of the first of its kind.
  mutating func note(_ kind: Kind, _ place: Place, _ first: @autoclosure () -> Found) {
    let key = Key(kind: kind, place: place)
    found[key, default: first()].count += 1
    noted?.append(key)
  }

  /// What is said of a text by the body.
  mutating func noting(_ body: (inout OddValues) -> Void) -> [Key] {
    noted = []
    defer { noted = nil }
    body(&self)
    return noted ?? []
  }

  /// Whether a text in this row is looked at closely.
  func isClose(_ row: Int, _ text: TextSlice) -> Bool {
    row < (text.count <= TextVerdicts.longest ? Self.closeRows : closeLongRows)
  }

  /// Counts a value of which all of this was said before.
  mutating func note(again keys: [Key]) {
    for key in keys { found[key]?.count += 1 }
  }

  /// Whether it is known that there are several of a kind: nobody asks how many.
  func areSeveral(_ kind: Kind, _ place: Place) -> Bool {
    (found[Key(kind: kind, place: place)]?.count ?? 0) > 1
  }

  /// What few mean in the bookings of a batch. The words of columns are kept for the next one.
  mutating func note(
    _ batch: BookingBatch, _ schema: BookingSchema, _ words: inout [Place: TextWords]
  ) {
    closeLongRows = batch.ordinal < 16 ? Self.closeRows : 16
    for (list, elements) in schema.lists.enumerated() {
      for (field, input) in elements.fields.enumerated() {
        let place = Place(list: list, field: field)
        if input.type == .point { notePoints(batch, place, input) }
        noteMoments(batch, place, input)
        let column = batch.lists[ListID(list)].columns[field]
        if column.heldTexts.count > 0 {
          noteTexts(column, &words[place, default: TextWords(elements, place)])
        }
        if list == 0, let ends = input.rangeEnds { noteLengths(batch, place, input, beside: ends) }
      }
    }
    noteRows(batch, schema)
  }
}

extension OddValues.Found {
  /// A text of a column, and the word of the rules that is near.
  init(_ words: TextWords, _ row: Int, _ text: TextSlice, word: String = "") {
    self.init(
      name: words.input.name, first: words.record(row) ?? 0, text: text.string, word: word,
      isOfElement: !words.isOfBooking)
  }

  /// The same of a text that has no row in a table.
  func of(_ table: String) -> OddValues.Found {
    var found = self
    found.table = table
    return found
  }

  /// Keeps what was said of an earlier one, and counts both.
  fileprivate mutating func keep(_ earlier: OddValues.Found) {
    let both = count
    self = earlier
    count = both
  }
}
