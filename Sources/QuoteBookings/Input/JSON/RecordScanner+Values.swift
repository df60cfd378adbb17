import QuoteLanguage
import QuoteSyntax

/// Single values: where they end, and what they must not hold.
extension RecordScanner {
  /// Place of the quote that closes the string at a token: the last byte before the next
  /// token, but for spaces. Not after the token's place where there is none.
  @inline(__always)
  func closing(_ token: Int) -> Int {
    var end = tokens.place(token &+ 1) &- 1
    while bytes[end] <= 0x20 { end &-= 1 }
    return bytes[end] == UInt8(ascii: "\"") ? end : 0
  }

  /// Whether some byte is a backslash. Up to 16 bytes without a branch, which the length
  /// of a text would make unpredictable.
  @inline(__always)
  func hasEscape(_ start: Int, _ end: Int) -> Bool {
    let count = end &- start
    if count <= 16 {
      let low = firstEscape(bytes.word(at: start))
      let high = firstEscape(bytes.word(at: start &+ 8)) &+ 8
      return (low < 8 ? low : high) < count
    }
    var at = start
    while at < end {
      if firstEscape(first64(at, end)) < 8 { return true }
      at &+= 8
    }
    return false
  }

  /// The eight bytes at a place, those from `end` on zero.
  @inline(__always)
  func first64(_ start: Int, _ end: Int) -> UInt64 {
    let rest = end &- start
    let word = bytes.word(at: start)
    return rest >= 8 ? word : word & ((1 &<< UInt64(truncatingIfNeeded: 8 &* rest)) &- 1)
  }

  /// Which of eight bytes is the first backslash; 8 where none is.
  @inline(__always)
  func firstEscape(_ word: UInt64) -> Int {
    let difference = word ^ 0x5C5C_5C5C_5C5C_5C5C
    let hit = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    return hit.trailingZeroBitCount &>> 3
  }

  /// The end of `true`, `false` or `null` at a token, 0 where it is something else.
  @inline(__always)
  func word(_ token: Int) -> Int {
    let place = tokens.place(token)
    let four = bytes.word(at: place) & 0xFFFF_FFFF
    if four == 0x6575_7274 || four == 0x6C6C_756E { return ended(place &+ 4) }
    let five = bytes.word(at: place) & 0xFF_FFFF_FFFF
    return five == 0x65_736C_6166 ? ended(place &+ 5) : 0
  }

  /// The end of a number (RFC 8259, section 6), 0 where there is none. A few digits, which
  /// most are, without a branch for each.
  @inline(__always)
  func numberEnd(_ place: Int) -> Int {
    let digits = bytes.word(at: place) ^ 0x3030_3030_3030_3030
    let others = (digits | (digits &+ 0x7676_7676_7676_7676)) & 0x8080_8080_8080_8080
    let count = others.trailingZeroBitCount &>> 3
    if count > 0, count < 8, count == 1 || digits & 0xFF != 0 {
      let end = ended(place &+ count)
      if end != 0 { return end }
    }
    return anyNumberEnd(place)
  }

  /// What a number is where zero means no value, or where it is cut at its point; and where it ends
  /// then. A double of so few digits is never rounded up to the next integer.
  @inline(never)
  func kindOfNumber(_ taken: UInt16, _ place: Int, _ end: Int) -> (kind: UInt16, end: Int) {
    typealias Taken = RecordShape.Taken
    guard end != 0 else { return (Taken.number, end) }
    let first = bytes[place] == UInt8(ascii: "-") ? place &+ 1 : place
    let point = digitsEnd(first)
    let isWhole = point == end
    let hasExponent = !isWhole && (point..<end).contains { bytes[$0] | 0x20 == UInt8(ascii: "e") }
    if hasExponent { return (Taken.unsure, end) }
    if taken & Taken.falsy != 0, bytes[first] == UInt8(ascii: "0") {
      return (isWhole ? Taken.nothing : Taken.unsure, end)
    }
    guard taken & Taken.whole != 0, !isWhole else { return (Taken.number, end) }
    return end &- place <= 15 ? (Taken.number, point) : (Taken.unsure, end)
  }

  /// Whether the escapes of a text are all of one character each: halves of characters are left to
  /// others.
  @inline(never)
  func areEscapesPlain(_ start: Int, _ end: Int) -> Bool {
    var at = start
    while at < end {
      guard bytes[at] == UInt8(ascii: "\\") else {
        at &+= 1
        continue
      }
      switch bytes[at &+ 1] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
        UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        at &+= 2
      case UInt8(ascii: "u"):
        let digits = (at &+ 2..<at &+ 6).map { bytes[$0] }
        let areHex = digits.allSatisfy {
          $0 &- 0x30 < 10 || ($0 | 0x20) &- UInt8(ascii: "a") < 6
        }
        guard areHex, digits[0] | 0x20 != UInt8(ascii: "d") || digits[1] < UInt8(ascii: "8") else {
          return false
        }
        at &+= 6
      default: return false
      }
    }
    return at == end
  }

  @inline(never)
  func anyNumberEnd(_ place: Int) -> Int {
    var at = place
    if bytes[at] == UInt8(ascii: "-") { at &+= 1 }
    let whole = at
    at = digitsEnd(at)
    if at == whole || (bytes[whole] == UInt8(ascii: "0") && at &- whole > 1) { return 0 }
    if bytes[at] == UInt8(ascii: ".") {
      let fraction = at &+ 1
      at = digitsEnd(fraction)
      if at == fraction { return 0 }
    }
    if bytes[at] | 0x20 == UInt8(ascii: "e") {
      at &+= 1
      if bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at &+= 1 }
      let exponent = at
      at = digitsEnd(at)
      if at == exponent { return 0 }
    }
    return ended(at)
  }

  @inline(__always)
  func digitsEnd(_ start: Int) -> Int {
    var at = start
    while bytes[at] &- 0x30 < 10 { at &+= 1 }
    return at
  }

  /// A place that a value may end at, or 0.
  @inline(__always)
  func ended(_ place: Int) -> Int {
    switch bytes[place] {
    case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09: place
    default: 0
    }
  }
}
