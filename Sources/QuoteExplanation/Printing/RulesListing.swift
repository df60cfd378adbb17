import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// The rules beside explanations: their files with the lines that fired marked.
package struct RulesListing {
  /// How much of the rules a page has.
  package enum Extent: String, Hashable, Sendable, CaseIterable {
    /// The rules and overlays; of files that these name, the lines that took part.
    case rules
    /// Every file, whole.
    case all
    case none
  }

  private let sources: Sources
  private let extent: Extent
  /// The positions of the quotes in which a line fired, by file and line.
  private var marks: [Int32: [Int: Set<Int>]] = [:]
  /// Lines of tables that were asked and gave nothing from there, by file.
  private var asked: [Int32: Set<Int>] = [:]

  /// Files with more lines are never listed whole.
  private static let mostLines = 5000

  init(_ explanations: [Explanation], sources: Sources, extent: Extent) {
    self.sources = sources
    self.extent = extent
    for (number, explanation) in explanations.enumerated() {
      for step in explanation.steps where step.applies {
        mark(step.span, number)
        mark(step.whole, number)
        for instance in step.instances where instance.applies {
          mark(instance.whole, number)
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
      case .row, .named, .bracket, .formula, .element, .condition:
        mark(derivation.span, quote, hasFired: derivation.hasFired)
      case .input, .rounding, .carried: break
      }
      mark(derivation.parts, quote)
    }
  }

  /// Whether a line of a file stands in the listing, so that places can lead there.
  func has(_ line: Int, of file: Int32) -> Bool {
    guard extent != .none, let source = sources[file] else { return false }
    return isWhole(source) || isMarked(line, file)
  }

  private func isMarked(_ line: Int, _ file: Int32) -> Bool {
    marks[file]?[line] != nil || asked[file]?.contains(line) ?? false
  }

  /// Tables and areas in files of their own, and in sheets of them, may be a whole price list.
  private func isWhole(_ file: SourceFile) -> Bool {
    let (name, sheet) = SheetBook.parts(of: file.name)
    let isData = sheet != nil
      || [".csv", ".geojson", ".json", ".xlsx", ".xlsm"].contains { name.hasSuffix($0) }
    return file.lineStarts.count < Self.mostLines && (extent == .all || !isData)
  }

  /// Each file that has something to show.
  var html: String {
    guard extent != .none else { return "" }
    return sources.files.indices.compactMap { index -> String? in
      let file = sources.files[index]
      let marks = marks[Int32(index)] ?? [:]
      let asked = asked[Int32(index)] ?? []
      let isWhole = isWhole(file)
      guard isWhole || !marks.isEmpty || !asked.isEmpty else { return nil }
      let count = file.line(file.lineStarts.count).isEmpty ? 1 : 0
      let lines = (1...max(1, file.lineStarts.count - count)).compactMap { number -> String? in
        guard isWhole || isMarked(number, Int32(index)) else { return nil }
        let quotes = marks[number, default: []].sorted().map { " h\($0)" }.joined()
        let isAsked = asked.contains(number)
        let kind = !quotes.isEmpty ? " class=\"hit\(quotes)\"" : isAsked ? " class=\"asked\"" : ""
        return "<span id=\"f\(index)l\(number)\"\(kind)><i>\(number)</i>"
          + "\(file.line(number).escapedForHTML)</span>"
      }
      let part = isWhole ? "" : " <small>the lines that took part</small>"
      return "<h3>\(sources.pageName(of: Int32(index)).escapedForHTML)\(part)</h3>"
        + "<pre>\(lines.joined())</pre>"
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
