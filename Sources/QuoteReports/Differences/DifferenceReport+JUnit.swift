import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// JUnit XML, as the published schema (windyroad/JUnit-Schema) has it.
extension DifferenceReport {
  /// A failed case for each of the worst bookings, unless so many may differ, and for each other
  /// reason to fail, a case with an error for each booking of which nothing could be compared
  /// (skipped, if so many may be), and one that passed for all bookings that are the same. The
  /// schema wants a moment and a host; a report names none, so that two runs write the same
  /// bytes.
  func appendSuite(_ summary: DifferenceSummary, to buffer: ByteBuffer) {
    let isAllowed = summary.new > 0 && summary.failuresOfBookings.isEmpty
    let worst = isAllowed ? [] : summary.worst
    let more = isAllowed ? 0 : summary.new - worst.count
    // Reasons to fail that no booking stands for.
    let others = summary.otherFailures
    let failures = worst.count + (more > 0 ? 1 : 0) + others.count
    let faults = FaultWords.all(summary)
    let cases = { (fails: Bool) in
      faults.filter { $0.fails == fails }
        .reduce(0) { $0 + $1.faults.count + ($1.faults.count < $1.count ? 1 : 0) }
    }
    let (errors, skipped) = (cases(true), cases(false))
    let tests = failures + errors + skipped + (isAllowed ? 2 : 1)
    buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    buffer.append(
      text: "  <testsuite package=\"quote\" id=\"0\" name=\"diff\" "
        + "timestamp=\"1970-01-01T00:00:00\" hostname=\"localhost\" tests=\"\(tests)\" "
        + "failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"0\">\n")
    append(properties: summary, to: buffer)
    append(
      case: DifferenceWords.counted(summary.same, "booking") + " the same", of: "same", to: buffer)
    if isAllowed {
      let counted = DifferenceWords.counted(summary.new, "booking")
      append(case: "\(counted) different, which is allowed", of: "allowed", to: buffer)
    }
    for some in faults { append(cases: some, to: buffer) }
    let common = Dictionary(grouping: DifferenceWords.traits(summary), by: \.departing)
    for booking in worst {
      let because = words.because(booking).map { [$0] } ?? []
      let isPriced = booking.ours == .priced && booking.theirs == .priced
      let shared = isPriced ? common[booking.departing]?.map(\.sentence) ?? [] : []
      let lines = because + shared + SideBySide(booking, words).lines(context)
      append(
        case: DifferenceWords.line(booking.key),
        of: booking.form.isEmpty ? "bookings" : DifferenceWords.line(booking.form),
        .failure(words.headline(of: booking)), lines, to: buffer)
    }
    if more > 0 {
      let message = "\(more) more bookings differ"
      append(case: "more", of: "bookings", .failure(message), to: buffer)
    }
    for sentence in others {
      append(
        case: sentence, of: "comparison", .failure(sentence), summary.notes, to: buffer)
    }
    buffer.append("    <system-out></system-out>\n    <system-err></system-err>\n")
    buffer.append("  </testsuite>\n</testsuites>\n")
  }

  private func append(cases some: FaultWords, to buffer: ByteBuffer) {
    let group = some.kind.rawValue
    for fault in some.faults {
      let result: CaseResult =
        some.fails ? .error(fault.reason, fault.message) : .skipped(fault.message)
      append(
        case: FaultWords.name(fault), of: group, result, [FaultWords.line(fault)], to: buffer)
    }
    let more = some.count - some.faults.count
    guard more > 0 else { return }
    let message = "\(more) more: `--format jsonl` lists all"
    append(
      case: "more", of: group, some.fails ? .error(group, message) : .skipped(message), [],
      to: buffer)
  }

  private func append(properties summary: DifferenceSummary, to buffer: ByteBuffer) {
    let properties: KeyValuePairs = [
      "records": "\(summary.records)", "same": "\(summary.same)",
      "different": "\(summary.different)", "accepted": "\(summary.accepted)",
      "known": "\(summary.known)", "not comparable": "\(summary.notComparable)",
      "above": summary.above.description, "below": summary.below.description,
    ]
    buffer.append("    <properties>\n")
    for (name, value) in properties {
      buffer.append(text: "      <property name=\"\(name)\" value=\"\(Self.xml(value))\"/>\n")
    }
    buffer.append("    </properties>\n")
  }

  private enum CaseResult {
    case passed
    case failure(String)
    case error(String, String)
    case skipped(String)
  }

  private func append(
    case name: String, of group: String, _ result: CaseResult = .passed, _ lines: [String] = [],
    to buffer: ByteBuffer
  ) {
    buffer.append(
      text: "    <testcase classname=\"\(Self.xml(group))\" name=\"\(Self.xml(name))\" time=\"0\"")
    let tag: String
    let start: String
    switch result {
    case .passed: return buffer.append("/>\n")
    case .failure(let message):
      (tag, start) = ("failure", " type=\"difference\" message=\"\(Self.xml(message))\"")
    case .error(let type, let message):
      (tag, start) = ("error", " type=\"\(Self.xml(type))\" message=\"\(Self.xml(message))\"")
    case .skipped(let message): (tag, start) = ("skipped", " message=\"\(Self.xml(message))\"")
    }
    let text = lines.map { Self.xml($0) }.joined(separator: "\n")
    buffer.append(text: ">\n      <\(tag)\(start)>\(text)</\(tag)>\n    </testcase>\n")
  }

  /// Text that may stand between tags and in attributes, with the escapes of the text report for
  /// marks that turn or hide what is around them: build servers show it to people. Characters that
  /// XML cannot hold are among these.
  static func xml(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n": escaped.unicodeScalars.append(scalar)
      case _ where String.steers(scalar): escaped += String.escape(scalar)
      case _: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
