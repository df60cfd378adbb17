extension Span where Element == UInt8 {
  /// The number that exactly `count` ASCII digits at `start` spell; nil if
  /// one of them is missing or something else. At most 18 digits.
  package func digits(at start: Int, count width: Int) -> Int? {
    guard start >= 0, start + width <= count else { return nil }
    var value = 0
    for index in start..<start + width {
      let digit = self[index] &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }

  /// Whether this very byte stands at `index`; no where the text is shorter.
  func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
    index >= 0 && index < count && self[index] == UInt8(ascii: character)
  }
}
