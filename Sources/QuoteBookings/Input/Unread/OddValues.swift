import QuoteLanguage
import QuoteSyntax

/// Values that are read as they stand and that few mean: points at latitude 0 and longitude 0,
/// where there is only sea, and texts that are a word of the rules but for case, for spaces around
/// it or for zeros in front. Each input is told of once.
struct OddValues {
  private struct Found {
    var name: String
    var count = 0
    /// The first booking: its row in a batch, then its record.
    var first: Int64
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
      found.areSmall = words.allSatisfy { $0 == $0.lowercased() }
      found.areCapitals = !found.areSmall && words.allSatisfy { $0 == $0.uppercased() }
      return found
    }

    /// What would read the text as the word, where it differs in case or in spaces.
    var cure: String {
      if text.trimmedOfSpaces == word { return " Looked up by `trim(\(name))`, it would be found" }
      guard areSmall, text.trimmedOfSpaces.lowercased() == word else { return "" }
      let call = text.trimmedOfSpaces == text ? "lower(\(name))" : "lower(trim(\(name)))"
      return " Looked up by `\(call)`, it would be found"
    }

    /// What would read a text with marks that nobody sees as the word.
    func cureOfHidden(_ asked: String) -> String {
      if text.trimmedOfSpaces == word {
        return "\(asked) as `trim(\(name))`, it would be `\(word)`"
      }
      return UnusualSpace.withoutMarks(text) == word
        ? "without it, it would be `\(word)`" : "did you mean `\(word)`?"
    }
  }

  struct Place: Hashable, Comparable {
    var list: Int
    var field: Int

    static func < (a: Place, b: Place) -> Bool { (a.list, a.field) < (b.list, b.field) }
  }

  private var zeroPoints: [Place: Found] = [:]
  private var nearWords: [Place: Found] = [:]
  private var missedKeys: [Place: Found] = [:]
  private var blanks: [Place: Found] = [:]
  private var otherLengths: [Place: Found] = [:]
  private var otherCases: [Place: Found] = [:]
  private var ranged: [Place: Found] = [:]
  private var lostZeros: [Place: Found] = [:]
  private var nothings: [Place: Found] = [:]
  private var joined: [Place: Found] = [:]
  private var several: [Place: Found] = [:]
  private var denials: [Place: Found] = [:]

  /// Adds what was found in one batch.
  mutating func add(_ other: OddValues, firstRecord: Int64) {
    func join(_ theirs: [Place: Found], to ours: inout [Place: Found]) {
      for (place, var found) in theirs {
        found.first += firstRecord
        let count = found.count
        if ours[place] == nil {
          ours[place] = found
          continue
        }
        ours[place]?.count += count
      }
    }
    join(other.zeroPoints, to: &zeroPoints)
    join(other.nearWords, to: &nearWords)
    join(other.missedKeys, to: &missedKeys)
    join(other.blanks, to: &blanks)
    join(other.otherLengths, to: &otherLengths)
    join(other.otherCases, to: &otherCases)
    join(other.ranged, to: &ranged)
    join(other.lostZeros, to: &lostZeros)
    join(other.nothings, to: &nothings)
    join(other.joined, to: &joined)
    join(other.several, to: &several)
    join(other.denials, to: &denials)
  }

  /// The remark on each input that has some, in the order of the rules.
  var remarks: [String] {
    let zeros = zeroPoints.sorted { $0.key < $1.key }.map { _, found in
      let (name, count) = (found.name, found.count)
      let have = count == 1 ? "1 value of `\(name)` is" : "\(count) values of `\(name)` are"
      return "\(have) at latitude 0 and longitude 0, in the sea, the first in record "
        + "\(found.first): with `zero is missing` in the rules it is not given, with "
        + "`zero is a place` it is meant"
    }
    return zeros + wordsTold + casesTold + blanksTold + missedTold + rangedTold + lengthsTold
      + lostZerosTold + nothingsTold + denialsTold + joinedTold + severalTold
  }

  private var wordsTold: [String] {
    nearWords.sorted { $0.key < $1.key }.map { _, found in
      let (name, count, word) = (found.name, found.count, found.word)
      let have = count == 1 ? "1 value of `\(name)` differs" : "\(count) values of `\(name)` differ"
      let told = "\(have) from a word of the rules only in capitals or spaces, the first "
        + "`\(found.text)` in record \(found.first)"
      if let hidden = UnusualSpace.told(of: found.text) {
        return "\(told), where \(hidden): \(found.cureOfHidden("looked up"))"
      }
      if found.areCapitals {
        return told + ": looked up by `upper(trim(\(name)))`, it would be `\(word)`"
      }
      if found.text.trimmedOfSpaces == word, !found.areSmall {
        return told + ": looked up by `trim(\(name))`, it would be `\(word)`"
      }
      if !found.areSmall { return told + ": did you mean `\(word)`?" }
      return told + ": looked up by `lower(trim(\(name)))`, it would be `\(word)`"
    }
  }

  private var blanksTold: [String] {
    blanks.sorted { $0.key < $1.key }.map { _, found in
      let (name, count) = (found.name, found.count)
      let have = count == 1 ? "1 value of `\(name)` differs" : "\(count) values of `\(name)` differ"
      let record = found.isOfElement ? "" : " in record \(found.first)"
      let told = "\(have) from a word of the rules only in spaces, the first "
        + "`\(found.text)`\(record)"
      let hidden = UnusualSpace.told(of: found.text)
      let cure =
        hidden == nil
        ? "asked for as `trim(\(name))`, it would be `\(found.word)`"
        : found.cureOfHidden("asked for")
      return told + (hidden.map { ", where \($0)" } ?? "") + ": \(cure)"
    }
  }

  private var casesTold: [String] {
    otherCases.sorted { $0.key < $1.key }.map { _, found in
      let (name, record) = (found.name, found.isOfElement ? "" : " in record \(found.first)")
      let told = "\(found.count == 1 ? "a value" : "values") of `\(name)` "
        + "\(found.count == 1 ? "differs" : "differ") from a word of the rules only in capitals, "
        + "such as `\(found.text)`\(record): "
      guard found.areSmall || found.areCapitals else {
        return told + "did you mean `\(found.word)`?"
      }
      return told + "asked for as `\(found.areSmall ? "lower" : "upper")(\(name))`, it would be "
        + "`\(found.word)`"
    }
  }

  private var lostZerosTold: [String] {
    lostZeros.sorted { $0.key < $1.key }.map { _, found in
      let (name, record) = (found.name, found.isOfElement ? "" : " in record \(found.first)")
      return "\(found.count == 1 ? "a value" : "values") of `\(name)` "
        + "\(found.count == 1 ? "is" : "are") a word of the rules but for zeros in front, such as "
        + "`\(found.text)`\(record): did a spreadsheet take them "
        + (found.text.hasPrefix("0")
          ? "from the rules, which have `\(found.word)`?" : "from `\(found.word)`?")
    }
  }

  private var nothingsTold: [String] {
    nothings.sorted { $0.key < $1.key }.map { _, found in
      let (name, one) = (found.name, found.count == 1)
      let record = found.isOfElement ? "" : " in record \(found.first)"
      let have = one ? "a value of `\(name)` says" : "values of `\(name)` say"
      return "\(have) that there is none, such as `\(found.text)`\(record), and "
        + "\(one ? "is" : "are") given: with `nothing \"\(found.text)\"` in the rules it is not"
    }
  }

  private var denialsTold: [String] {
    denials.sorted { $0.key < $1.key }.map { _, found in
      let (name, one) = (found.name, found.count == 1)
      let record = found.isOfElement ? "" : " in record \(found.first)"
      return (one ? "a value of `\(name)` says" : "values of `\(name)` say")
        + " no, such as `\(found.text)`\(record), but \(one ? "counts" : "count") as given: "
        + "declare a `flag`, or say `nothing \"\(found.text)\"` in the rules"
    }
  }

  private var joinedTold: [String] {
    joined.sorted { $0.key < $1.key }.map { _, found in
      let one = found.count == 1
      return (one ? "a value of `\(found.name)` is" : "values of `\(found.name)` are")
        + " no word of the rules, such as `\(found.text)`: \(found.word)"
    }
  }

  private var severalTold: [String] {
    several.sorted { $0.key < $1.key }.map { _, found in
      let (name, one) = (found.name, found.count == 1)
      let record = found.isOfElement ? "" : " in record \(found.first)"
      return (one ? "a value of `\(name)` is" : "values of `\(name)` are")
        + " several words of the rules, such as `\(found.text)`\(record), and "
        + "\(one ? "is" : "are") looked up as one word: a list with a `cell` reads each of them"
    }
  }

  private var missedTold: [String] {
    missedKeys.sorted { $0.key < $1.key }.map { _, found in
      // So many texts of a batch are looked at, so nobody knows how many there are.
      let one = found.count == 1
      let have = one ? "a value of `\(found.name)` has" : "values of `\(found.name)` have"
      let record = found.isOfElement ? "" : " in record \(found.first)"
      let told = "\(have) no row in `\(found.table)`, such as `\(found.text)`\(record): "
      if found.word.isEmpty {
        return told + "with `nothing \"\(found.text)\"` in the rules it is not given"
      }
      return told + "did you mean its key `\(found.word)`?" + found.cure
    }
  }

  private var rangedTold: [String] {
    ranged.sorted { $0.key < $1.key }.map { _, found in
      let record = found.isOfElement ? "" : " in record \(found.first)"
      return (found.count == 1 ? "a value of `\(found.name)` is" : "values of `\(found.name)` are")
        + " in a range of `\(found.table)` but for \(found.butFor), such as `\(found.text)`"
        + "\(record): looked up by `\(found.word)`, it would be found there"
    }
  }

  private var lengthsTold: [String] {
    otherLengths.sorted { $0.key < $1.key }.map { _, found in
      let (name, one) = (found.name, found.count == 1)
      return "\(one ? "a value" : "values") of `\(name)` \(one ? "has" : "have") fewer digits "
        + "than the ends of its ranges, such as `\(found.text)` in record \(found.first): letter "
        + "by letter it comes after `\(found.word)`, and as a number before it. Was a zero lost? "
        + "If not, look up `natural(\(name))`, which compares the numbers in a text as numbers"
    }
  }

  mutating func note(
    otherCase place: Place, name: String, row: Int64?, text: String, word: String,
    among words: Set<String>
  ) {
    if otherCases[place] == nil {
      otherCases[place] = Found(
        name: name, first: row ?? 0, text: text, word: word, isOfElement: row == nil
      ).among(words)
    }
    otherCases[place]?.count += 1
  }

  mutating func note(
    near place: Place, name: String, row: Int, text: String, word: String, among words: [String]
  ) {
    if nearWords[place] == nil {
      nearWords[place] = Found(name: name, first: Int64(row), text: text, word: word).among(words)
    }
    nearWords[place]?.count += 1
  }

  mutating func note(zeros place: Place, name: String, row: Int64?, text: String, word: String) {
    let found = Found(
      name: name, first: row ?? 0, text: text, word: word, isOfElement: row == nil)
    lostZeros[place, default: found].count += 1
  }

  mutating func note(nothing place: Place, name: String, row: Int64?, text: String) {
    let found = Found(name: name, first: row ?? 0, text: text, isOfElement: row == nil)
    nothings[place, default: found].count += 1
  }

  mutating func note(no place: Place, name: String, row: Int64?, text: String) {
    let found = Found(name: name, first: row ?? 0, text: text, isOfElement: row == nil)
    denials[place, default: found].count += 1
  }

  /// Whether it is known that there are several of a kind: nobody asks how many.
  func areSaid(_ place: Place, no: Bool) -> Bool {
    ((no ? denials : several)[place]?.count ?? 0) > 1
  }

  /// `told`: how it is written.
  mutating func note(joined place: Place, name: String, text: String, _ told: String) {
    let found = Found(name: name, first: 0, text: text, word: told, isOfElement: true)
    joined[place, default: found].count += 1
  }

  mutating func note(several place: Place, name: String, row: Int64?, text: String) {
    let found = Found(name: name, first: row ?? 0, text: text, isOfElement: row == nil)
    several[place, default: found].count += 1
  }

  mutating func note(
    length place: Place, name: String, row: Int64, text: String, end: String
  ) {
    let found = Found(name: name, first: row, text: text, word: end)
    otherLengths[place, default: found].count += 1
  }

  mutating func note(
    missed place: Place, name: String, row: Int64?, text: String, word: String,
    table: String, among words: [String]
  ) {
    if missedKeys[place] == nil {
      missedKeys[place] = Found(
        name: name, first: row ?? 0, text: text, word: word, table: table, isOfElement: row == nil
      ).among(words)
    }
    missedKeys[place]?.count += 1
  }

  mutating func note(
    ranged place: Place, name: String, row: Int64?, text: String, _ near: RangedTexts.Near,
    of table: String
  ) {
    let found = Found(
      name: name, first: row ?? 0, text: text, word: near.lookedUp, table: table,
      butFor: near.butFor, isOfElement: row == nil)
    ranged[place, default: found].count += 1
  }

  mutating func note(
    blank place: Place, name: String, row: Int64?, text: String, word: String
  ) {
    let found = Found(
      name: name, first: row ?? 0, text: text, word: word, isOfElement: row == nil)
    blanks[place, default: found].count += 1
  }

  // MARK: - Points

  /// Bookings at fault are told of otherwise; where there are any, elements of lists are left
  /// out, for their cells may stand for what could not be read.
  mutating func note(_ batch: BookingBatch, _ schema: BookingSchema) {
    for (list, elements) in schema.lists.enumerated() {
      for (field, input) in elements.fields.enumerated() {
        let place = Place(list: list, field: field)
        if input.type == .point, !input.conversions.contains(.zeroIsAPlace) {
          notePoints(batch, place, input.name)
        }
        noteTexts(batch, place, elements)
        if list == 0, let ends = input.rangeEnds { noteLengths(batch, place, input, beside: ends) }
      }
    }
  }

  private mutating func notePoints(_ batch: BookingBatch, _ place: Place, _ name: String) {
    let column = batch.lists[ListID(place.list)].columns[place.field]
    let points = column.points
    for row in 0..<points.count / 2 where points[2 * row] == 0 && points[2 * row + 1] == 0 {
      guard column.isGiven(row) else { continue }
      if place.list == 0 {
        if batch.faults.has(row) { continue }
      } else if !batch.faults.isEmpty {
        continue
      }
      let first = place.list == 0 ? Int64(row) : 0
      zeroPoints[place, default: Found(name: name, first: first)].count += 1
    }
  }
}
