import QuoteLint
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Edits of what bookings contain and how they are written.
extension RulesDifference {
  mutating func findInputs() {
    for input in pair.after.inputs {
      let name = input.name.value
      let old = pair.before.inputs.first { $0.name.value == name }
      if let old {
        add(.input(name), findings(old, input), of: name, at: input.name.span)
      } else if InputWords.isRequired(input) {
        add(.input(name), name, before: "", after: told(input), at: input.name.span)
      }
    }
  }

  private func told(_ input: InputDeclaration) -> String {
    EditWords.line(InputWords.told(input, in: pair.sources))
  }

  private func findings(_ old: InputDeclaration, _ new: InputDeclaration) -> EditFindings {
    var findings = EditFindings()
    guard case .list(let a) = old, case .list(let b) = new else {
      findings.add("", told(old), told(new))
      return findings
    }
    addFindings(of: a, b, below: "", to: &findings)
    return findings
  }

  private func addFindings(
    of old: ListDeclaration, _ new: ListDeclaration, below path: String,
    to findings: inout EditFindings
  ) {
    for field in new.fields {
      let name = field.name.value
      guard let before = old.fields.first(where: { $0.name.value == name }) else {
        findings.add(path + name, "", told(field))
        continue
      }
      if case .list(let a) = before, case .list(let b) = field {
        addFindings(of: a, b, below: path + name + ".", to: &findings)
      } else {
        findings.add(path + name, told(before), told(field))
      }
    }
    for field in old.fields
    where !new.fields.contains(where: { $0.name.value == field.name.value }) {
      findings.add(path + field.name.value, told(field), "")
    }
    func formula(_ formula: Formula?) -> String { formula.map { text($0.span) } ?? "" }
    findings.add(path + "keep", formula(old.keep), formula(new.keep))
    findings.add(path + "from", sources(old), sources(new))
    func most(_ list: ListDeclaration) -> String { list.atMost.map { "\($0.value)" } ?? "" }
    findings.add(path + "at_most", most(old), most(new))
    findings.add(path + "cell", old.cell?.value ?? "", new.cell?.value ?? "")
  }

  private func sources(_ list: ListDeclaration) -> String {
    let all = list.sources.map { source -> String in
      switch source {
      case .path(let path): path.written
      case .itself: "itself"
      case .extra(_, _, let span): text(span)
      }
    }
    return all.joined(separator: ", ") + (list.otherIsMissing ? ", other is missing" : "")
  }

  /// How files of bookings are written.
  mutating func findBookings() {
    let (old, new) = (pair.before.bookings, pair.after.bookings)
    func said(_ texts: [Spanned<String>]) -> String {
      texts.map { "\"\($0.value)\"" }.joined(separator: " or ")
    }
    var findings = EditFindings()
    for kind in NotationKind.allCases {
      findings.add(kind.rawValue, said(old.written[kind] ?? []), said(new.written[kind] ?? []))
    }
    findings.add("nothing", said(old.nothing), said(new.nothing))
    findings.add(
      "header", old.header.map { "\($0.value)" } ?? "", new.header.map { "\($0.value)" } ?? "")
    findings.add("total", said(old.total), said(new.total))
    func short(_ bookings: BookingsDeclaration) -> String {
      bookings.shortRows.map { $0.value ? "yes" : "no" } ?? ""
    }
    findings.add("short_rows", short(old), short(new))
    let places = (new.nothing + new.written.values.flatMap(\.self)).map(\.span)
    let span = places.first ?? pair.after.header.name?.span ?? .nowhere
    add(.bookings, findings, of: "bookings", at: span)
  }
}
