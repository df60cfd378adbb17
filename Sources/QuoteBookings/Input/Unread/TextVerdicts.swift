/// Short texts of one column, and what was said of each of them: in every row, or in those of one
/// batch that come behind it.
struct TextVerdicts {
  enum Verdict {
    case plain
    /// Where in `said` stands what was said of it.
    case odd(Int)
    /// Nobody asked before, or it is long.
    case unknown
  }

  private struct Entry: BitwiseCopyable {
    var low: UInt64 = 0
    var high: UInt64 = 0
    var count: Int32 = 0
    /// The batch that it is of; `always` of all. Nothing is ever said of an empty text.
    var batch = always
    /// Where in `said`, or `plain`.
    var said = plain
  }

  private static let always: Int32 = -1
  private static let plain: Int32 = -1
  static let longest = 16
  private static let tooLong: Int32 = -1

  private var entries: [Entry] = []
  private var batch: Int32 = 0
  /// The text that was asked about last.
  private var asked = Entry()
  private var slot = 0
  /// What was said of texts of this batch.
  private(set) var said: [[OddValues.Key]] = []

  /// Goes on to the next batch.
  mutating func begin() {
    if entries.isEmpty { entries = [Entry](repeating: Entry(), count: 256) }
    batch &+= 1
    if batch < 0 { (batch, entries) = (1, [Entry](repeating: Entry(), count: 256)) }
    said.removeAll(keepingCapacity: true)
  }

  mutating func verdict(on text: TextSlice) -> Verdict {
    if text.count > Self.longest {
      asked.count = Self.tooLong
      return .unknown
    }
    let (low, high) = text.firstBytes
    asked = Entry(low: low, high: high, count: Int32(truncatingIfNeeded: text.count))
    let mixed = (low ^ high &* 31 ^ UInt64(text.count)) &* 0x9E37_79B9_7F4A_7C15
    slot = Int(mixed >> 56)
    let entry = entries[slot]
    guard entry.low == low, entry.high == high, entry.count == asked.count,
      entry.batch == batch || entry.batch == Self.always
    else { return .unknown }
    return entry.said == Self.plain ? .plain : .odd(Int(entry.said))
  }

  /// Adds what was said of the text that was asked about last; it is final where it holds in other
  /// batches as well.
  mutating func add(_ noted: [OddValues.Key], isFinal: Bool) {
    if asked.count == Self.tooLong { return }
    asked.batch = isFinal ? Self.always : batch
    if !noted.isEmpty {
      asked.said = Int32(said.count)
      said.append(noted)
    }
    entries[slot] = asked
  }
}
