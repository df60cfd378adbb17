/// Holds our quotes against replies of one form, value by value.
///
/// Null and missing are the same. Numbers are compared exactly as written, or
/// where the rules compute in binary floating point as the doubles they are,
/// bit for bit; texts letter for letter; lists element by element.
///
/// Our side comes as one flat JSON object: the outputs, then the lines and the
/// total, in the order of `names`.
final class ReplyComparer {
  let form: ReferenceMap.Form
  let tolerance: Tolerance
  let isBinary: Bool
  /// Names of our values; the first ones are the outputs.
  let names: [String]
  let outputCount: Int

  private(set) var differences: [FieldDifference] = []
  private(set) var equalCount = 0
  private(set) var toleratedCount = 0
  /// What stands for each member of replies, as they were met.
  private var known: [(key: [UInt8], meaning: Meaning)] = []
  private var cursor = 0
  private var values: [JSONNode] = []
  private var isSeen: [Bool]
  private let ignored: [String]

  private enum Meaning {
    case ours(Int)
    case none
    /// Ignored, or the way to a field that is listed.
    case passed
  }

  init(
    form: ReferenceMap.Form, names: [String], outputCount: Int, tolerance: Tolerance,
    isBinary: Bool
  ) {
    self.form = form
    self.names = names
    self.outputCount = outputCount
    self.tolerance = tolerance
    self.isBinary = isBinary
    ignored = form.ignored.sorted()
    isSeen = Array(repeating: false, count: names.count)
  }

  /// Finds what differs; see `differences`.
  func compare(ours: JSONNode, theirs: JSONNode) {
    differences.removeAll(keepingCapacity: true)
    equalCount = 0
    toleratedCount = 0
    values.removeAll(keepingCapacity: true)
    ours.eachMember { _, value in values.append(value) }
    for index in isSeen.indices { isSeen[index] = false }
    compareListed(theirs)
    guard !form.onlyListed else { return }
    theirs.eachMember { key, value in
      switch meaning(of: key.text) {
      case .passed: break
      case .none: onlyTheirs(value, key.text.string)
      case .ours(let index):
        isSeen[index] = true
        compare(values[index], value, key.text.string, names[index])
      }
    }
    for index in 0..<outputCount where !isSeen[index] && !form.ignored.contains(names[index]) {
      onlyOurs(values[index], names[index])
    }
  }

  /// The value that a name of ours stands for, as JSON text.
  func value(named name: String) -> JSONNode? {
    names.firstIndex(of: name).map { values[$0] }
  }

  private func compareListed(_ theirs: JSONNode) {
    for field in form.fields where field.theirs.count != 1 || form.onlyListed {
      guard let index = names.firstIndex(of: field.ours) else { continue }
      isSeen[index] = true
      let path = field.theirs.joined(separator: ".")
      let steps = field.theirs.map { FieldPath.Step.member($0) }
      if let value = BatchFiller.walk(theirs, steps[...]) {
        compare(values[index], value, path, names[index])
      } else {
        onlyOurs(values[index], path)
      }
    }
  }

  // MARK: - Members

  /// Replies have their members in one order nearly always: the next is
  /// looked for behind the last.
  private func meaning(of key: TextSlice) -> Meaning {
    for step in 0..<known.count {
      let index = cursor + step < known.count ? cursor + step : cursor + step - known.count
      guard isSame(known[index].key, key) else { continue }
      cursor = index + 1 < known.count ? index + 1 : 0
      return known[index].meaning
    }
    let found = newMeaning(of: key.string)
    known.append((unsafe Array(key.bytes), found))
    cursor = 0
    return found
  }

  private func isSame(_ known: [UInt8], _ key: TextSlice) -> Bool {
    guard known.count == key.count else { return false }
    return unsafe key.bytes.elementsEqual(known)
  }

  private func newMeaning(of key: String) -> Meaning {
    if let field = form.fields.first(where: { $0.theirs == [key] }) {
      return names.firstIndex(of: field.ours).map { .ours($0) } ?? .none
    }
    if form.ignored.contains(key) { return .passed }
    if form.fields.contains(where: { $0.theirs.first == key }) { return .passed }
    return names.firstIndex(of: key).map { .ours($0) } ?? .none
  }

  private func isIgnored(_ key: TextSlice) -> Bool {
    ignored.contains { key.isEqual(to: $0) }
  }

  // MARK: - Values

  private func compare(
    _ ours: JSONNode, _ theirs: JSONNode, _ path: @autoclosure () -> String, _ name: String
  ) {
    if ours.isNull || theirs.isNull {
      if ours.isNull && theirs.isNull {
        equalCount += 1
        return
      }
      return ours.isNull ? onlyTheirs(theirs, path()) : onlyOurs(ours, path())
    }
    if ours.isNumber && theirs.isNumber {
      return compareNumbers(ours, theirs, path(), name)
    }
    if ours.isArray && theirs.isArray { return compareLists(ours, theirs, path(), name) }
    if ours.isObject && theirs.isObject { return compareObjects(ours, theirs, path(), name) }
    let isNested = ours.isArray || ours.isObject || theirs.isArray || theirs.isObject
    if !isNested && ours.isString == theirs.isString && ours.isNumber == theirs.isNumber
      && ours.text.isEqual(to: theirs.text)
    {
      equalCount += 1
      return
    }
    add(isNested ? .notComparable : .different, path(), name, ours, theirs)
  }

  private func compareLists(_ ours: JSONNode, _ theirs: JSONNode, _ path: String, _ name: String) {
    var other: [JSONNode] = []
    theirs.eachElement { _, value in other.append(value) }
    ours.eachElement { position, value in
      let place = "\(path)[\(position)]"
      if position < other.count {
        compare(value, other[position], place, name)
      } else {
        onlyOurs(value, place)
      }
    }
    for position in min(ours.size, other.count)..<other.count {
      onlyTheirs(other[position], "\(path)[\(position)]")
    }
    if ours.size == 0 && other.isEmpty { equalCount += 1 }
  }

  private func compareObjects(
    _ ours: JSONNode, _ theirs: JSONNode, _ path: String, _ name: String
  ) {
    theirs.eachMember { key, value in
      if isIgnored(key.text) { return }
      if let own = ours.member(key.text) {
        compare(own, value, "\(path).\(key.text.string)", name)
      } else {
        onlyTheirs(value, "\(path).\(key.text.string)")
      }
    }
    ours.eachMember { key, value in
      if value.isNull || isIgnored(key.text) || theirs.member(key.text) != nil { return }
      onlyOurs(value, "\(path).\(key.text.string)")
    }
  }

  private func compareNumbers(
    _ ours: JSONNode, _ theirs: JSONNode, _ path: @autoclosure () -> String, _ name: String
  ) {
    if ours.text.isEqual(to: theirs.text) {
      equalCount += 1
      return
    }
    if isBinary {
      let (a, b) = (Self.double(ours.text), Self.double(theirs.text))
      if a.bitPattern == b.bitPattern {
        equalCount += 1
        return
      }
    }
    let (a, b) = (Self.exact(ours.text), Self.exact(theirs.text))
    var amount: Ratio?
    if let a, let b {
      if a == b && !isBinary {
        equalCount += 1
        return
      }
      let difference = a - b
      if !tolerance.isNone && tolerance.holds(difference, of: b) {
        equalCount += 1
        toleratedCount += 1
        return
      }
      amount = difference
    }
    add(.different, path(), name, ours, theirs, amount)
  }

  static func double(_ text: TextSlice) -> Double {
    unsafe DoubleText.read(text.bytes) ?? .nan
  }

  /// A number exactly as it is written; nil where 128 bits do not hold it.
  static func exact(_ text: TextSlice) -> Ratio? {
    unsafe try? DecimalNumber.read(text.bytes, spelling: .json).ratio()
  }

  // MARK: - Differences

  private func onlyOurs(_ value: JSONNode, _ path: String) {
    if value.isNull {
      equalCount += 1
      return
    }
    add(.onlyOurs, path, path, value, nil)
  }

  private func onlyTheirs(_ value: JSONNode, _ path: String) {
    if value.isNull {
      equalCount += 1
      return
    }
    add(.onlyTheirs, path, path, nil, value)
  }

  private func add(
    _ kind: FieldDifference.Kind, _ path: String, _ name: String, _ ours: JSONNode?,
    _ theirs: JSONNode?, _ amount: Ratio? = nil
  ) {
    differences.append(
      FieldDifference(
        kind: kind, path: path, name: name, ours: ours?.json ?? "", theirs: theirs?.json ?? "",
        amount: amount))
  }
}

extension JSONNode {
  /// The value as JSON text again, compact.
  var json: String {
    let buffer = ByteBuffer()
    append(to: buffer)
    return buffer.string
  }

  private func append(to buffer: ByteBuffer) {
    if isString {
      buffer.append(text, as: .json)
    } else if isObject {
      buffer.append("{")
      var isFirst = true
      eachMember { key, value in
        if !isFirst { buffer.append(",") }
        isFirst = false
        buffer.append(key.text, as: .json)
        buffer.append(":")
        value.append(to: buffer)
      }
      buffer.append("}")
    } else if isArray {
      buffer.append("[")
      eachElement { position, value in
        if position > 0 { buffer.append(",") }
        value.append(to: buffer)
      }
      buffer.append("]")
    } else {
      buffer.append(text)
    }
  }
}
