import QuoteEngine
import QuoteLanguage
import QuoteLayout
package import QuoteSyntax

/// An explanation as Markdown: a heading, the waterfall as a table, and what
/// made each step as a nested list.
package struct ExplanationMarkdown: Sendable {
  package var sources: Sources

  package init(sources: Sources) { self.sources = sources }

  package func render(_ explanation: Explanation) -> String {
    var text = "## \(escaped(explanation.key))\n\n"
    switch explanation.status {
    case .quoted: text += "**\(explanation.total.text)**\n\n"
    case .declined:
      text += "Declined: \(escaped(explanation.reason))\n\n" + list(explanation.reasonDerivation, 0)
      text += explanation.reasonDerivation.isEmpty ? "" : "\n"
    case .fault: return text + "Fault: \(escaped(explanation.reason))\n"
    }
    text += table(explanation)
    text += derivations(explanation)
    if !explanation.notApplied.isEmpty {
      text += "\n### Did not apply\n\n"
      for entry in explanation.notAppliedInBrief {
        text +=
          "- `\(code(entry.what))`: \(escaped(entry.why)) "
          + "(`\(sources.address(of: entry.span))`)\n"
      }
    }
    if !explanation.readInputs.isEmpty {
      text += "\n### Read\n\n"
      for input in explanation.readInputs {
        text += "- \(escaped(input.path)): \(escaped(input.shown))\n"
      }
    }
    return text + ChangesText.markdown(explanation.changes)
  }

  private func table(_ explanation: Explanation) -> String {
    var text = "| line | amount | subtotal | rule |\n|---|---:|---:|---|\n"
    for step in explanation.steps where step.applies {
      let indent = String(repeating: "&nbsp;&nbsp;", count: step.depth)
      let reasons =
        step.reasons.isEmpty ? "" : " (\(escaped(step.reasons.joined(separator: "; "))))"
      text +=
        "| \(indent)\(escaped(step.label ?? step.name))\(reasons) | \(step.amount.text) | "
        + "\(step.running?.text ?? "") | `\(sources.address(of: step.span))` |\n"
      for instance in step.instances where instance.applies {
        text +=
          "| \(indent)&nbsp;&nbsp;\(escaped(instance.title)) | "
          + "\(instance.amount.text) | | |\n"
      }
    }
    if explanation.status == .quoted {
      text += "| **total** | | **\(explanation.total.text)** | |\n"
    }
    return text
  }

  private func derivations(_ explanation: Explanation) -> String {
    var text = ""
    for step in explanation.steps where step.applies {
      let whole = step.whole + step.instances.filter(\.applies).flatMap(\.whole)
      guard !whole.isEmpty else { continue }
      text += "\n**\(escaped(step.name))**\n\n" + list(whole, 0)
    }
    return text
  }

  private func list(_ derivations: [Derivation], _ depth: Int) -> String {
    derivations.map { derivation in
      let note = derivation.note.isEmpty ? "" : " (\(escaped(derivation.note)))"
      let said = "`\(code(derivation.text))`"
      return String(repeating: "  ", count: depth)
        + (derivation.kind == .condition
          ? "- when \(said)\(note)\n"
          : "- \(said) = \(escaped(derivation.value ?? "not given"))\(note)\n")
        + list(derivation.parts, depth + 1)
    }.joined()
  }

  /// A text between backticks, which cannot hold any.
  private func code(_ text: String) -> String { text.shown.replacing("`", with: "'") }

  private func escaped(_ text: String) -> String { text.escapedForMarkdown }
}
