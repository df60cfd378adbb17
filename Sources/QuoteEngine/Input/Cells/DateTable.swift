/// Days of the years 1900 to 2155 by looking years and months up; other years
/// are counted out. Never freed, never written again.
@safe struct DateTable: @unchecked Sendable {
  static let shared = DateTable()

  static let firstYear = 1900
  static let yearCount = 256

  /// Days from 1970 to each year's first of January.
  private let years: UnsafePointer<Int32>
  /// By leap year and month, sixteen each: days before it, and how many it has;
  /// none where there is no such month.
  private let before: UnsafePointer<Int32>
  private let lengths: UnsafePointer<Int32>

  private init() {
    let starts = UnsafeMutablePointer<Int32>.allocate(capacity: Self.yearCount)
    for index in 0..<Self.yearCount {
      unsafe starts[index] = Int32(
        CalendarDate.days(year: Self.firstYear + index, month: 1, day: 1))
    }
    let days = UnsafeMutablePointer<Int32>.allocate(capacity: 32)
    let counts = UnsafeMutablePointer<Int32>.allocate(capacity: 32)
    for index in 0..<32 {
      let (year, month) = (index < 16 ? 2001 : 2000, index % 16)
      let exists = month >= 1 && month <= 12
      unsafe counts[index] = exists ? Int32(CalendarDate.daysInMonth(month, of: year)) : 0
      let first = CalendarDate.days(year: year, month: 1, day: 1)
      unsafe days[index] =
        exists ? Int32(CalendarDate.days(year: year, month: month, day: 1) - first) : 0
    }
    unsafe years = UnsafePointer(starts)
    unsafe before = UnsafePointer(days)
    unsafe lengths = UnsafePointer(counts)
  }

  /// Days since 1970 of a date in the table's years; the smallest integer where
  /// it is none, or of another year.
  @inline(__always) func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    let index = year &- Self.firstYear
    guard UInt(bitPattern: index) < UInt(Self.yearCount), month < 16 else { return .min }
    // Every fourth year from 1904 up to 2096 is a leap year; 1900 and 2100 are not.
    let isLeap = year & 3 == 0 && year != 1900 && year != 2100
    let slot = isLeap ? 16 &+ month : month
    let isDay = unsafe day >= 1 && day <= Int(lengths[slot])
    return isDay ? unsafe Int64(years[index] &+ before[slot]) &+ Int64(day) &- 1 : .min
  }
}
