/// The lines of the sources that a diagnostic is about, underlined and captioned.
struct DiagnosticExcerpt {
  private struct Mark {
    var from: Int
    var to: Int
    var caption: String
    var isPrimary: Bool
  }

  /// One line of one file with what is marked on it.
  private struct MarkedLine {
    var number: Int
    var labels: [(label: Diagnostic.Label, isPrimary: Bool)]
  }

  private let sources: Sources
  private let severity: DiagnosticRenderer.Paint.Part
  private let paint: DiagnosticRenderer.Paint
  private var gutter = 1
  private(set) var text = ""

  init(
    labels: [Diagnostic.Label], sources: Sources, severity: DiagnosticRenderer.Paint.Part,
    paint: DiagnosticRenderer.Paint
  ) {
    self.sources = sources
    self.severity = severity
    self.paint = paint
    var files: [Int32] = []
    for label in labels where sources[label.span.file] != nil && !files.contains(label.span.file) {
      files.append(label.span.file)
    }
    let numbers = labels.compactMap { label in
      sources[label.span.file]?.lineNumber(of: label.span.lower)
    }
    gutter = String(numbers.max() ?? 1).count
    for file in files {
      let first = labels.first { $0.span.file == file }!
      let arrow = file == files[0] ? "-->" : ":::"
      text += String(repeating: " ", count: gutter) + paint(arrow, .gutter)
      text += " \(sources.address(of: first.span).shown)\n"
      write(linesOf(file, labels), of: sources[file]!)
    }
  }

  private func linesOf(_ file: Int32, _ labels: [Diagnostic.Label]) -> [MarkedLine] {
    var lines: [MarkedLine] = []
    for (index, label) in labels.enumerated() where label.span.file == file {
      let number = sources[file]!.lineNumber(of: label.span.lower)
      if let at = lines.firstIndex(where: { $0.number == number }) {
        lines[at].labels.append((label, index == 0))
      } else {
        lines.append(MarkedLine(number: number, labels: [(label, index == 0)]))
      }
    }
    return lines.sorted { $0.number < $1.number }
  }

  private mutating func writeGutter(_ number: String, _ rest: String) {
    let blanks = String(repeating: " ", count: gutter - number.count)
    let bar = paint(blanks + number + " |", .gutter)
    text += rest.isEmpty ? bar + "\n" : "\(bar) \(rest)\n"
  }

  private mutating func write(_ lines: [MarkedLine], of file: SourceFile) {
    writeGutter("", "")
    var last: Int?
    for line in lines {
      if let last, line.number > last + 1 { text += paint("...", .gutter) + "\n" }
      last = line.number
      let lineStart = Int(file.lineStarts[line.number - 1])
      let byte =
        Int((line.labels.first { $0.isPrimary } ?? line.labels[0]).label.span.lower) - lineStart
      let shown = file.line(line.number, near: byte)
      let focus = shown.column(ofByte: byte)
      let (part, start) = shown.window(around: focus)
      let marks = line.labels.map { label, isPrimary in
        let from = shown.column(ofByte: Int(label.span.lower) - lineStart) - start
        let to = shown.column(ofByte: Int(label.span.upper) - lineStart) - start
        let lower = max(0, min(from, SourceLine.widthLimit + 1))
        return Mark(
          from: lower, to: min(max(to, lower + 1), SourceLine.widthLimit + 2),
          caption: label.text.shown, isPrimary: isPrimary)
      }
      writeGutter(String(line.number), part)
      write(marks)
    }
  }

  private func color(_ mark: Mark) -> DiagnosticRenderer.Paint.Part {
    mark.isPrimary ? severity : .secondary
  }

  /// Underlines, the rightmost caption behind them, the others below, each at
  /// the end of a line that leads to its mark.
  private mutating func write(_ marks: [Mark]) {
    let width = marks.map(\.to).max() ?? 0
    var under = [Mark?](repeating: nil, count: width)
    for mark in marks.sorted(by: { !$0.isPrimary && $1.isPrimary }) {
      for at in mark.from..<mark.to { under[at] = mark }
    }
    var row = ""
    for mark in under {
      row += mark.map { paint($0.isPrimary ? "^" : "-", color($0)) } ?? " "
    }
    var waiting = marks.filter { !$0.caption.isEmpty }.sorted {
      ($0.from, $0.isPrimary ? 0 : 1) < ($1.from, $1.isPrimary ? 0 : 1)
    }
    if let last = waiting.last, last.to == width,
      waiting.dropLast().allSatisfy({ $0.from < last.from })
    {
      row += paint("  \(last.caption)", color(last))
      waiting.removeLast()
    }
    writeGutter("", row)
    while let mark = waiting.popLast() {
      let columns = Set((waiting + [mark]).map(\.from)).sorted()
      writeGutter("", leads(columns, marks))
      let before = leads(columns.filter { $0 < mark.from }, marks)
      let blanks = String(
        repeating: " ", count: mark.from - (columns.last { $0 < mark.from }.map { $0 + 1 } ?? 0))
      writeGutter("", before + blanks + paint(mark.caption, color(mark)))
      while let next = waiting.last, next.from == mark.from {
        writeGutter("", before + blanks + paint(next.caption, color(next)))
        waiting.removeLast()
      }
    }
  }

  /// `|` at some columns.
  private func leads(_ columns: [Int], _ marks: [Mark]) -> String {
    var text = ""
    var at = 0
    for column in columns {
      let mark =
        marks.first { $0.from == column && $0.isPrimary } ?? marks.first { $0.from == column }
      text += String(repeating: " ", count: column - at)
      text += paint("|", mark.map(color) ?? .secondary)
      at = column + 1
    }
    return text
  }
}
