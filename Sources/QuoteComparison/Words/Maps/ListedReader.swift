import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Reads what a map lists from one object after the other: replies, or elements of a list in them.
/// It belongs to one thread.
package final class ListedReader {
  let fields: [ListedField]
  /// By field: what reads the elements of its list.
  private(set) var elements: [ListedReader?] = []
  /// Nothing but these fields is compared.
  let isAlone: Bool

  /// A place of a field, one after the other.
  private struct Slot {
    var field: Int
    var place: Int
    var steps: [FieldPath.Step]
    var beside: [FieldPath.Step]
    var entries: ReferenceMap.Field.Entries?
    var hasAbsent: Bool
    /// Which of the members that are looked up together its way begins at.
    var beginning: Int?
  }

  private let slots: [Slot]
  /// Members at which the ways of many slots begin: in one walk through the object all are found.
  private let beginnings: [String: Int]
  private var begun: [JSONNode?]
  private let converter: ReplyConverter
  private let watch: EntryWatch
  private let lists: [EntryList]
  /// What paths of elements begin with: `boxes[].`.
  private let above: String
  /// What is in each slot of the object at hand, as the reply has it and in our terms.
  private var written: [JSONNode?] = []
  private var converted: [JSONNode?] = []
  /// Several entries whose sum it is, by slot.
  private var parts: [Int: [JSONNode]] = [:]
  /// By field: the slot that counts.
  private var chosen: [Int]

  /// `above`: the list whose elements are read, as reports call it, and our name of it.
  init(
    _ fields: [ListedField], in tree: FieldTree, form: ReferenceMap.Form, watch: EntryWatch,
    isBinary: Bool, above: (path: String, name: String)? = nil, isAlone: Bool = false
  ) {
    self.fields = fields
    self.isAlone = isAlone
    self.watch = watch
    let (path, name) = (above.map { $0.path + "[]." } ?? "", above.map { $0.name + "." } ?? "")
    self.above = path
    var slots = fields.enumerated().flatMap { index, field in
      field.places.map { place in
        Slot(
          field: index, place: tree.add(path: path + place.path, name: name + field.ours),
          steps: place.steps, beside: place.beside, entries: place.entries,
          hasAbsent: place.conversion.absent != nil)
      }
    }
    beginnings = slots.count > Self.few ? Self.lookUpTogether(&slots) : [:]
    begun = beginnings.map { _ in nil }
    self.slots = slots
    converter = ReplyConverter(
      fields.flatMap { $0.places.map(\.conversion) }, isBinary: isBinary)
    lists = form.compares == .listed ? [] : EntryList.all(fields, below: path, form.ignored)
    chosen = fields.map { _ in 0 }
    elements = fields.map { field in
      guard !field.elements.isEmpty else { return nil }
      let isFirst = above == nil
      return ListedReader(
        field.elements, in: tree, form: form, watch: watch, isBinary: isBinary,
        above: (path + field.places[0].path, name + field.ours),
        isAlone: form.compares == .listed && !field.isExplicit && (isFirst || isAlone))
    }
  }

  /// So few fields are found sooner one by one.
  private static let few = 16

  /// Names that look alike and are of other bytes are looked for one by one.
  private static func lookUpTogether(_ slots: inout [Slot]) -> [String: Int] {
    var beginnings: [String: Int] = [:]
    var names: [String] = []
    for index in slots.indices {
      guard case .member(let name)? = slots[index].steps.first else { continue }
      let number = beginnings[name] ?? names.count
      if number == names.count { names.append(name) }
      guard names[number].utf8.elementsEqual(name.utf8) else { continue }
      beginnings[name] = number
      slots[index].beginning = number
    }
    return beginnings
  }

  /// Finds the fields' values in an object; `ours` are what they are held against. What was
  /// found before is gone.
  func read(_ object: JSONNode, beside ours: (Int) -> JSONNode?) {
    written.removeAll(keepingCapacity: true)
    parts.removeAll(keepingCapacity: true)
    lookUp(object)
    for index in slots.indices { written.append(find(index, in: object)) }
    converted = written
    converter.convert(&converted, sums: parts) { ours(slots[$0].field) }
    choose(ours)
    for list in lists { list.look(at: object, watch) }
    if object.hasRepeatedMembers { noteTwice(in: object) }
  }

  /// Members on the way to what the map reads that their object has more than once.
  private func noteTwice(in object: JSONNode) {
    for slot in slots {
      var value = object
      for (index, step) in slot.steps.enumerated() {
        if case .member(let name) = step, value.hasTwice(name) {
          watch.noteTwice(above + Array(slot.steps[...index]).written)
        }
        if case .entry(let name, _) = step, value.isArray {
          // What chooses an entry says two things.
          value.eachElement { _, entry in
            guard entry.hasTwice(name) else { return }
            watch.noteTwice(above + "\(Array(slot.steps[..<index]).written)[].\(name)")
          }
        }
        guard let (next, _) = value.next(step) else { break }
        value = next
      }
    }
  }

  /// Finds the members at which ways begin; of a name that comes twice the last.
  private func lookUp(_ object: JSONNode) {
    guard !beginnings.isEmpty else { return }
    for index in begun.indices { begun[index] = nil }
    object.eachMember { key, value in
      let name = key.text.string
      guard let place = beginnings.index(forKey: name) else { return }
      let (known, number) = beginnings[place]
      if known.utf8.elementsEqual(name.utf8) { begun[number] = value }
    }
  }

  private func isZero(_ value: JSONNode?) -> Bool {
    value?.plainText.flatMap { ReplyComparer.exact($0) }?.isZero ?? true
  }

  private func isAmount(_ field: Int) -> Bool {
    above.isEmpty && watch.amounts.contains(fields[field].ours)
  }

  /// Whether several entries of one name have different values.
  private func areDifferent(_ start: JSONNode, _ steps: ArraySlice<FieldPath.Step>) -> Bool {
    var values: Set<String> = []
    start.eachEnd(of: steps) { values.insert($0.json) }
    return values.count > 1
  }

  private func find(_ slot: Int, in object: JSONNode) -> JSONNode? {
    var (start, steps) = (object, slots[slot].steps[...])
    if object.isObject, let beginning = slots[slot].beginning {
      guard let member = begun[beginning] else { return nil }
      (start, steps) = (member, steps.dropFirst())
    }
    let entries = slots[slot].entries
    if entries == .sum {
      var found: [JSONNode] = []
      start.eachEnd(of: steps) { found.append($0) }
      if found.count > 1 { parts[slot] = found }
      return found.first
    }
    var repeated: Int?
    let beside = slots[slot].beside
    if !beside.isEmpty, object.end(of: beside[...], &repeated) == nil { return nil }
    let found = start.end(of: steps, &repeated)
    // An amount that is there twice is charged twice, and nothing is not.
    if entries == nil, let step = repeated,
      isAmount(slots[slot].field) && !isZero(found) || areDifferent(start, steps)
    {
      watch.noteRepeated(above + Array(slots[slot].steps[...step]).written)
    }
    return found
  }

  /// Chooses among several places the first at which there is something of the kind of ours; else
  /// the first with anything, or with a meaning of nothing.
  private func choose(_ ours: (Int) -> JSONNode?) {
    var first = 0
    for field in fields.indices {
      let all = first..<first + fields[field].places.count
      first = all.upperBound
      chosen[field] = all.lowerBound
      guard all.count > 1 else { continue }
      let mine = ours(field)
      let isThere = { (slot: Int) in self.written[slot].map { !$0.isNull } ?? false }
      let fits = { (slot: Int) in
        isThere(slot) && self.written[slot]?.isArray == (mine?.isArray ?? false)
          && self.written[slot]?.isObject == (mine?.isObject ?? false)
      }
      chosen[field] =
        all.first(where: fits) ?? all.first(where: isThere) ?? all.first { slots[$0].hasAbsent }
        ?? all.lowerBound
    }
  }

  /// What the object has for a field, in our terms.
  func value(_ field: Int) -> JSONNode? { converted[chosen[field]] }

  func place(_ field: Int) -> Int { slots[chosen[field]].place }

  /// Whether its value was put into our terms, or is a sum.
  func isConverted(_ field: Int) -> Bool {
    converter.converts(chosen[field]) || parts[chosen[field]] != nil
  }

  /// What the reply has there, if it was put into our terms; a list of what was added up.
  func original(_ field: Int) -> JSONNode? {
    let slot = chosen[field]
    return converter.addends[slot] ?? (converter.converts(slot) ? written[slot] : nil)
  }

  /// Whether the fields say what a member of the object is.
  func reads(_ key: TextSlice) -> Bool {
    slots.contains { slot in
      if case .member(let name)? = slot.steps.first { key.isEqual(to: name) } else { false }
    }
  }

  /// Whether a member of ours is held against something in them.
  func holds(_ key: TextSlice) -> Bool { fields.contains { key.isEqual(to: $0.ours) } }
}

/// What the steps of a map lead to.
extension JSONNode {
  /// By the first entry that is called so; `repeated` is the first step at which there are
  /// several.
  func end(of steps: ArraySlice<FieldPath.Step>, _ repeated: inout Int?) -> JSONNode? {
    var value = self
    for index in steps.indices {
      guard let (next, count) = value.next(steps[index]) else { return nil }
      if count > 1, repeated == nil { repeated = index }
      value = next
    }
    return value
  }

  /// By every entry that is called so.
  func eachEnd(of steps: ArraySlice<FieldPath.Step>, _ body: (JSONNode) -> Void) {
    guard let step = steps.first else { return body(self) }
    if case .entry(let member, let text) = step {
      guard isArray else { return }
      eachElement { _, element in
        guard element.isCalled(text, by: member) else { return }
        element.eachEnd(of: steps.dropFirst(), body)
      }
    } else if let (next, _) = next(step) {
      next.eachEnd(of: steps.dropFirst(), body)
    }
  }

  /// Whether it is an object that has a member more than once.
  fileprivate func hasTwice(_ name: String) -> Bool {
    var count = 0
    if isObject { eachMember { key, _ in count += key.text.isEqual(to: name) ? 1 : 0 } }
    return count > 1
  }

  /// What a step leads to, and how many entries it fits.
  fileprivate func next(_ step: FieldPath.Step) -> (JSONNode, count: Int)? {
    var found: JSONNode?
    var count = 0
    switch step {
    case .member(let name):
      if isObject {
        found = member(name)
      } else if isArray, let wanted = Int(name) {
        eachElement { position, element in if position == wanted { found = element } }
      }
    case .entry(let member, let text):
      guard isArray else { return nil }
      eachElement { _, element in
        guard element.isCalled(text, by: member) else { return }
        if count == 0 { found = element }
        count += 1
      }
    }
    return found.map { ($0, count) }
  }

  /// Whether it is an object whose member has this text.
  func isCalled(_ text: String, by member: String) -> Bool {
    guard isObject, let named = self.member(member), !named.isObject, !named.isArray else {
      return false
    }
    return named.text.isEqual(to: text)
  }
}
