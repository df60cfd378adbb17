extension String {
  /// The same on one line, whatever it holds: line ends and marks that steer a terminal are
  /// written as escapes.
  package var printable: String {
    guard unicodeScalars.contains(where: { Self.steers($0) }) else { return self }
    return unicodeScalars.reduce(into: "") { line, scalar in
      if Self.steers(scalar) {
        line += Self.escape(scalar)
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
  }

  /// Whether a scalar is no mark on paper.
  package static func steers(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F }
    // Joiners are part of words in some scripts, and of emoji.
    if scalar == "\u{200C}" || scalar == "\u{200D}" { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned,
      .privateUse:
      return true
    case _: return false
    }
  }

  package static func escape(_ scalar: Unicode.Scalar) -> String {
    scalar == "\n" ? "\\n" : "\\u{\(String(scalar.value, radix: 16))}"
  }
}
