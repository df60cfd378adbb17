package import QuoteBookings
package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Holds quotes against replies as the JSON that they are: each of our cells against the value
/// that the other side has for it, without writing ours and reading them again. It finds quickly
/// the bookings of which all is the same.
///
/// It calls nothing the same that ``ReplyComparer`` does not call equal, and counts it as that
/// does. It says nothing of the rest: fields that a map finds by their paths, and all that differs,
/// are for that slow way.
package final class ReplyComparison: QuickComparison {
  private let comparer: ReplyComparer
  private let values: HeldValues
  private let spots: ReplySpots
  /// One number for each booking of the batch: 1 where nothing is known to differ.
  private let same = ColumnBuffer<UInt8>()
  package private(set) var sameCount = 0
  package private(set) var comparedFields = 0
  private var revenue = DecimalSum()

  /// The places at which values of the booking at hand are equal, and how often each was.
  private let equal = ColumnBuffer<Int32>()
  private let counts = ColumnBuffer<Int>()
  /// By value: the last object in which it was met, and what stood there.
  private let metIn = ColumnBuffer<Int>()
  private let met = ColumnBuffer<JSONNode>()
  private var object = 0

  /// Nil if more is to be done than to hold one value against another.
  package init?(_ comparer: ReplyComparer, of plan: PricePlan) {
    guard comparer.comparesMembersAsTheyAre else { return nil }
    self.comparer = comparer
    values = HeldValues(comparer, of: plan)
    spots = ReplySpots(comparer, values)
    metIn.resize(to: values.count)
    met.resize(to: values.count)
    for value in 0..<values.count { metIn[value] = 0 }
  }

  /// Starts a batch of so many bookings.
  package func begin(_ count: Int) {
    same.resize(to: count)
    for row in 0..<count { same[row] = 0 }
    (sameCount, comparedFields) = (0, 0)
  }

  /// Whether a booking of the blocks that were compared is the same; false says nothing.
  package func isSame(_ row: Int) -> Bool { same[row] != 0 }

  package func takeRevenue() -> Ratio { revenue.take() }

  /// Holds a block of quotes against their replies: `reply` is what the other side made of a row,
  /// nil if it did not price or says nothing. What is the same is counted.
  package func compare(_ quotes: QuoteBatch, reply: (Int) -> JSONNode?) {
    values.prepare(quotes)
    let first = quotes.firstRow
    for row in 0..<quotes.count where quotes.statuses[row] == QuoteBatch.Status.quoted.rawValue {
      guard let theirs = reply(first + row), theirs.isObject, !theirs.hasRepeatedMembers else {
        continue
      }
      equal.removeAll()
      guard isSameQuote(row, theirs) else { continue }
      same[first + row] = 1
      sameCount += 1
      comparedFields += equal.count
      count()
    }
    for place in 0..<counts.count where counts[place] > 0 {
      comparer.fields.countEqual(place, times: counts[place])
      counts[place] = 0
    }
  }

  private func count() {
    for index in 0..<equal.count {
      let place = Int(equal[index])
      while counts.count <= place { counts.append(0) }
      counts[place] += 1
    }
  }

  // MARK: - Objects

  private func isSameQuote(_ row: Int, _ theirs: JSONNode) -> Bool {
    object += 1
    let quote = object
    var isSame = true
    theirs.eachMember { key, value in
      guard isSame else { return }
      let spot = spots.member(key.text, of: ReplySpots.root)
      guard spot >= 0 else {
        isSame = false
        return
      }
      switch spots.meaning(spot) {
      case .passed: if value.isObject { comparer.note(members: value, at: spots.place(spot)) }
      case .currency: isSame = value.isString && value.text.isEqual(to: comparer.currency)
      case .nothing:
        isSame = value.isNull
        note(spot)
      case .slow: isSame = false
      case .held:
        let held = spots.held(spot)
        metIn[held] = quote
        met[held] = value
        isSame = self.isSame(held, element: row, theirs: value, spot: spot)
      }
    }
    return isSame && lacksNothing(row, quote) && addTotal(quote)
  }

  /// Whether what the reply does not have is not given on our side either.
  private func lacksNothing(_ row: Int, _ quote: Int) -> Bool {
    for index in 0..<spots.requiredCount {
      let value = spots.requiredValue(index)
      if metIn[value] == quote { continue }
      let spot = spots.requiredSpot(index)
      guard spot >= 0, !values.isGiven(value, row) else { return false }
      note(spot)
    }
    return true
  }

  private func isSameRecord(
    _ fields: Range<Int>, element: Int, theirs: JSONNode, elements: Int
  ) -> Bool {
    guard theirs.isObject else { return false }
    object += 1
    let record = object
    var (isSame, count) = (true, 0)
    theirs.eachMember { key, value in
      guard isSame else { return }
      let spot = spots.member(key.text, of: elements)
      guard spot >= 0 else {
        isSame = false
        return
      }
      switch spots.meaning(spot) {
      case .passed: break
      case .nothing:
        isSame = value.isNull
        note(spot)
      case .slow, .currency: isSame = false
      case .held:
        let held = spots.held(spot)
        metIn[held] = record
        count += 1
        isSame = self.isSame(held, element: element, theirs: value, spot: spot)
      }
    }
    guard isSame, count < fields.count else { return isSame }
    return fields.allSatisfy {
      metIn[$0] == record || values.isIgnored($0) || !values.isGiven($0, element)
    }
  }

  /// Adds the total to what both sides agree on; false where it is not easily added.
  private func addTotal(_ quote: Int) -> Bool {
    for value in comparer.totals where metIn[value] == quote {
      let theirs = met[value]
      return theirs.isNumber && values.isSurelyWritten(value, like: theirs.text)
        && revenue.add(theirs.text)
    }
    return false
  }

  // MARK: - Values

  private func note(_ spot: Int) { equal.append(Int32(truncatingIfNeeded: spots.place(spot))) }

  private func isSame(_ value: Int, element: Int, theirs: JSONNode, spot: Int) -> Bool {
    if let list = values.records(value) {
      return areSame(
        list, ours: values.elements(of: list, below: element), theirs: theirs, spot: spot)
    }
    if theirs.isNull || !values.isGiven(value, element) {
      note(spot)
      return theirs.isNull && !values.isGiven(value, element)
    }
    if theirs.isArray { return areSameTexts(value, element: element, theirs: theirs, spot: spot) }
    note(spot)
    return values.holds(value, element, theirs)
  }

  private func areSame(
    _ list: HeldValues.Records, ours: Range<Int>, theirs: JSONNode, spot: Int
  ) -> Bool {
    guard theirs.isArray, theirs.size == ours.count else { return false }
    guard !ours.isEmpty else {
      note(spot)
      return true
    }
    let elements = spots.elements(of: spot, list.fields)
    guard elements >= 0 else { return false }
    var isSame = true
    theirs.eachElement { position, element in
      isSame =
        isSame && isSameRecord(
          list.fields, element: ours.lowerBound + position, theirs: element, elements: elements)
    }
    return isSame
  }

  private func areSameTexts(
    _ value: Int, element: Int, theirs: JSONNode, spot: Int
  ) -> Bool {
    guard let words = values.texts(value, element), words.count == theirs.size else {
      return false
    }
    guard !words.isEmpty else {
      note(spot)
      return true
    }
    let elements = spots.elements(of: spot, 0..<0)
    guard elements >= 0 else { return false }
    var isSame = true
    theirs.eachElement { position, text in
      note(elements)
      isSame =
        isSame && text.isString
        && values.word(value, words.lowerBound + position).isSameText(as: text.text)
    }
    return isSame
  }
}
