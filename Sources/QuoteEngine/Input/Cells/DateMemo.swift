/// Dates that were read lately: bookings lie close together in time, so that most
/// dates of a column were seen before and need only be compared.
///
/// One a thread. A date has one place, so that those of four years stand beside
/// each other; a later one that wants the same place takes it. What is held is
/// right whoever asks, so a memo serves all columns.
@safe final class DateMemo {
  @safe fileprivate struct Entry: BitwiseCopyable {
    /// The first eight bytes of the text, and the last two; no text has 0.
    var low: UInt64 = 0
    var high: UInt32 = 0
    var days: Int32 = 0
  }

  /// Days up to 31, months up to 15, four years.
  private static let size = 1 << 11
  private let entries = ColumnBuffer<Entry>(capacity: size)

  init() {
    entries.resize(to: Self.size)
    for index in 0..<Self.size { entries[index] = Entry() }
  }

  /// For loops: the memory behind it, which lives as long as the memo.
  var finder: Finder { unsafe Finder(entries: entries.pointer) }

  @safe struct Finder {
    @unsafe fileprivate let entries: UnsafeMutablePointer<Entry>
    private let table = DateTable.shared

    @unsafe fileprivate init(entries: UnsafeMutablePointer<Entry>) {
      unsafe self.entries = entries
    }

    /// `YYYY-MM-DD` as days since 1970; the smallest integer where it is none, or
    /// of a year that the table of dates has not.
    @inline(__always)
    func days(_ bytes: InputBytes, _ start: Int) -> Int64 {
      let low = bytes.word(at: start)
      let high = UInt32(truncatingIfNeeded: bytes.word(at: start &+ 2) &>> 48)
      let entry = unsafe entries + Finder.place(low, high)
      if unsafe entry.pointee.low == low && entry.pointee.high == high {
        return unsafe Int64(entry.pointee.days)
      }
      return unsafe read(bytes, start, low, high, entry)
    }

    /// Of a text that is no date, any place.
    @inline(__always)
    private static func place(_ low: UInt64, _ high: UInt32) -> Int {
      // The digits of month and day, and both numbers at once: tens × 10 + ones.
      let digits = (low &>> 40) & 0x0F0F | UInt64(high & 0x0F0F) &<< 32
      let numbers = (digits &* (10 &<< 8 &+ 1)) &>> 8
      let year = (low &>> 24) & 3
      return Int(truncatingIfNeeded: numbers &>> 32 & 31 | (numbers & 15) &<< 5 | year &<< 9)
    }

    @inline(never)
    private func read(
      _ bytes: InputBytes, _ start: Int, _ low: UInt64, _ high: UInt32,
      _ entry: UnsafeMutablePointer<Entry>
    ) -> Int64 {
      let days = EightDigits.date(bytes, start, table)
      if days != .min {
        unsafe entry.pointee = Entry(
          low: low, high: high, days: Int32(truncatingIfNeeded: days))
      }
      return days
    }
  }
}
