import QuoteEngine
import QuoteLanguage
import QuoteLayout
package import QuoteSyntax

/// Explanations as one self-contained HTML page: each waterfall drawn, its
/// rows unfolding to their derivation, the rules beside it with the lines that
/// fired marked. No script, no request to anywhere, no folder of the machine that made it.
package struct ExplanationPage: Sendable {
  package var title: String
  package var sources: Sources
  /// What was asked for; where the page is looked at the rules are there anyway.
  package var listing: RulesListing.Extent?

  package init(title: String, sources: Sources, listing: RulesListing.Extent? = nil) {
    self.title = title
    self.sources = sources
    self.listing = listing
  }

  package func render(_ explanations: [Explanation]) -> String {
    let rules = RulesListing(explanations, sources: sources, extent: listing ?? .rules)
    let writer = ExplanationPageWriter(
      title: title, sources: sources, rules: rules, isListingPrinted: listing != nil)
    return writer.render(explanations)
  }
}

private struct ExplanationPageWriter {
  let title: String
  let sources: Sources
  let rules: RulesListing
  let isListingPrinted: Bool

  func render(_ explanations: [Explanation]) -> String {
    let listed = rules.html
    let marked = RulesListing.style(quotes: explanations.count)
    let aside = isListingPrinted ? "<aside>" : "<aside class=\"unprinted\">"
    return """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title.escapedForHTML)</title>
    <style>\(PageStyle.ofEveryPage)
    \(Documents.explanationCSS)\(marked)</style></head><body>
    <header><h1>\(title.escapedForHTML)</h1>\(index(explanations))</header>
    <main\(listed.isEmpty ? " class=\"alone\"" : "")><div class="quotes">
    \(explanations.enumerated().map { quote($1, number: $0) }.joined(separator: "\n"))
    </div>\(listed.isEmpty ? "" : "\n\(aside)\(listed)</aside>")</main></body></html>

    """
  }

  private func index(_ explanations: [Explanation]) -> String {
    guard explanations.count > 1 else { return "" }
    return "<nav>"
      + explanations.enumerated().map { number, explanation in
        "<a href=\"#q\(number)\">\(explanation.key.escapedForHTML)</a>"
      }.joined(separator: " ") + "</nav>"
  }

  private func quote(_ explanation: Explanation, number: Int) -> String {
    var text = "<article id=\"q\(number)\"><h2>\(explanation.key.escapedForHTML)"
    switch explanation.status {
    case .quoted: text += " <b class=\"total\">\(explanation.total.text.escapedForHTML)</b></h2>"
    case .declined, .fault:
      text +=
        " <b class=\"no\">\(explanation.status.rawValue)</b></h2>"
        + "<p class=\"reason\">\(explanation.reason.escapedForHTML) "
        + "\(link(explanation.reasonSpan))</p>"
        + (explanation.reasonDerivation.isEmpty
          ? "" : "<div class=\"why\">\(list(explanation.reasonDerivation))</div>")
    }
    if !explanation.steps.isEmpty {
      let drawing = WaterfallDrawing(explanation)
      text += "<div class=\"steps\" style=\"\(Self.widths(explanation))\">"
      for (index, step) in explanation.steps.enumerated() where step.applies {
        text += self.step(step, bar: drawing.svg(step: index))
      }
      if explanation.status == .quoted {
        text +=
          "<div class=\"entry sum\"><span class=\"name\">total</span>\(drawing.totalSVG)"
          + "<span class=\"amount\"></span>"
          + "<span class=\"running\">\(explanation.total.text.escapedForHTML)</span></div>"
      }
      text += "</div>"
    }
    return text + details("what was read", explanation.inputs.map {
      ($0.path, $0.value == nil && $0.written == nil ? nil : $0.shown)
    })
      + details(
        "outputs", explanation.outputs.map { ($0.name, $0.value) },
        below: explanation.outputs.map { list($0.derivation) })
      + whyNot(explanation) + ChangesText.html(explanation.changes) + "</article>"
  }

  /// How wide the columns of a waterfall are, so that every row has them alike.
  private static func widths(_ explanation: Explanation) -> String {
    let steps = explanation.steps.filter(\.applies)
    let names = steps.map { 2 * $0.depth + $0.name.count + ($0.label.map { $0.count + 2 } ?? 0) }
    let amounts = steps.map(\.amount.text.count)
    let running = steps.compactMap(\.running?.text.count) + [explanation.total.text.count]
    return "--name:\((names.max() ?? 0) + 3)ch;--amount:\(amounts.max() ?? 0)ch;"
      + "--running:\((running.max() ?? 0) + 1)ch"
  }

  private func step(_ step: ExplainedStep, bar: String) -> String {
    let body =
      reasons(step.reasons) + list(step.whole)
      + step.instances.filter(\.applies).map {
        "<div class=\"instance\"><span>\($0.title.escapedForHTML)</span>"
          + "<span class=\"amount\">\($0.amount.text.escapedForHTML)</span></div>"
          + reasons($0.reasons) + list($0.whole)
      }.joined()
    let isSum = step.kind == .subtotal
    let amount = isSum && step.amount.isZero ? "" : step.amount.text.escapedForHTML
    let classes = isSum ? " sum" : step.amount.isZero ? " nothing" : ""
    let head =
      "<span class=\"name\" style=\"margin-left:\(step.depth)em\">"
      + "\(heading(of: step))</span>\(bar)<span class=\"amount\">\(amount)</span>"
      + "<span class=\"running\">\((step.running?.text ?? "").escapedForHTML)</span>"
    return
      "<details><summary class=\"entry\(classes)\">\(head)</summary>"
      + "<div class=\"why\">\(link(step.span))\(body)</div></details>"
  }

  private func heading(of step: ExplainedStep) -> String {
    let name = step.name.nameForHTML
    return step.label.map { "\(name): \($0.escapedForHTML)" } ?? name
  }

  private func reasons(_ reasons: [String]) -> String {
    reasons.map { "<p class=\"because\">\($0.escapedForHTML)</p>" }.joined()
  }

  private func list(_ derivations: [Derivation]) -> String {
    guard !derivations.isEmpty else { return "" }
    return "<ul>"
      + derivations.map { derivation in
        let isCondition = derivation.kind == .condition
        let value = derivation.value?.escapedForHTML ?? "<i>not given</i>"
        let note =
          derivation.note.isEmpty ? "" : " <small>\(derivation.note.escapedForHTML)</small>"
        return
          "<li class=\"\(derivation.kind.rawValue)\">\(isCondition ? "when " : "")<code>"
          + "\(derivation.text.escapedForHTML)</code>\(isCondition ? "" : " = \(value)")\(note) "
          + link(derivation.span) + list(derivation.parts) + "</li>"
      }.joined() + "</ul>"
  }

  private func details(
    _ name: String, _ rows: [(String, String?)], below: [String] = []
  ) -> String {
    guard !rows.isEmpty else { return "" }
    return "<details><summary class=\"more\"><span class=\"name\">\(name)</span></summary><table>"
      + rows.enumerated().map { index, row in
        "<tr><th>\(row.0.escapedForHTML)</th><td>"
          + "\(row.1?.escapedForHTML ?? "<i>not given</i>")"
          + (below.isEmpty ? "" : below[index]) + "</td></tr>"
      }.joined() + "</table></details>"
  }

  private func whyNot(_ explanation: Explanation) -> String {
    guard !explanation.notApplied.isEmpty else { return "" }
    return "<details><summary class=\"more\"><span class=\"name\">"
      + "what did not apply</span></summary><table>"
      + explanation.notAppliedInBrief.map {
        "<tr><th>\($0.what.escapedForHTML)</th><td>\($0.why.escapedForHTML) "
          + "\(link($0.span))</td></tr>"
      }.joined() + "</table></details>"
  }

  private func link(_ span: SourceSpan) -> String {
    guard let file = sources[span.file] else { return "" }
    let line = file.position(of: span.lower).line
    let address = sources.pageAddress(of: span).escapedForHTML
    guard rules.has(line, of: span.file) else { return "<span class=\"place\">\(address)</span>" }
    return "<a class=\"place\" href=\"#f\(span.file)l\(line)\">\(address)</a>"
  }
}
