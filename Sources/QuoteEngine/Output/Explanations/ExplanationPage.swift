/// Explanations as one self-contained HTML page: each waterfall drawn, its
/// rows unfolding to their derivation, the rules beside it with the lines that
/// fired marked. No script, no request to anywhere.
public struct ExplanationPage: Sendable {
  public var title: String
  public var sources: Sources

  public init(title: String, sources: Sources) {
    self.title = title
    self.sources = sources
  }

  public func render(_ explanations: [Explanation]) -> String {
    """
    <!doctype html>
    <html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(title.escapedForHTML)</title>
    <style>\(Self.style)</style></head><body>
    <header><h1>\(title.escapedForHTML)</h1>\(index(explanations))</header>
    <main><div class="quotes">
    \(explanations.enumerated().map { quote($1, number: $0) }.joined(separator: "\n"))
    </div>
    <aside>\(rules(fired: fired(explanations)))</aside></main></body></html>

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
    case .quoted: text += " <b class=\"total\">\(explanation.total.escapedForHTML)</b></h2>"
    case .declined, .fault:
      text +=
        " <b class=\"no\">\(explanation.status.rawValue)</b></h2>"
        + "<p class=\"reason\">\(explanation.reason.escapedForHTML) "
        + "\(link(explanation.reasonSpan))</p>"
    }
    if explanation.status != .fault {
      text += WaterfallDrawing(explanation).svg
      text += "<div class=\"steps\">"
      text += explanation.steps.filter(\.applies).map(step).joined()
      text += "</div>"
    }
    return text + details("what was read", explanation.inputs.map { ($0.path, $0.value) })
      + details("outputs", explanation.outputs.map { ($0.name, $0.value) })
      + whyNot(explanation) + "</article>"
  }

  private func step(_ step: ExplainedStep) -> String {
    let body =
      reasons(step.reasons) + list(step.derivation)
      + step.instances.filter(\.applies).map {
        "<div class=\"instance\"><span>\(($0.label ?? $0.element).escapedForHTML)</span>"
          + "<span class=\"amount\">\($0.amount.escapedForHTML)</span></div>"
          + reasons($0.reasons) + list($0.derivation)
      }.joined()
    let head =
      "<span class=\"name\" style=\"padding-left:\(step.depth)em\">"
      + "\((step.label ?? step.name).escapedForHTML)</span>"
      + "<span class=\"amount\">\(step.amount.escapedForHTML)</span>"
      + "<span class=\"running\">\((step.running ?? "").escapedForHTML)</span>"
    return
      "<details class=\"step \(step.kind == .subtotal ? "subtotal" : "")\"><summary>"
      + "\(head)</summary>"
      + "<div class=\"why\">\(link(step.span))\(body)</div></details>"
  }

  private func reasons(_ reasons: [String]) -> String {
    reasons.map { "<p class=\"because\">\($0.escapedForHTML)</p>" }.joined()
  }

  private func list(_ derivations: [Derivation]) -> String {
    guard !derivations.isEmpty else { return "" }
    return "<ul>"
      + derivations.map { derivation in
        let value = derivation.value?.escapedForHTML ?? "<i>not given</i>"
        let note =
          derivation.note.isEmpty ? "" : " <small>\(derivation.note.escapedForHTML)</small>"
        return
          "<li class=\"\(derivation.kind.rawValue)\"><code>"
          + "\(derivation.text.escapedForHTML)</code> = \(value)\(note) "
          + link(derivation.span) + list(derivation.parts) + "</li>"
      }.joined() + "</ul>"
  }

  private func details(_ name: String, _ rows: [(String, String?)]) -> String {
    guard !rows.isEmpty else { return "" }
    return "<details><summary class=\"more\">\(name)</summary><table>"
      + rows.map {
        "<tr><th>\($0.0.escapedForHTML)</th><td>"
          + "\($0.1?.escapedForHTML ?? "<i>not given</i>")</td></tr>"
      }.joined() + "</table></details>"
  }

  private func whyNot(_ explanation: Explanation) -> String {
    guard !explanation.notApplied.isEmpty else { return "" }
    return "<details><summary class=\"more\">what did not apply</summary><table>"
      + explanation.notApplied.map {
        "<tr><th>\($0.what.escapedForHTML)</th><td>\($0.why.escapedForHTML) "
          + "\(link($0.span))</td></tr>"
      }.joined() + "</table></details>"
  }

  // MARK: - The rules beside it

  private func link(_ span: SourceSpan) -> String {
    guard let file = sources[span.file] else { return "" }
    let line = file.position(of: span.lower).line
    return
      "<a class=\"place\" href=\"#f\(span.file)l\(line)\">"
      + "\(sources.address(of: span).escapedForHTML)</a>"
  }

  private func fired(_ explanations: [Explanation]) -> [Int32: Set<Int>] {
    var lines: [Int32: Set<Int>] = [:]
    func mark(_ span: SourceSpan) {
      guard let file = sources[span.file] else { return }
      lines[span.file, default: []].insert(file.position(of: span.lower).line)
    }
    func mark(_ derivations: [Derivation]) {
      for derivation in derivations {
        if derivation.kind == .row || derivation.kind == .named || derivation.kind == .bracket {
          mark(derivation.span)
        }
        mark(derivation.parts)
      }
    }
    for explanation in explanations {
      for step in explanation.steps where step.applies {
        mark(step.span)
        mark(step.derivation)
        for instance in step.instances where instance.applies { mark(instance.derivation) }
      }
      if explanation.status == .declined { mark(explanation.reasonSpan) }
    }
    return lines
  }

  private func rules(fired: [Int32: Set<Int>]) -> String {
    sources.files.indices.compactMap { index -> String? in
      let file = sources.files[index]
      let marks = fired[Int32(index)] ?? []
      guard file.lineStarts.count < 5000 else { return nil }
      let lines = (1...file.lineStarts.count).map { number in
        "<span id=\"f\(index)l\(number)\"\(marks.contains(number) ? " class=\"hit\"" : "")>"
          + "<i>\(number)</i>\(file.line(number).escapedForHTML)</span>"
      }
      return "<h3>\(file.name.escapedForHTML)</h3><pre>\(lines.joined(separator: "\n"))</pre>"
    }.joined()
  }

  static let style = """
    :root{--paper:#fff;--ink:#1d2329;--soft:#66707a;--line:#dfe3e8;--band:#f5f7f9;--up:#2f6fab;--down:#2d8a57;\
    --sum:#8a94a0;--hit:#fff3c4;--no:#b3261e}
    @media(prefers-color-scheme:dark){:root{--paper:#14181c;--ink:#e6eaee;--soft:#97a1ab;--line:#2b3238;\
    --band:#1c2126;--up:#6aa9e6;--down:#64c08d;--sum:#76818c;--hit:#40391a;--no:#ff8a80}}
    *{box-sizing:border-box}
    body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.45 system-ui,sans-serif}
    header{padding:1.2rem 1.6rem .4rem}h1{font-size:1.15rem;margin:0;font-weight:600}
    nav a{margin-right:.8em}a{color:var(--up);text-decoration:none}a:hover{text-decoration:underline}
    main{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,44rem);gap:1.6rem;padding:.6rem 1.6rem 3rem}
    article{margin-bottom:2.6rem}h2{font-size:1.3rem;margin:.6rem 0}h2 b{float:right;font-variant-numeric:tabular-nums}
    .no,.reason{color:var(--no)}svg{width:100%;height:auto;display:block;margin:.6rem 0 1rem}
    svg text{fill:var(--ink);font:13px system-ui,sans-serif}svg .dim{fill:var(--soft)}
    .step{border-top:1px solid var(--line)}summary{cursor:pointer;display:flex;gap:1rem;padding:.38rem .2rem;list-style:none}
    summary::-webkit-details-marker{display:none}summary:hover{background:var(--band)}.name{flex:1}
    summary .name::before{content:"▸";color:var(--soft);display:inline-block;width:1.1em}
    details[open]>summary .name::before{content:"▾"}.subtotal .name{font-weight:600}
    .amount,.running{min-width:6.5em;text-align:right;font-variant-numeric:tabular-nums}.running{color:var(--soft)}
    .why{padding:.2rem .2rem .8rem 1.4rem}.why ul{margin:.2rem 0;padding-left:1.1rem}.why li{margin:.12rem 0}
    .instance{display:flex;justify-content:space-between;margin-top:.5rem;font-weight:500}
    .because{margin:.2rem 0;color:var(--down)}.rounding{color:var(--soft)}small{color:var(--soft)}
    code{font:13px ui-monospace,monospace}.place{font:12px ui-monospace,monospace;color:var(--soft);white-space:nowrap}
    .more{color:var(--soft);border-top:1px solid var(--line)}table{border-collapse:collapse;width:100%}
    th{text-align:left;font-weight:400;color:var(--soft);padding:.15rem 1rem .15rem .2rem;vertical-align:top}
    td{padding:.15rem 0;overflow-wrap:anywhere}
    aside{position:sticky;top:0;max-height:100vh;overflow:auto;border-left:1px solid var(--line);padding-left:1.2rem}
    h3{font-size:.9rem;margin:.6rem 0;color:var(--soft)}pre{margin:0;font:12px/1.5 ui-monospace,monospace;overflow-x:auto}
    pre span{display:block;min-height:1.5em}pre i{display:inline-block;width:3.2em;color:var(--soft);font-style:normal;user-select:none}
    .hit{background:var(--hit)}pre span:target{outline:2px solid var(--up)}
    @media(max-width:1000px){main{grid-template-columns:minmax(0,1fr)}aside{position:static;max-height:none;border-left:0;padding:0}}
    """
}

extension String {
  /// Safe inside elements and quoted attributes.
  var escapedForHTML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
