extension TimeZoneRules {
  /// Reads a TZif file (RFC 8536) of version 2 or later: its 64-bit
  /// transitions, then its footer up to `lastYear`. Nil for anything else, and
  /// for zones that count leap seconds.
  package init?(name: String, tzif file: [UInt8]) {
    guard let old = ZoneHeader(file, at: 0), old.version >= 2,
      let header = ZoneHeader(file, at: ZoneHeader.size + old.bodySize(timeSize: 4)),
      header.leapCount == 0, header.typeCount > 0
    else { return nil }
    let times = header.start + ZoneHeader.size
    let kinds = times + header.timeCount * 8
    let types = kinds + header.timeCount
    let end = header.start + ZoneHeader.size + header.bodySize(timeSize: 8)
    guard end < file.count, file[end] == UInt8(ascii: "\n"), file.last == UInt8(ascii: "\n") else {
      return nil
    }
    var list = TransitionList(first: Int32(truncatingIfNeeded: file.bigEndian(types, 4)))
    for index in 0..<header.timeCount {
      let kind = Int(file[kinds + index])
      guard kind < header.typeCount else { return nil }
      let seconds = file.bigEndian(times + index * 8, 8)
      let offset = Int32(truncatingIfNeeded: file.bigEndian(types + kind * 6, 4))
      // Some files begin with a moment before all others, beyond microseconds.
      let (micros, isTooEarly) = seconds.multipliedReportingOverflow(by: 1_000_000)
      if isTooEarly { list.restart(with: offset) } else { list.add(micros, offset) }
    }
    let text = String(decoding: file[(end + 1)..<max(end + 1, file.count - 1)], as: UTF8.self)
    var footer: ZoneFooter?
    if !text.isEmpty {
      guard let read = ZoneFooter(parsing: text) else { return nil }
      footer = read
      list.extend(by: read, through: TimeZoneRules.lastYear)
    }
    self.init(
      name: name, transitions: list.transitions, offsets: list.offsets,
      footer: footer?.summer == nil ? nil : footer)
  }
}

/// Transitions as they are collected; those that change nothing are left out.
private struct TransitionList {
  var transitions: [Int64] = []
  var offsets: [Int32]
  /// The last moment for which the file itself speaks.
  var last = Int64.min

  init(first: Int32) { offsets = [first] }

  mutating func restart(with offset: Int32) {
    if transitions.isEmpty { offsets = [offset] }
  }

  mutating func add(_ moment: Int64, _ offset: Int32) {
    last = moment
    guard offset != offsets[offsets.count - 1] else { return }
    transitions.append(moment)
    offsets.append(offset)
  }

  mutating func extend(by footer: ZoneFooter, through lastYear: Int) {
    if footer.summer == nil {
      // A file may leave its last change to the footer only if there is none.
      return
    }
    let firstYear =
      transitions.isEmpty
      ? 1970
      : CalendarDate(
        daysSince1970: Int32(
          clamping: CalendarDate.floorDivide(Int(last), Int(Instant.microsecondsPerDay)))
      ).civil.year
    let after = last
    for year in max(firstYear - 1, 1900)...lastYear {
      for change in footer.changes(in: year) where change.at > after {
        add(change.at, change.offset)
      }
    }
  }
}

/// The 44 bytes before each of the two blocks.
private struct ZoneHeader {
  static let size = 44
  var start: Int
  var version: Int
  var leapCount, timeCount, typeCount, nameSize, standardCount, universalCount: Int

  init?(_ file: [UInt8], at start: Int) {
    guard start >= 0, file.count >= start + ZoneHeader.size,
      file[start..<start + 4].elementsEqual("TZif".utf8)
    else { return nil }
    self.start = start
    version = file[start + 4] == 0 ? 1 : Int(file[start + 4]) - 0x30
    func count(_ index: Int) -> Int { Int(file.bigEndian(start + 20 + index * 4, 4)) }
    universalCount = count(0)
    standardCount = count(1)
    leapCount = count(2)
    timeCount = count(3)
    typeCount = count(4)
    nameSize = count(5)
    let all = [universalCount, standardCount, leapCount, timeCount, typeCount, nameSize]
    guard all.allSatisfy({ (0...1_000_000).contains($0) }),
      file.count >= start + ZoneHeader.size + bodySize(timeSize: version == 1 || start == 0 ? 4 : 8)
    else { return nil }
  }

  func bodySize(timeSize: Int) -> Int {
    timeCount * (timeSize + 1) + typeCount * 6 + nameSize + leapCount * (timeSize + 4)
      + standardCount + universalCount
  }
}

extension [UInt8] {
  /// A signed big-endian number of 4 or 8 bytes.
  fileprivate func bigEndian(_ start: Int, _ size: Int) -> Int64 {
    var value: UInt64 = 0
    for byte in self[start..<start + size] { value = value << 8 | UInt64(byte) }
    return size == 4 ? Int64(Int32(truncatingIfNeeded: value)) : Int64(bitPattern: value)
  }
}
