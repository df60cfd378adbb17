/// How dates, times and moments are written: letters as Unicode defines them (Technical
/// Standard 35, part 4), everything else, and what stands in apostrophes, is itself.
package struct MomentPattern: Hashable, Sendable {
  package enum Field: UInt8, Hashable, Sendable, CaseIterable {
    case year = 0x79, month = 0x4D, day = 0x64, hour = 0x48, halfDayHour = 0x68, minute = 0x6D
    case second = 0x73, fraction = 0x53, half = 0x61, weekday = 0x45, offset = 0x58

    /// How often the letter may be repeated.
    var widths: [Int] {
      switch self {
      case .year: [2, 4]
      case .month: [1, 2, 3, 4]
      case .day, .hour, .halfDayHour, .minute, .second: [1, 2]
      case .fraction: Array(1...6)
      case .half: [1]
      case .weekday: [3, 4]
      case .offset: [1, 2, 3]
      }
    }
  }

  package enum Part: Hashable, Sendable {
    case field(Field, width: Int)
    case literal([UInt8])
  }

  package let written: String
  package let parts: [Part]
  /// Why the text is not a pattern, worded as the end of a sentence; nil if it is one.
  package let mistake: String?

  package init(_ written: String) {
    self.written = written
    var parts: [Part] = []
    var literal: [UInt8] = []
    var mistake: String?
    func flush() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = []
    }
    var rest = Array(written.utf8)[...]
    while let byte = rest.first {
      let run = rest.prefix { $0 == byte }
      if byte == UInt8(ascii: "'") {
        rest = Self.quoted(rest.dropFirst(), into: &literal)
        continue
      }
      rest = rest.dropFirst(run.count)
      guard byte | 0x20 >= 0x61, byte | 0x20 <= 0x7A else {
        literal += run
        continue
      }
      flush()
      // An offset is `Z` in some programs.
      let field = byte == UInt8(ascii: "Z") ? Field.offset : Field(rawValue: byte)
      if let field, field.widths.contains(run.count) {
        parts.append(.field(field, width: run.count))
      } else if mistake == nil {
        mistake = "`\(String(decoding: run, as: UTF8.self))` has no meaning"
      }
    }
    flush()
    self.parts = parts
    self.mistake = mistake ?? Self.mistake(in: parts)
  }

  /// What follows an apostrophe up to the next single one; a double one is one.
  private static func quoted(
    _ text: ArraySlice<UInt8>, into literal: inout [UInt8]
  ) -> ArraySlice<UInt8> {
    var rest = text
    if rest.first == UInt8(ascii: "'") {
      literal.append(UInt8(ascii: "'"))
      return rest.dropFirst()
    }
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "'") {
        guard rest.first == UInt8(ascii: "'") else { break }
        rest.removeFirst()
      }
      literal.append(byte)
    }
    return rest
  }

  private static func mistake(in parts: [Part]) -> String? {
    var seen: Set<Field> = []
    for (index, part) in parts.enumerated() {
      guard case .field(let field, let width) = part else { continue }
      if !seen.insert(field).inserted { return "a field is in it twice" }
      // `dM`: where the one ends and the other begins, nobody can tell.
      let isOpen = width == 1 && field.isNumber
      if isOpen, index + 1 < parts.count, case .field(let next, let follows) = parts[index + 1],
        next.isNumber, !(next == .month && follows > 2)
      {
        return "a number of one or two digits runs into the next one"
      }
    }
    if seen.contains(.hour), seen.contains(.halfDayHour) { return "it has two hours" }
    if seen.contains(.halfDayHour) != seen.contains(.half) { return "`h` and `a` go together" }
    if seen.contains(.minute), !seen.contains(.hour), !seen.contains(.halfDayHour) {
      return "it has minutes (`m`) and no hours: months are `M`"
    }
    if seen.contains(.second), !seen.contains(.minute) { return "it has seconds and no minutes" }
    if seen.contains(.fraction), !seen.contains(.second) { return "it has parts of no second" }
    let dates: [Field] = [.year, .month, .day]
    let found = dates.count { seen.contains($0) }
    if found > 0, found < 3 { return "a date has a year (`y`), a month (`M`) and a day (`d`)" }
    if seen.contains(.weekday), found == 0 { return "it has a weekday and no date" }
    return seen.isEmpty ? "it has no letter that stands for something" : nil
  }

  package var hasDate: Bool { has(.year) }
  package var hasClock: Bool { has(.hour) || has(.halfDayHour) }
  package var hasOffset: Bool { has(.offset) }

  private func has(_ field: Field) -> Bool {
    parts.contains { if case .field(field, _) = $0 { true } else { false } }
  }
}

extension MomentPattern.Field {
  /// Whether it is written in digits (months also in letters).
  var isNumber: Bool {
    switch self {
    case .year, .month, .day, .hour, .halfDayHour, .minute, .second, .fraction: true
    case .half, .weekday, .offset: false
    }
  }
}
