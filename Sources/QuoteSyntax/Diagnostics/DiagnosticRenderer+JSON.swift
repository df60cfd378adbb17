extension DiagnosticRenderer {
  /// An array with an object a line. Lines and columns count from 1, columns
  /// in characters; a place that no file has is left out.
  func renderJSON(_ diagnostics: [Diagnostic], sources: Sources) -> String {
    if diagnostics.isEmpty { return "[]\n" }
    let objects = diagnostics.map { diagnostic in
      var members = [
        member("id", diagnostic.id), member("severity", diagnostic.severity.rawValue),
        member("headline", diagnostic.headline),
      ]
      members += place(diagnostic.primary, sources)
      let labels = diagnostic.labels.map { "{\(place($0, sources).joined(separator: ","))}" }
      members.append("\"labels\":[\(labels.joined(separator: ","))]")
      members.append("\"help\":[\(diagnostic.help.map(Self.quoted).joined(separator: ","))]")
      return "{\(members.joined(separator: ","))}"
    }
    return "[\n\(objects.joined(separator: ",\n"))\n]\n"
  }

  private func member(_ key: String, _ text: String) -> String { "\"\(key)\":\(Self.quoted(text))" }

  private func place(_ label: Diagnostic.Label, _ sources: Sources) -> [String] {
    var members: [String] = []
    if let file = sources[label.span.file] {
      let start = file.position(of: label.span.lower)
      let end = file.position(of: label.span.upper)
      members.append(member("file", file.name))
      members.append("\"line\":\(start.line),\"column\":\(start.column)")
      members.append("\"endLine\":\(end.line),\"endColumn\":\(end.column)")
    }
    members.append(member("label", label.text))
    return members
  }

  /// A JSON text (RFC 8259).
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      case _: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
