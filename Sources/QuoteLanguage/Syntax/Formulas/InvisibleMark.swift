/// Characters that look like a space or like nothing, as copied text brings them.
enum InvisibleMark {
  /// Whether a character cannot be seen, and is no plain space, tab or line end.
  static func isOne(_ scalar: Unicode.Scalar) -> Bool {
    !scalar.isASCII
      && (scalar.properties.isWhitespace || scalar.properties.generalCategory == .format)
  }

  /// What the first one in a text is called: `an invisible character, U+00A0,`; nil if there is
  /// none.
  static func first(in text: String) -> String? {
    text.unicodeScalars.first(where: isOne).map { "\(called($0))," }
  }

  static func called(_ scalar: Unicode.Scalar) -> String {
    let number = String(scalar.value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: 4 - min(4, number.count))
    return "an invisible character, U+\(zeros)\(number)"
  }
}
