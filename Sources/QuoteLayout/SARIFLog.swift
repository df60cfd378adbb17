package import QuoteSyntax

/// SARIF 2.1.0 (OASIS): results of a static analysis, which code hosts show beside the lines.
package struct SARIFLog {
  /// The version of this program.
  var version: String
  /// The kinds of findings, as objects of the format: `rule`s in its words.
  var rules: [String]
  /// The findings, as objects of the format.
  var results: [String]
  /// How the run went, as an object of the format.
  var invocation: String

  /// Everything but the version is JSON already.
  package init(version: String, rules: [String], results: [String], invocation: String) {
    self.version = version
    self.rules = rules
    self.results = results
    self.invocation = invocation
  }

  /// The whole log, with one run.
  package var text: String {
    let driver = JSONParts.object([
      "name": JSONParts.text("quote"), "version": JSONParts.text(version),
      "semanticVersion": JSONParts.text(version), "rules": JSONParts.lines(rules),
    ])
    return JSONParts.object([
      "$schema": JSONParts.text("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": JSONParts.text("2.1.0"),
      "runs": JSONParts.array([
        JSONParts.object([
          "tool": JSONParts.object(["driver": driver]),
          "columnKind": JSONParts.text("unicodeCodePoints"),
          "invocations": JSONParts.array([invocation]),
          "results": JSONParts.lines(results),
        ])
      ]),
    ])
  }

  /// What a finding says, as an object of the format. Code hosts and editors show it: it has no
  /// marks that steer a terminal, and no line of any length.
  package static func message(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.map { String($0).shown(atMost: 4000) }.joined(separator: "\n")
    return JSONParts.object(["text": JSONParts.text(shown)])
  }

  /// A line of a file; the first of `other` where there is no place, for code hosts take no place
  /// without a line.
  package static func location(_ place: RulePlace?, other: String) -> String {
    let region = JSONParts.object([
      "startLine": "\(place?.line ?? 1)", "startColumn": place.map { "\($0.column)" },
    ])
    return JSONParts.object([
      "physicalLocation": JSONParts.object([
        "artifactLocation": JSONParts.object([
          "uri": JSONParts.text(address(place?.file ?? other))
        ]),
        "region": region,
      ])
    ])
  }

  /// A path as a URI reference (RFC 3986), relative where the path is.
  private static func address(_ path: String) -> String {
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
