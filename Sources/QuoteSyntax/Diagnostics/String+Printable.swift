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

  /// Like `printable`, but line ends stay: for texts that are printed in full.
  package var printableLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).printable }
      .joined(separator: "\n")
  }

  /// Like `printable`, but a long text loses its middle, so that it does not push everything else
  /// out of sight. It is for texts of bookings, files and other programs in messages and pages.
  package var shown: String { shown(atMost: 1000) }

  package func shown(atMost length: Int) -> String {
    if utf8.count <= length, utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    let scalars = unicodeScalars
    // A text of so many bytes has at least a quarter as many scalars.
    guard utf8.count > length, scalars.count > length else { return printable }
    let tail = length / 3
    return String(scalars.prefix(length - 1 - tail)).printable + "…"
      + String(scalars.suffix(tail)).printable
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
