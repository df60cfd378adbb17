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
  let isBinary: Bool
  /// Names of our values; the first ones are the outputs.
  let names: [String]
  /// Values that the reply must have where all is compared, and the member that it should be:
  /// outputs, and others that the map lists by one.
  private let required: [(value: Int, member: String)]
  /// Whether a zero that only one side has is the same as none: lines that do
  /// not apply to a booking.
  let passesZeros: Bool
  /// Whether replies are texts, which stand for numbers and flags too.
  let isTextual: Bool
  /// Every place that was met, and how comparisons there ended.
  let fields: FieldTree

  private(set) var differences: [FieldDifference] = []
  private(set) var equalCount = 0
  private(set) var toleratedCount = 0
  /// Names of ours that only the tolerance makes equal.
  private var toleratedNames: [String] = []
  /// What stands for each place below the root, by its number.
  private var meanings: [Meaning] = []
  private var values: [JSONNode] = []
  private var spelled: [Int: String] = [:]
  /// What the reply has for each of our values; nil where it has nothing.
  private var replies: [JSONNode?]
  /// Members of the reply that are passed over, for nothing of ours has their names; taken by
  /// whoever tells of them.
  var unmatched: [String] = []
  private let totalIndex: Int?
  /// What the map lists, as walks from the reply, and their places.
  private let listed: [Listed]
  private let converter: ReplyConverter
  /// What the reply has at each of these places, in its own terms and in ours.
  private var written: [JSONNode?] = []
  private var converted: [JSONNode?] = []
  /// The value at hand as the reply writes it, where it was converted.
  private var original: JSONNode?
  private let ignored: [String]
  /// Element numbers on the way to the values at hand.
  private var positions: [Int] = []

  private enum Meaning {
    case unknown
    case ours(Int)
    case none
    /// Ignored, or the way to a field that is listed.
    case passed
  }

  private struct Listed {
    var steps: [FieldPath.Step]
    var value: Int
    var place: Int
  }

  /// `requiredCount` names from the first must be on the other side: the outputs, or all.
  init(
    form: ReferenceMap.Form, names: [String], requiredCount: Int, passesZeros: Bool,
    isTextual: Bool, tolerances: Tolerances, minorUnit: Ratio, isBinary: Bool
  ) {
    self.form = form
    self.names = names
    self.passesZeros = passesZeros
    self.isTextual = isTextual
    self.isBinary = isBinary
    let fields = FieldTree(tolerances: tolerances, minorUnit: minorUnit)
    self.fields = fields
    ignored = form.ignored.sorted()
    totalIndex = names.firstIndex(of: "total")
    let walked = form.fields.filter { field in
      (field.member == nil || form.compares == .listed) && names.contains(field.ours)
    }
    listed = walked.map { field in
      Listed(
        steps: field.steps, value: names.firstIndex(of: field.ours) ?? 0,
        place: fields.add(path: field.path, name: field.ours))
    }
    required = names.indices.compactMap { value in
      let name = names[value]
      let fields = form.fields.filter { $0.ours == name }
      guard !form.ignored.contains(name), fields.allSatisfy({ $0.member != nil }) else {
        return nil
      }
      let member = fields.first?.member
      return value < requiredCount ? (value, member ?? name) : member.map { (value, $0) }
    }
    converter = ReplyConverter(walked.map(\.conversion))
    replies = Array(repeating: nil, count: names.count)
  }

  /// Finds what differs; see `differences`. `spelled` are our doubles that are null in JSON,
  /// by the number of the value: texts may say them.
  func compare(ours: JSONNode, theirs: JSONNode, spelled: [Int: String] = [:]) {
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
    guard form.compares != .listed else { return }
    theirs.eachMember { key, value in
      let place = fields.member(key.text, of: FieldTree.root, name: name(of: key.text.string))
      switch meaning(of: key.text, place) {
      case .passed: break
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
    written.removeAll(keepingCapacity: true)
    for field in listed { written.append(BatchFiller.walk(theirs, field.steps[...])) }
    converted = written
    converter.convert(&converted) { values[listed[$0].value] }
    for (index, field) in listed.enumerated() {
      if form.compares == .shared, converted[index] == nil { continue }
      replies[field.value] = converted[index]
      original = converter.converts(index) ? written[index] : nil
      compare(value: field.value, converted[index], field.place)
    }
    original = nil
  }

  /// For replies that are rows of these columns: what each column is held
  /// against, and its place; nil where more is done than to hold a cell against a
  /// value.
  func plan(
    forColumns columns: [String]
  ) -> [(column: Int, value: Int, place: Int)]? {
    var plan: [(column: Int, value: Int, place: Int)] = []
    if form.compares == .listed {
      for (field, walk) in zip(form.fields.filter { names.contains($0.ours) }, listed) {
        guard let member = field.member, let column = columns.firstIndex(of: member) else {
          return nil
        }
        plan.append((column, walk.value, walk.place))
      }
      return Set(plan.map(\.value)).count == plan.count ? plan : nil
    }
    guard listed.isEmpty else { return nil }
    for (column, name) in columns.enumerated() {
      let key = ByteBuffer()
      key.append(text: name)
      let text = key.slice(0, key.count)
      let place = fields.member(text, of: FieldTree.root, name: self.name(of: name))
      switch meaning(of: text, place) {
      case .passed: continue
      case .none, .unknown: return nil
      case .ours(let value): plan.append((column, value, place))
      }
    }
    let compared = Set(plan.map(\.value))
    guard compared.count == plan.count else { return nil }
    let isWhole = required.allSatisfy { compared.contains($0.value) }
    return form.compares == .shared || isWhole ? plan : nil
  }

  /// The value that a name of ours stands for.
  func value(named name: String) -> JSONNode? {
    names.firstIndex(of: name).map { values[$0] }
  }

  /// The totals of both sides, where both say one.
  var totals: (ours: JSONNode, theirs: JSONNode)? {
    guard let totalIndex, let theirs = replies[totalIndex] else { return nil }
    return (values[totalIndex], theirs)
  }

  /// Names of ours on which both sides agree to the last digit.
  var agreed: Set<String> {
    fields.equalNames.subtracting(differences.map(\.name)).subtracting(toleratedNames)
  }

  /// What the reply has for a name of ours.
  func reply(named name: String) -> JSONNode? {
    names.firstIndex(of: name).flatMap { replies[$0] }
  }

  // MARK: - Members

  private func meaning(of key: TextSlice, _ place: Int) -> Meaning {
    while meanings.count <= place { meanings.append(.unknown) }
    if case .unknown = meanings[place] { meanings[place] = newMeaning(of: key.string) }
    return meanings[place]
  }

  private func newMeaning(of key: String) -> Meaning {
    if let field = form.fields.first(where: { $0.member == key }) {
      return names.firstIndex(of: field.ours).map { .ours($0) } ?? .none
    }
    if form.ignored.contains(key) { return .passed }
    if form.fields.contains(where: { $0.steps.first == .member(key) }) { return .passed }
    if let value = names.firstIndex(of: key) { return .ours(value) }
    guard form.compares == .shared else { return .none }
    unmatched.append(key)
    return .passed
  }

  /// What a member of the reply is held against.
  private func name(of key: String) -> String {
    form.fields.first { $0.member == key }?.ours ?? key
  }

  private func isIgnored(_ key: TextSlice) -> Bool {
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

  // MARK: - Values

  private func compare(value: Int, _ theirs: JSONNode?, _ place: Int) {
    if let word = spelled[value], let theirs, theirs.isString, isTextual || original != nil,
      theirs.text.isEqual(to: word)
    {
      return countEqual(place)
    }
    compare(values[value], theirs, place)
  }

  private func compare(_ ours: JSONNode?, _ theirs: JSONNode?, _ place: Int) {
    let (ours, theirs) = (ours.flatMap(Self.given), theirs.flatMap(Self.given))
    guard let ours, let theirs else {
      if ours == nil && theirs == nil { return countEqual(place) }
      if passesZeros && Self.isZero(ours ?? theirs) { return countEqual(place) }
      return add(ours == nil ? .onlyTheirs : .onlyOurs, place, ours, theirs)
    }
    if ours.isNumber && theirs.isNumber { return compareNumbers(ours, theirs, place) }
    if ours.isArray && theirs.isArray { return compareLists(ours, theirs, place) }
    if ours.isObject && theirs.isObject { return compareObjects(ours, theirs, place) }
    if (isTextual || original != nil) && theirs.isString && !ours.isString {
      return compareText(ours, theirs, place)
    }
    let isNested = ours.isArray || ours.isObject || theirs.isArray || theirs.isObject
    if !isNested && ours.isString == theirs.isString && ours.isNumber == theirs.isNumber
      && ours.text.isEqual(to: theirs.text)
    {
      return countEqual(place)
    }
    add(isNested ? .notComparable : .different, place, ours, theirs)
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
    add(ours.isArray || ours.isObject ? .notComparable : .different, place, ours, theirs)
  }

  private static func given(_ node: JSONNode) -> JSONNode? { node.isNull ? nil : node }

  private func countEqual(_ place: Int) {
    equalCount += 1
    fields.countEqual(place)
  }

  private func compareLists(_ ours: JSONNode, _ theirs: JSONNode, _ place: Int) {
    if ours.size == 0 && theirs.size == 0 { return countEqual(place) }
    let elements = fields.elements(of: place)
    let (mine, other, raw) = (ours.elements, theirs.elements, original?.elements ?? [])
    let whole = original
    for position in 0..<max(mine.count, other.count) {
      positions.append(position)
      if whole != nil { original = position < raw.count ? raw[position] : nil }
      compare(
        position < mine.count ? mine[position] : nil,
        position < other.count ? other[position] : nil, elements)
      positions.removeLast()
    }
    original = whole
  }

  private func compareObjects(_ ours: JSONNode, _ theirs: JSONNode, _ place: Int) {
    let whole = original
    theirs.eachMember { key, value in
      if isIgnored(key.text) { return }
      if let whole { original = whole.member(key.text) }
      compare(ours.member(key.text), value, fields.member(key.text, of: place))
    }
    original = whole
    ours.eachMember { key, value in
      if value.isNull || isIgnored(key.text) || theirs.member(key.text) != nil { return }
      compare(value, nil, fields.member(key.text, of: place))
    }
  }

  private func compareNumbers(_ ours: JSONNode, _ theirs: JSONNode, _ place: Int) {
    if ours.text.isEqual(to: theirs.text) { return countEqual(place) }
    let tolerance = fields.tolerance(place)
    if isBinary || tolerance.ulps > 0 {
      let (a, b) = (Self.double(ours.text), Self.double(theirs.text))
      if isBinary && a.bitPattern == b.bitPattern { return countEqual(place) }
      if tolerance.allows(a, b) {
        if !isBinary, let a = Self.exact(ours.text), a == Self.exact(theirs.text) {
          return countEqual(place)
        }
        return tolerate(place, Self.difference(ours, theirs))
      }
    }
    let difference = Self.difference(ours, theirs)
    guard let a = Self.exact(ours.text), let b = Self.exact(theirs.text) else {
      let (a, b) = (Self.double(ours.text), Self.double(theirs.text))
      let isHeld = !tolerance.isNone && tolerance.allows(a - b, of: b)
      return isHeld
        ? tolerate(place, difference) : add(.different, place, ours, theirs, difference)
    }
    if a == b && !isBinary { return countEqual(place) }
    if !tolerance.isNone && tolerance.allows(a - b, of: b) { return tolerate(place, difference) }
    add(.different, place, ours, theirs, difference)
  }

  private func tolerate(_ place: Int, _ difference: Ratio?) {
    equalCount += 1
    toleratedCount += 1
    toleratedNames.append(fields.name(place))
    fields.countTolerated(place, difference ?? .zero)
  }

  // MARK: - Differences

  private func add(
    _ kind: FieldDifference.Kind, _ place: Int, _ ours: JSONNode?, _ theirs: JSONNode?,
    _ amount: Ratio? = nil
  ) {
    let field = fields.path(place)
    fields.count(kind, place, amount)
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
    guard let original else { return "" }
    return original.json == theirs?.json ? "" : original.json
  }

  /// A field with its element numbers.
  private func path(_ field: String) -> String {
    guard !positions.isEmpty else { return field }
    var path = ""
    var level = 0
    for character in field {
      if character == "]", level < positions.count {
        path += "\(positions[level])"
        level += 1
      }
      path.append(character)
    }
    return path
  }
}
