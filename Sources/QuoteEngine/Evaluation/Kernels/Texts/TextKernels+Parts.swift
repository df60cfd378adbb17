import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Texts cut, searched and put in order. Where figures are exact, each is taken in Unicode's form C
/// first.
extension TextKernels {
  /// A text for a text.
  @unsafe static func each(
    _ source: UnsafePointer<TextSlice>, into target: UnsafeMutablePointer<TextSlice>, count: Int,
    composing arena: BlockTexts?, _ made: (TextSlice) -> TextSlice
  ) {
    for i in 0..<count {
      let text = unsafe source[i]
      unsafe target[i] = made(arena.map { text.composed(in: $0) } ?? text)
    }
  }

  /// 1 where a text is so.
  @unsafe static func holds(
    _ source: UnsafePointer<TextSlice>, into target: UnsafeMutablePointer<UInt8>, count: Int,
    composing arena: BlockTexts?, _ holds: (TextSlice) -> Bool
  ) {
    for i in 0..<count {
      let text = unsafe source[i]
      unsafe target[i] = holds(arena.map { text.composed(in: $0) } ?? text) ? 1 : 0
    }
  }

  /// The n-th part; `given` where there is one.
  @unsafe static func parts(
    _ source: UnsafePointer<TextSlice>, _ number: Int, between separator: TextSlice,
    into target: UnsafeMutablePointer<TextSlice>, given: UnsafeMutablePointer<UInt8>, count: Int,
    composing arena: BlockTexts?
  ) {
    for i in 0..<count {
      let text = unsafe source[i]
      let part = (arena.map { text.composed(in: $0) } ?? text).part(number, between: separator)
      unsafe target[i] = part ?? .empty
      unsafe given[i] = part == nil ? 0 : 1
    }
  }

  /// Every place where a text that is not empty stands, from the left, as another.
  static func replaced(
    _ text: TextSlice, _ wanted: TextSlice, by other: TextSlice, arena: BlockTexts
  ) -> TextSlice {
    guard var place = text.place(of: wanted) else { return text }
    let places = text.count / wanted.count
    let start = unsafe arena.room(for: text.count + places * max(0, other.count - wanted.count))
    var (from, end) = unsafe (0, start)
    while true {
      unsafe end.update(from: text.base + from, count: place - from)
      unsafe end += place - from
      unsafe end.update(from: other.base, count: other.count)
      unsafe end += other.count
      from = place + wanted.count
      guard let next = text.place(of: wanted, from: from) else { break }
      place = next
    }
    unsafe end.update(from: text.base + from, count: text.count - from)
    let length = unsafe start.distance(to: end) + text.count - from
    arena.take(length)
    return unsafe TextSlice(base: UnsafePointer(start), count: length)
  }

  static func withoutSpaces(_ text: TextSlice, arena: BlockTexts) -> TextSlice {
    let start = unsafe arena.room(for: text.count)
    var (at, length) = (0, 0)
    while at < text.count {
      let width = text.spaceWidth(at: at, before: text.count)
      if width == 0 {
        unsafe start[length] = text.base[at]
        length += 1
      }
      at += max(1, width)
    }
    guard length < text.count else { return text }
    arena.take(length)
    return unsafe TextSlice(base: UnsafePointer(start), count: length)
  }

  /// As `NaturalText.key` says: numbers of nine digits or more, a space behind what is between.
  static func natural(_ text: TextSlice, arena: BlockTexts) -> TextSlice {
    let start = unsafe arena.room(for: text.count * (NaturalText.width + 1) + 1)
    var (at, length) = (0, 0)
    func isDigit(_ index: Int) -> Bool { unsafe text.base[index] &- UInt8(ascii: "0") < 10 }
    func append(_ byte: UInt8, times: Int) {
      for _ in 0..<times {
        unsafe start[length] = byte
        length += 1
      }
    }
    while at < text.count {
      let isNumber = isDigit(at)
      var end = at
      while end < text.count, isDigit(end) == isNumber { end += 1 }
      if isNumber {
        while at < end, unsafe text.base[at] == UInt8(ascii: "0") { at += 1 }
        append(UInt8(ascii: "0"), times: max(0, NaturalText.width - (end - at)))
        append(UInt8(ascii: ":"), times: max(0, end - at - NaturalText.width))
      }
      for index in at..<end { unsafe append(text.base[index], times: 1) }
      if !isNumber { append(UInt8(ascii: " "), times: 1) }
      at = end
    }
    arena.take(length)
    return unsafe TextSlice(base: UnsafePointer(start), count: length)
  }
}
