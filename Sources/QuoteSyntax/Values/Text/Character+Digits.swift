extension Character {
  /// Whether it is one of `0` to `9`: other scripts have digits of their own.
  package var isASCIIDigit: Bool { isASCII && isNumber }
}
