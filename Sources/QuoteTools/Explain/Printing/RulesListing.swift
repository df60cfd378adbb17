import QuoteEngine
import QuoteLanguage

/// The rules beside explanations: every file with its lines, those that fired marked.
struct RulesListing {
  private let sources: Sources
  /// The positions of the quotes in which a line fired, by file and line.
  private var marks: [Int32: [Int: Set<Int>]] = [:]
  /// Lines of tables that were asked and gave nothing from there, by file.
  private var asked: [Int32: Set<Int>] = [:]

  init(_ explanations: [Explanation], sources: Sources) {
    self.sources = sources
    for (number, explanation) in explanations.enumerated() {
      for step in explanation.steps where step.applies {
        mark(step.span, number)
        mark(step.derivation, number)
        for instance in step.instances where instance.applies {
          mark(instance.derivation, number)
        }
      }
      for output in explanation.outputs { mark(output.derivation, number) }
      if explanation.status == .declined { mark(explanation.reasonSpan, number) }
      mark(explanation.reasonDerivation, number)
    }
  }

  private mutating func mark(_ span: SourceSpan, _ quote: Int, hasFired: Bool = true) {
    guard let file = sources[span.file] else { return }
    let line = file.position(of: span.lower).line
    guard hasFired else {
      asked[span.file, default: []].insert(line)
      return
    }
    marks[span.file, default: [:]][line, default: []].insert(quote)
  }

  private mutating func mark(_ derivations: [Derivation], _ quote: Int) {
    for derivation in derivations {
      switch derivation.kind {
      case .row, .named, .bracket, .formula, .element:
        mark(derivation.span, quote, hasFired: derivation.hasFired)
      case .input, .rounding, .carried: break
      }
      mark(derivation.parts, quote)
    }
  }

  /// YAML always; tables and areas of other files where a line of them fired.
  var html: String {
    sources.files.indices.compactMap { index -> String? in
      let file = sources.files[index]
      let marks = marks[Int32(index)] ?? [:]
      let isData = [".csv", ".geojson", ".json"].contains { file.name.hasSuffix($0) }
      guard file.lineStarts.count < 5000, !isData || !marks.isEmpty else { return nil }
      let count = file.line(file.lineStarts.count).isEmpty ? 1 : 0
      let lines = (1...max(1, file.lineStarts.count - count)).map { number in
        let quotes = marks[number, default: []].sorted().map { " h\($0)" }.joined()
        let isAsked = asked[Int32(index), default: []].contains(number)
        let kind = !quotes.isEmpty ? " class=\"hit\(quotes)\"" : isAsked ? " class=\"asked\"" : ""
        return "<span id=\"f\(index)l\(number)\"\(kind)><i>\(number)</i>"
          + "\(file.line(number).escapedForHTML)</span>"
      }
      return "<h3>\(file.name.escapedForHTML)</h3><pre>\(lines.joined())</pre>"
    }.joined()
  }

  /// A quote that was jumped to has only its own lines marked.
  static func style(quotes: Int) -> String {
    guard quotes > 1, quotes <= 100 else { return "" }
    return (0..<quotes).map {
      "body:has(#q\($0):target) .hit:not(.h\($0)){background:none}"
    }.joined()
  }
}
