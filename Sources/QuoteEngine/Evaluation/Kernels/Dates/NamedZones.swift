import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Time zones by the names that bookings give, each read from the database when it is named
/// first: the machine's, unless rules brought their own. One for each evaluator; not shared
/// between threads.
///
/// A name is compared with the one before, and else looked up by a hash of its bytes; the offset of
/// each zone holds until its clocks are changed. So a row costs a comparison of texts, and nothing
/// is made for it. There are some hundred zones: where bookings name more than are kept, which most
/// of them then do not exist, all are forgotten and read anew.
@safe final class NamedZones {
  /// How many names are kept.
  static let most = 512

  private struct Entry {
    var name: [UInt8]
    /// Nil if there is no such zone, as of what stands where nothing is given: such texts are
    /// taken to be at UTC.
    var zone: TimeZoneRules?
    var period = TimeZoneRules.Period.none
  }

  var database: TimeZoneDatabase?
  private var entries: [Entry] = []
  /// The position of an entry, by the hash of its name; -1 where there is none. Most rules never
  /// ask.
  private lazy var slots = [Int32](repeating: -1, count: 2 * NamedZones.most)

  @unsafe func minutesEast(
    _ names: UnsafePointer<TextSlice>, _ moments: UnsafePointer<Int64>,
    into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    var last = -1
    for i in 0..<count {
      let text = unsafe names[i]
      if last < 0 || !isNamed(text, last) { last = place(of: text) }
      let moment = unsafe moments[i]
      if !entries[last].period.contains(moment) { turn(last, to: moment) }
      let seconds = Int64(entries[last].period.offsetSeconds)
      unsafe target[i] = seconds >= 0 ? seconds / 60 : (seconds - 59) / 60
    }
  }

  /// The instants at which the clocks of zones show these dates and times. Where a name is no
  /// zone, or an operand is not given, the result has no meaning.
  @unsafe func instants(
    _ names: UnsafePointer<TextSlice>, dates: UnsafePointer<Int64>, times: UnsafePointer<Int64>,
    into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    var last = -1
    for i in 0..<count {
      let text = unsafe names[i]
      if last < 0 || !isNamed(text, last) { last = place(of: text) }
      let (date, time) = unsafe (dates[i], times[i])
      unsafe target[i] = entries[last].zone.map { DateKernels.instant(date, time, in: $0) } ?? 0
    }
  }

  /// How many names it holds.
  var count: Int { entries.count }

  private func turn(_ entry: Int, to moment: Int64) {
    guard let zone = entries[entry].zone else { return }
    entries[entry].period = zone.period(at: moment)
  }

  private func isNamed(_ text: TextSlice, _ entry: Int) -> Bool {
    unsafe text.bytes.elementsEqual(entries[entry].name)
  }

  private func place(of text: TextSlice) -> Int {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for unsafe byte in unsafe text.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    let start = Int(truncatingIfNeeded: (hash ^ (hash >> 32)) % UInt64(slots.count))
    var slot = start
    while slots[slot] >= 0 {
      if isNamed(text, Int(slots[slot])) { return Int(slots[slot]) }
      slot = (slot + 1) % slots.count
    }
    if entries.count == Self.most {
      entries.removeAll(keepingCapacity: true)
      for index in slots.indices { slots[index] = -1 }
      slot = start
    }
    let database = self.database ?? TimeZoneDatabase()
    self.database = database
    slots[slot] = Int32(entries.count)
    entries.append(
      unsafe Entry(name: Array(text.bytes), zone: database.zone(named: text.string)))
    return entries.count - 1
  }
}
