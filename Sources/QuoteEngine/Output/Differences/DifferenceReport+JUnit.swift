/// JUnit XML, as the published schema of Jenkins' reader has it.
extension DifferenceReport {
  func appendSuite(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    let shown = summary.worst.count
    let tests = max(summary.different, shown) + summary.same
    buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    buffer.append(
      text: "<testsuites tests=\"\(tests)\" failures=\"\(summary.different)\">\n"
        + "  <testsuite name=\"quote diff\" tests=\"\(tests)\" "
        + "failures=\"\(summary.different)\" errors=\"0\" skipped=\"0\">\n")
    for booking in summary.worst {
      let message = DifferenceText.headline(of: booking, currency: currency)
      buffer.append(
        text: "    <testcase classname=\"\(Self.xml(booking.form))\" "
          + "name=\"\(Self.xml(booking.key))\">\n"
          + "      <failure type=\"difference\" message=\"\(Self.xml(message))\">")
      for line in DifferenceText.sides(of: booking) { buffer.append(text: Self.xml(line) + "\n") }
      buffer.append("</failure>\n    </testcase>\n")
    }
    if summary.different > shown {
      buffer.append(
        text: "    <testcase classname=\"\" name=\"more\">\n      <failure type=\"difference\" "
          + "message=\"\(summary.different - shown) more bookings differ\"/>\n    </testcase>\n")
    }
    buffer.append("  </testsuite>\n</testsuites>\n")
  }

  /// Text that may stand between tags and in attributes; characters that XML
  /// cannot hold become `?`.
  static func xml(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped.unicodeScalars.append(scalar)
      case _:
        let isHeld = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
        escaped.unicodeScalars.append(isHeld ? scalar : "?")
      }
    }
    return escaped
  }
}
