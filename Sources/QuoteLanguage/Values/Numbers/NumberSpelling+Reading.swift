/// Numbers out of texts that are written as the example shows. Nothing is allocated.
extension NumberSpelling {
  /// The number that was found: the length of its plain form in bytes, and whether it has a percent
  /// sign.
  package struct Plain {
    package var count: Int
    package var hasPercent: Bool
  }

  /// The number as a plain decimal; nil if the text is not a number in this spelling.
  package func read(_ text: some Collection<UInt8>) -> [UInt8]? {
    let bytes = Array(text)
    var plain = [UInt8](repeating: 0, count: bytes.count + 1)
    var target = plain.mutableSpan
    guard let found = self.plain(bytes.span, into: &target) else { return nil }
    return Array(plain[..<found.count])
  }

  /// Writes the number as a plain decimal, for which there has to be room for a byte more than
  /// the text has; nil if the text is none written so. A sign stands before or behind, or
  /// is brackets around; two of them are no number, nor are two currencies.
  package func plain(_ text: Span<UInt8>, into plain: inout MutableSpan<UInt8>) -> Plain? {
    var rest = Beside()
    var (lower, upper) = (0, text.count)
    while let taken = rest.takeFirst(of: text, lower, upper, by: self) { lower += taken }
    while let taken = rest.takeLast(of: text, lower, upper, by: self) { upper -= taken }
    guard rest.isFine else { return nil }
    var count = 0
    if rest.isNegative {
      plain[0] = UInt8(ascii: "-")
      count = 1
    }
    guard let end = digits(text, lower, upper, into: &plain, at: count) else { return nil }
    return Plain(count: end, hasPercent: rest.hasPercent)
  }

  /// Digits with a point where the decimals begin; where the plain form ends.
  private func digits(
    _ text: Span<UInt8>, _ lower: Int, _ upper: Int, into plain: inout MutableSpan<UInt8>,
    at start: Int
  ) -> Int? {
    var (at, count) = (lower, start)
    var (run, groups, decimals) = (0, 0, -1)
    while at < upper {
      let byte = text[at]
      if byte &- UInt8(ascii: "0") <= 9 {
        plain[count] = byte
        count += 1
        run += 1
        if decimals >= 0 { decimals += 1 }
        at += 1
      } else if decimals < 0, run > 0, let length = Self.length(of: point, text, at, upper) {
        guard groups == 0 || run == 3 else { return nil }
        plain[count] = UInt8(ascii: ".")
        count += 1
        decimals = 0
        at += length
      } else if decimals < 0, let length = Self.length(of: group, text, at, upper) {
        guard groups == 0 ? (1...innerGroup).contains(run) : run == innerGroup else { return nil }
        groups += 1
        run = 0
        at += length
      } else {
        return nil
      }
    }
    if decimals < 0, groups > 0, run != 3 { return nil }
    // `0.123` in groups would be 123.
    if groups > 0, plain[start] == UInt8(ascii: "0") { return nil }
    return run > 0 && decimals != 0 ? count : nil
  }

  private static func length(
    of separator: Separator?, _ text: Span<UInt8>, _ at: Int, _ upper: Int
  ) -> Int? {
    switch separator {
    case nil: return nil
    case .space: return text.blank(at: at, before: upper)
    case .apostrophe:
      if text[at] == UInt8(ascii: "'") { return 1 }
      return text.has([0xE2, 0x80, 0x99], at: at, before: upper) ? 3 : nil
    case .other(let bytes): return text.has(bytes, at: at, before: upper) ? bytes.count : nil
    }
  }

  /// What stands before and behind the digits.
  private struct Beside {
    var isNegative = false
    var hasPercent = false
    private var signs = 0
    private var currencies = 0
    private var percents = 0
    private var opened = 0
    private var closed = 0

    var isFine: Bool {
      signs + opened <= 1 && opened == closed && currencies <= 1 && percents <= 1
    }

    /// How long the blank, sign or mark at the start is; nil if digits begin.
    mutating func takeFirst(
      of text: Span<UInt8>, _ lower: Int, _ upper: Int, by spelling: NumberSpelling
    ) -> Int? {
      guard lower < upper else { return nil }
      if let blank = text.blank(at: lower, before: upper) { return blank }
      switch text[lower] {
      case UInt8(ascii: "("):
        opened += 1
        isNegative = true
        return 1
      case UInt8(ascii: "+"):
        signs += 1
        return 1
      case UInt8(ascii: "-"): return take(sign: 1)
      case UInt8(ascii: "%") where spelling.isPercent: return takePercent()
      case _: break
      }
      if text.has(NumberSpelling.minus, at: lower, before: upper) { return take(sign: 3) }
      for index in spelling.marks.indices
      where text.has(spelling.marks[index], at: lower, before: upper) {
        currencies += 1
        return spelling.marks[index].count
      }
      return nil
    }

    /// The same at the end.
    mutating func takeLast(
      of text: Span<UInt8>, _ lower: Int, _ upper: Int, by spelling: NumberSpelling
    ) -> Int? {
      guard lower < upper else { return nil }
      if let blank = text.blank(endingAt: upper, after: lower) { return blank }
      switch text[upper - 1] {
      case UInt8(ascii: ")"):
        closed += 1
        return 1
      case UInt8(ascii: "-"): return take(sign: 1)
      case UInt8(ascii: "%") where spelling.isPercent: return takePercent()
      case _: break
      }
      if text.has(NumberSpelling.minus, at: upper - 3, before: upper) { return take(sign: 3) }
      for index in spelling.marks.indices {
        let length = spelling.marks[index].count
        guard upper - length >= lower,
          text.has(spelling.marks[index], at: upper - length, before: upper)
        else { continue }
        currencies += 1
        return length
      }
      return nil
    }

    private mutating func take(sign length: Int) -> Int {
      signs += 1
      isNegative = true
      return length
    }

    private mutating func takePercent() -> Int {
      percents += 1
      hasPercent = true
      return 1
    }
  }

  private static let minus: [UInt8] = Array("−".utf8)
}

extension Span where Element == UInt8 {
  /// Whether these bytes stand at an index and end before another.
  func has(_ bytes: [UInt8], at index: Int, before end: Int) -> Bool {
    guard index >= 0, index + bytes.count <= end, !bytes.isEmpty else { return false }
    for offset in bytes.indices where self[index + offset] != bytes[offset] { return false }
    return true
  }

  /// How long the space at an index is, one that does not break lines too; nil if none is.
  func blank(at index: Int, before end: Int) -> Int? {
    guard index < end else { return nil }
    let first = self[index]
    if first == 0x20 || first == 0x09 { return 1 }
    if first == 0xC2 { return index + 1 < end && self[index + 1] == 0xA0 ? 2 : nil }
    guard first == 0xE2, index + 2 < end, self[index + 1] == 0x80 else { return nil }
    // These are the spaces of even width, the thin one, and the narrow one without a break.
    switch self[index + 2] {
    case 0x87, 0x89, 0xAF: return 3
    case _: return nil
    }
  }

  /// The same of one that ends at an index.
  func blank(endingAt end: Int, after start: Int) -> Int? {
    for length in 1...3 where end - length >= start {
      if blank(at: end - length, before: end) == length { return length }
    }
    return nil
  }
}
