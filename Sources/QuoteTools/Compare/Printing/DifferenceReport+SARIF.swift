import QuoteEngine
import QuoteLanguage

/// SARIF 2.1.0 (OASIS): results of a static analysis, which code hosts show
/// beside the lines. The rules of SARIF are the kinds of differences here.
extension DifferenceReport {
  /// The whole log, with one run.
  func log(_ summary: DifferenceSummary) -> String {
    let kinds = DifferenceKind.all(summary)
    let numbers = Dictionary(uniqueKeysWithValues: kinds.enumerated().map { ($1.id, $0) })
    let faults = FaultWords.all(summary)
    let results =
      faults.enumerated().flatMap { index, some in
        some.faults.map { result($0, kinds.count + index, fails: some.fails) }
      }
      + summary.worst.map { booking in
        let number = numbers[DifferenceKind.id(of: booking)]
        return result(booking, number, number.map { kinds[$0] })
      }
    return JSONParts.object([
      "$schema": JSONParts.text("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": JSONParts.text("2.1.0"),
      "runs": JSONParts.array([
        JSONParts.object([
          "tool": JSONParts.object(["driver": driver(kinds, faults)]),
          "invocations": JSONParts.array([invocation(summary)]),
          "results": JSONParts.lines(results),
        ])
      ]),
    ])
  }

  private func driver(_ kinds: [DifferenceKind], _ faults: [FaultWords]) -> String {
    JSONParts.object([
      "name": JSONParts.text("quote"), "version": JSONParts.text(context.version),
      "semanticVersion": JSONParts.text(context.version),
      "rules": JSONParts.lines(kinds.map { rule($0) } + faults.map { rule($0) }),
    ])
  }

  private func rule(_ kind: DifferenceKind) -> String {
    let title = "A booking \(kind.title)"
    let full = ["\(title): \(words.sum(kind.group))"] + kind.common.map(\.sentence)
    return JSONParts.object([
      "id": JSONParts.text(kind.id), "shortDescription": message(title),
      "fullDescription": message(full.joined(separator: "; ")), "help": message(kind.help),
      "defaultConfiguration": JSONParts.object(["level": JSONParts.text("error")]),
    ])
  }

  private func rule(_ faults: FaultWords) -> String {
    let help: String
    switch faults.kind {
    case .unanswered: help = "`quote diff --live` with `--record` and `--resume` asks them again."
    case .unreadable: help = "Correct the record, or allow some: `--fail-on 'unreadable>5'`."
    }
    return JSONParts.object([
      "id": JSONParts.text(Self.id(faults.kind)), "shortDescription": message(faults.title),
      "fullDescription": message(faults.sentence), "help": message(help),
      "defaultConfiguration": JSONParts.object(["level": JSONParts.text("error")]),
    ])
  }

  private static func id(_ kind: ComparisonFault.Kind) -> String { "fault/\(kind.rawValue)" }

  private func result(_ fault: ComparisonFault, _ number: Int, fails: Bool) -> String {
    JSONParts.object([
      "ruleId": JSONParts.text(Self.id(fault.kind)), "ruleIndex": "\(number)",
      "level": JSONParts.text(fails ? "error" : "note"),
      "message": message(FaultWords.line(fault)), "locations": JSONParts.array([location(nil)]),
      "partialFingerprints": JSONParts.object([
        "booking/v1": JSONParts.text("\(fault.kind.rawValue) \(FaultWords.name(fault))")
      ]),
      "properties": json(fault: fault),
    ])
  }

  private func result(
    _ booking: BookingDifference, _ number: Int?, _ kind: DifferenceKind?
  ) -> String {
    let because = words.because(booking).map { [$0] } ?? []
    let lines =
      [words.headline(of: booking)] + because + (kind?.common.map(\.sentence) ?? [])
      + SideBySide(booking, words).lines(context)
    let isOfAll = kind?.common.first?.isNearlyAll == true
    return JSONParts.object([
      "ruleId": JSONParts.text(DifferenceKind.id(of: booking)),
      "ruleIndex": number.map { "\($0)" },
      "level": JSONParts.text("error"), "message": message(lines.joined(separator: "\n")),
      "locations": JSONParts.array([location(isOfAll ? kind?.place : booking.place)]),
      "partialFingerprints": JSONParts.object([
        "booking/v1": JSONParts.text("\(booking.form) \(booking.key)")
      ]),
      "properties": json(booking: booking),
    ])
  }

  /// A line of the rules; the first where none is to blame, for code hosts take
  /// no place without a line.
  private func location(_ place: RulePlace?) -> String {
    let region = JSONParts.object(["startLine": "\(place?.line ?? 1)"])
    return JSONParts.object([
      "physicalLocation": JSONParts.object([
        "artifactLocation": JSONParts.object([
          "uri": JSONParts.text(Self.address(place?.file ?? context.rules))
        ]),
        "region": region,
      ])
    ])
  }

  private func invocation(_ summary: DifferenceSummary) -> String {
    var notes = words.sentences(summary) + summary.failures
    let more = summary.new - summary.worst.count
    if more > 0 {
      notes.append("the worst \(summary.worst.count) are results here, \(more) more differ")
    }
    if summary.faults.more > 0 {
      notes.append(
        "the first \(summary.faults.first.count) of which nothing could be compared are results "
          + "here, \(summary.faults.more) more are not")
    }
    let isDone = summary.failuresOfFaults.isEmpty && !summary.endedEarly
    return JSONParts.object([
      "executionSuccessful": "\(isDone)",
      "toolExecutionNotifications": JSONParts.array(
        notes.map { note in
          JSONParts.object(["level": JSONParts.text("note"), "message": message(note)])
        }),
    ])
  }

  private func message(_ text: String) -> String {
    JSONParts.object(["text": JSONParts.text(text)])
  }

  /// A path as a URI reference (RFC 3986), relative where the path is.
  static func address(_ path: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
    var text = path.hasPrefix("/") ? "file://" : ""
    for byte in path.utf8 {
      if plain.contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        let hex = String(byte, radix: 16, uppercase: true)
        text += "%" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return text
  }
}
