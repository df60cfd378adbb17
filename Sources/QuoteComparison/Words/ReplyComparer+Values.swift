package import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Values of both sides, one held against the other.
extension ReplyComparer {
  /// `elements` reads what the map lists of a list's elements.
  package func compare(
    value: Int, _ theirs: JSONNode?, _ place: Int, elements: ListedReader? = nil
  ) {
    if let word = spelled[value], let theirs, theirs.isString, isTextual || isConverted,
      theirs.text.isEqual(to: word)
    {
      return countEqual(place)
    }
    compare(values[value], theirs, place, elements: elements)
  }

  /// `listed` reads what the map lists of the object that it is.
  package func compare(
    _ ours: JSONNode?, _ theirs: JSONNode?, _ place: Int, elements: ListedReader? = nil,
    listed: ListedReader? = nil
  ) {
    let (ours, theirs) = (ours.flatMap(given), theirs.flatMap(given))
    guard let ours, let theirs else {
      if ours == nil && theirs == nil { return countEqual(place) }
      if passesZeros && Self.isZero(ours ?? theirs) { return countEqual(place) }
      return add(ours == nil ? .onlyTheirs : .onlyOurs, at: place, ours, theirs)
    }
    if ours.isNumber && theirs.isNumber { return compareNumbers(ours, theirs, place) }
    if ours.isArray && theirs.isArray { return compareLists(ours, theirs, place, listed: elements) }
    if ours.isObject && theirs.isObject {
      return compareObjects(ours, theirs, place, listed: listed)
    }
    if (isTextual || isConverted) && theirs.isString && !ours.isString {
      return compareText(ours, theirs, place)
    }
    let isNested = ours.isArray || ours.isObject || theirs.isArray || theirs.isObject
    if !isNested && ours.isString == theirs.isString && ours.isNumber == theirs.isNumber
      && ours.text.isEqual(to: theirs.text)
    {
      return countEqual(place)
    }
    add(isNested ? .notComparable : .different, at: place, ours, theirs)
  }

  private static func isZero(_ node: JSONNode?) -> Bool {
    guard let node, node.isNumber else { return false }
    return exact(node.text)?.isZero ?? false
  }

  /// A number or a flag of ours against a text that may stand for one.
  private func compareText(_ ours: JSONNode, _ theirs: JSONNode, _ place: Int) {
    if ours.isNumber, JSONRecordReader.isNumber(theirs.text) {
      return compareNumbers(ours, theirs, place)
    }
    if ours.isFlag, ["true", "yes", "1"].contains(theirs.text.string.lowercased()) == ours.isTrue,
      ours.isTrue || ["false", "no", "0"].contains(theirs.text.string.lowercased())
    {
      return countEqual(place)
    }
    add(ours.isArray || ours.isObject ? .notComparable : .different, at: place, ours, theirs)
  }

  /// An empty cell is no text, an empty list and nothing alike.
  private func given(_ node: JSONNode) -> JSONNode? {
    if node.isNull { return nil }
    let isEmpty = node.isString && node.text.count == 0 || node.isArray && node.size == 0
    return isTextual && isEmpty ? nil : node
  }

  private func countEqual(_ place: Int) {
    equalCount += 1
    fields.countEqual(place)
  }

  private func compareLists(
    _ ours: JSONNode, _ theirs: JSONNode, _ place: Int, listed: ListedReader?
  ) {
    if ours.size == 0 && theirs.size == 0 { return countEqual(place) }
    let elements = fields.elements(of: place)
    let (mine, other, raw) = (ours.elements, theirs.elements, original?.elements ?? [])
    let whole = original
    for position in 0..<max(mine.count, other.count) {
      positions.append(position)
      if whole != nil { original = position < raw.count ? raw[position] : nil }
      let (ours, theirs) = (mine.element(position), other.element(position))
      // A member that is null is the same as none; a list that is longer by a null is another.
      if ours == nil || theirs == nil, (ours ?? theirs)?.isNull == true {
        add(ours == nil ? .onlyTheirs : .onlyOurs, at: elements, ours, theirs)
      } else {
        compare(ours, theirs, elements, listed: listed)
      }
      positions.removeLast()
    }
    original = whole
  }

  private func compareObjects(
    _ ours: JSONNode, _ theirs: JSONNode, _ place: Int, listed: ListedReader?
  ) {
    if let listed { compareListed(ours, theirs, listed) }
    if listed?.isAlone == true { return }
    let whole = original
    theirs.eachLastMember { key, value, isHidden in
      if isIgnored(key.text) || listed?.reads(key.text) == true { return }
      let mine = fields.member(key.text, of: place)
      if isHidden { return watch.noteTwice(fields.path(mine)) }
      if fields.isIgnored(mine) { return }
      if let whole { original = whole.member(key.text) }
      let held = listed?.holds(key.text) == true ? nil : ours.member(key.text)
      compare(held, value, mine)
    }
    original = whole
    ours.eachMember { key, value in
      if value.isNull || isIgnored(key.text) || listed?.holds(key.text) == true { return }
      if theirs.member(key.text) != nil, listed?.reads(key.text) != true { return }
      let mine = fields.member(key.text, of: place)
      if !fields.isIgnored(mine) { compare(value, nil, mine) }
    }
  }

  /// Members of an element that the map lists. What the map says of the list as a whole does
  /// not concern them.
  private func compareListed(_ ours: JSONNode, _ theirs: JSONNode, _ listed: ListedReader) {
    let (whole, wasConverted) = (original, isConverted)
    listed.read(whole ?? theirs) { ours.member(listed.fields[$0].ours) }
    for field in listed.fields.indices {
      let mine = ours.member(listed.fields[field].ours)
      original = listed.original(field)
      isConverted = listed.isConverted(field)
      compare(mine, listed.value(field), listed.place(field), elements: listed.elements[field])
    }
    (original, isConverted) = (whole, wasConverted)
  }

  private func compareNumbers(_ ours: JSONNode, _ theirs: JSONNode, _ place: Int) {
    let tolerance = fields.tolerance(place)
    if !tolerance.isNone {
      fields.meet(place, Self.exact(ours.text))
      fields.meet(place, Self.exact(theirs.text))
    }
    if ours.text.isEqual(to: theirs.text) { return countEqual(place) }
    if isBinary || tolerance.ulps > 0 {
      let (a, b) = (Self.double(ours.text), Self.double(theirs.text))
      let isSame = a.bitPattern == b.bitPattern || isConverted && a == 0 && b == 0
      if isBinary && isSame { return countEqual(place) }
      if tolerance.allows(a, b) {
        if !isBinary, let a = Self.exact(ours.text), a == Self.exact(theirs.text) {
          return countEqual(place)
        }
        return tolerate(place, ours, theirs)
      }
    }
    let difference = Self.difference(ours, theirs)
    guard let a = Self.exact(ours.text), let b = Self.exact(theirs.text) else {
      let (a, b) = (Self.double(ours.text), Self.double(theirs.text))
      let isHeld = !tolerance.isNone && tolerance.allows(a - b, of: b)
      return isHeld
        ? tolerate(place, ours, theirs) : add(.different, at: place, ours, theirs, by: difference)
    }
    if a == b && !isBinary { return countEqual(place) }
    if !tolerance.isNone && tolerance.allows(a - b, of: b) { return tolerate(place, ours, theirs) }
    add(.different, at: place, ours, theirs, by: difference)
  }

  private func tolerate(_ place: Int, _ ours: JSONNode, _ theirs: JSONNode) {
    equalCount += 1
    toleratedCount += 1
    let difference = Self.difference(ours, theirs) ?? .zero
    // What binary fractions make of equal values is no difference.
    if difference.magnitude * 1000 <= minorUnit {
      fields.countAgreed(place)
    } else {
      toleratedNames.append(fields.name(place))
    }
    fields.countTolerated(place, difference, of: Self.exact(ours.text))
  }

  // MARK: - Differences

  private func add(
    _ kind: FieldDifference.Kind, at place: Int, _ ours: JSONNode?, _ theirs: JSONNode?,
    by amount: Ratio? = nil
  ) {
    let field = fields.path(place)
    fields.count(kind, place, amount)
    if kind == .different, let ours, let theirs, ours.isNumber, let a = Self.exact(ours.text) {
      fields.countTerms(place) {
        ColumnTerm.all(
          ours: a, theirs: theirs, isTextual: isTextual || isConverted, currency: currency,
          minorUnit: minorUnit)
      }
    }
    differences.append(
      FieldDifference(
        kind: kind, path: path(field), name: fields.name(place), ours: ours?.json ?? "",
        theirs: theirs.map { shown($0, for: ours) } ?? "", amount: amount, field: field,
        original: original(of: theirs)))
  }

  /// A text that stands for a number or a flag is shown as that.
  private func shown(_ theirs: JSONNode, for ours: JSONNode?) -> String {
    guard let text = theirs.plainText else { return theirs.json }
    let areNumbers = ours?.isNumber == true && JSONRecordReader.isNumber(text)
    let isOther = isTextual && areNumbers
    let isConverted = original != nil && (areNumbers || ours?.isFlag == true)
    return isOther || isConverted ? text.string : theirs.json
  }

  /// The value as the reply writes it, where that is not how it is shown.
  private func original(of theirs: JSONNode?) -> String {
    guard let original, original.json != theirs?.json else { return "" }
    if let theirs, !theirs.isString, let text = original.plainText, theirs.plainText != nil,
      let number = Self.exact(text), number == Self.exact(theirs.text)
    {
      return ""
    }
    return original.json
  }

  /// A field with its element numbers.
  private func path(_ field: String) -> String {
    guard !positions.isEmpty else { return field }
    var path = ""
    var level = 0
    for character in field {
      if character == "]", path.last == "[", level < positions.count {
        path += "\(positions[level])"
        level += 1
      }
      path.append(character)
    }
    return path
  }
}

extension [JSONNode] {
  fileprivate func element(_ position: Int) -> JSONNode? {
    position < count ? self[position] : nil
  }
}
