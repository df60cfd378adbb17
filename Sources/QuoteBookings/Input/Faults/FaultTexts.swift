import QuoteLanguage
import QuoteSyntax

/// What was told of faults before: what is wrong is wrong in many bookings, and putting a
/// sentence together takes longer than reading and pricing a booking.
///
/// A sentence that tells of the value is kept by the value, any other by what is wrong. Finding
/// one again allocates nothing.
final class FaultTexts {
  /// What is wrong with which field; a source of it, or -1.
  struct Kind: Equatable, BitwiseCopyable {
    /// Whose field it is.
    enum Owner: Equatable, BitwiseCopyable {
      case booking, element, spelledElement
    }

    private var shortField: Int32
    private var shortList: Int32
    private var shortSource: Int32
    var reason: CellFault
    private(set) var owner: Owner

    @inline(__always)
    init(
      field: Int, list: Int, source: Int, reason: CellFault, owner: Owner = .booking
    ) {
      shortField = Int32(truncatingIfNeeded: field)
      shortList = Int32(truncatingIfNeeded: list)
      shortSource = Int32(truncatingIfNeeded: source)
      self.reason = reason
      self.owner = owner
    }

    var field: Int { Int(shortField) }
    var list: Int { Int(shortList) }
    var source: Int { Int(shortSource) }
  }

  /// A sentence, and what would read the value.
  struct Told {
    var text: FaultText
    var guesses: [NotationGuess] = []
    /// The field, as remarks call it.
    var name = ""
  }

  /// Where a sentence is kept, and which object it is; until another one is kept.
  struct Place: BitwiseCopyable {
    var index: Int
    var identity: UInt
  }

  /// A sentence on a field of elements, and which of them.
  private struct NumberedKey: Hashable {
    var sentence: UInt
    var elements: UInt64
  }

  private struct Entry: BitwiseCopyable {
    var hash: UInt64
    var identity: UInt
    /// The first bytes of the value.
    var low: UInt64
    var high: UInt64
    var kind: Int32
    /// Where the value is, if the sentence tells of it.
    var start: Int32
    var end: Int32
    /// How often it was told since the last time that this was settled.
    var uses: Int32
  }

  private let kinds = ColumnBuffer<Kind>()
  /// By kind, the sentence that tells of no value; -1 for none.
  private let plain = ColumnBuffer<Int32>()
  @safe @exclusivity(unchecked) private var latestKind = 0
  /// One an entry.
  @safe @exclusivity(unchecked) private var told: [Told] = []
  private let entries = ColumnBuffer<Entry>()
  private let values = ByteBuffer()
  /// One more than an entry, by its hash and the free ones behind; 0 for none.
  private let slots = ColumnBuffer<Int32>()
  /// The entries that were told of since the last time, in the order in which they came.
  private let used = ColumnBuffer<Int32>()
  /// Sentences on fields of the first elements of bookings.
  private var numbered: [NumberedKey: FaultText] = [:]
  private var latestNumbered: (key: NumberedKey, text: FaultText)?
  /// The columns that sentences name.
  private var layout: CSVLayout?

  /// A value that is wrong in every booking may be another in each.
  private static let most = 1024
  private static let slotCount = 4096

  init() { clear() }

  private func clear() {
    (latestKind, told) = (0, [])
    kinds.removeAll()
    plain.removeAll()
    entries.removeAll()
    values.removeAll()
    used.removeAll()
    numbered.removeAll()
    latestNumbered = nil
    for slot in 0..<slots.count { slots[slot] = 0 }
  }

  /// Most readers never find a fault.
  private func makeSlots() {
    slots.resize(to: Self.slotCount)
    for slot in 0..<Self.slotCount { slots[slot] = 0 }
  }

  /// Forgets all where another table has other columns.
  func prepare(for layout: CSVLayout?, _ tally: inout NotationTally) {
    guard layout !== self.layout else { return }
    settle(into: &tally)
    clear()
    self.layout = layout
  }

  /// Stands for a value of which nothing is shown and something is told: no text that is shown is
  /// like it.
  static let noValue = unsafe TextSlice(base: ("\0" as StaticString).utf8Start, count: 1)

  /// What was told of a value; nil for the first time. An empty value stands for all of which the
  /// same is told. What is found is told once more.
  func find(_ kind: Kind, _ value: TextSlice) -> Place? {
    number(of: kind).flatMap { value.count == 0 ? plain(number: $0) : find(number: $0, value) }
  }

  /// What was told of a kind, by its number, without a value.
  @inline(__always)
  func plain(number: Int) -> Place? {
    let known = Int(plain[number])
    return known < 0 ? nil : useAgain(known)
  }

  /// What was told of a value of a kind, by its number.
  func find(number: Int, _ value: TextSlice) -> Place? {
    let bytes = value.firstSixteen
    let hash = Self.hash(value, bytes, number)
    var slot = Int(truncatingIfNeeded: hash >> 32) & (Self.slotCount - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if isSame(entries[place], value, hash: hash, bytes: bytes, kind: number) {
        return useAgain(place)
      }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    return nil
  }

  @inline(__always)
  private func useAgain(_ place: Int) -> Place {
    use(place)
    return Place(index: place, identity: entries[place].identity)
  }

  /// The sentence at a place.
  func text(at place: Place) -> FaultText { told[place.index].text }

  /// The sentence at a place, on the element that a path leads to.
  func text(at place: Place, on path: FaultPath) -> FaultText {
    let key = path.numbers.map { NumberedKey(sentence: place.identity, elements: $0) }
    if let key, let latestNumbered, latestNumbered.key == key { return latestNumbered.text }
    if let key, let known = numbered[key] {
      latestNumbered = (key, known)
      return known
    }
    let text = told[place.index].text
    let made = FaultText(
      field: path.numbered(text.field), reason: text.reason, message: path.numbered(text.message))
    if let key, numbered.count < Self.most { numbered[key] = made }
    return made
  }

  /// Keeps what is told of a value, for the first time.
  func keep(
    _ new: Told, of kind: Kind, value: TextSlice, tally: inout NotationTally
  ) -> Place {
    if entries.count == Self.most {
      settle(into: &tally)
      clear()
    }
    if slots.count == 0 { makeSlots() }
    if number(of: kind) == nil {
      kinds.append(kind)
      plain.append(-1)
      latestKind = kinds.count - 1
    }
    let bytes = value.firstSixteen
    let hash = Self.hash(value, bytes, latestKind)
    let start = values.count
    let identity = UInt(bitPattern: ObjectIdentifier(new.text))
    values.append(value)
    entries.append(
      Entry(
        hash: hash, identity: identity, low: bytes.low, high: bytes.high,
        kind: Int32(truncatingIfNeeded: latestKind), start: Int32(truncatingIfNeeded: start),
        end: Int32(truncatingIfNeeded: values.count), uses: 0))
    told.append(new)
    if value.count == 0 {
      plain[latestKind] = Int32(truncatingIfNeeded: entries.count - 1)
    } else {
      var slot = Int(truncatingIfNeeded: hash >> 32) & (Self.slotCount - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (Self.slotCount - 1) }
      slots[slot] = Int32(truncatingIfNeeded: entries.count)
    }
    use(entries.count - 1)
    return Place(index: entries.count - 1, identity: identity)
  }

  /// Counts that a sentence is told once more.
  @inline(__always)
  func use(_ place: Int) {
    if entries[place].uses == 0 { used.append(Int32(truncatingIfNeeded: place)) }
    entries[place].uses += 1
  }

  /// Counts in which notations the values are that were told of.
  func settle(into tally: inout NotationTally) {
    for index in 0..<used.count {
      let place = Int(used[index])
      let entry = entries[place]
      if kinds[Int(entry.kind)].reason.isOfNotation {
        tally.add(
          values.slice(Int(entry.start), Int(entry.end)).string, told[place].guesses,
          to: told[place].name, times: Int(entry.uses))
      }
      entries[place].uses = 0
    }
    used.removeAll()
  }

  /// The number of a kind of which something was told, until another sentence is kept.
  func number(of kind: Kind) -> Int? {
    if latestKind < kinds.count, kinds[latestKind] == kind { return latestKind }
    for number in 0..<kinds.count where kinds[number] == kind {
      latestKind = number
      return number
    }
    return nil
  }

  /// Most values are short: they are two numbers each, and no loop is run over them.
  @inline(__always)
  private func isSame(
    _ entry: Entry, _ value: TextSlice, hash: UInt64, bytes: (low: UInt64, high: UInt64),
    kind: Int
  ) -> Bool {
    guard entry.hash == hash, entry.low == bytes.low, entry.high == bytes.high,
      Int(entry.kind) == kind, Int(entry.end &- entry.start) == value.count
    else { return false }
    return value.count <= 16
      || values.slice(Int(entry.start), Int(entry.end)).isEqual(to: value)
  }

  @inline(__always)
  private static func hash(
    _ value: TextSlice, _ bytes: (low: UInt64, high: UInt64), _ kind: Int
  ) -> UInt64 {
    var hash = UInt64(truncatingIfNeeded: kind &+ 1) &* 0x9E37_79B9_7F4A_7C15
    if value.count <= 16 {
      hash = (hash ^ bytes.low) &* 0xD6E8_FEB8_6659_FD93
      hash = (hash ^ (hash >> 32) ^ bytes.high ^ UInt64(value.count)) &* 0xD6E8_FEB8_6659_FD93
    } else {
      for index in 0..<value.count {
        hash = (hash ^ UInt64(value[index])) &* 0x0000_0100_0000_01B3
      }
    }
    return hash &* 0x9E37_79B9_7F4A_7C15
  }
}

extension TextSlice {
  /// Its first sixteen bytes, as two numbers; those that it lacks are 0.
  @inline(__always)
  fileprivate var firstSixteen: (low: UInt64, high: UInt64) {
    let (low, high) = part(0, min(count, 16)).firstBytes
    return (low, high)
  }
}

extension CellFault {
  /// Whether the sentence may be another for another value.
  var tellsOfValue: Bool {
    isOfNotation || self == .ambiguous || self == .missing || self == .outOfRange
  }
}
