import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Steps in another order: lines of a price, and rows of a table in which the first match counts.
extension RemedyTurns {
  /// Lines that change places with the one before them, or behind them: the one that departs, then
  /// those that it is made of; of a total all.
  static func swaps(
    _ name: String, _ places: [RemedyPlaces.Place], _ model: PriceModel
  ) -> [RulesEdit] {
    let behind = places.compactMap(\.line)
    return groups(model).flatMap { lines -> [RulesEdit] in
      if name == "total" {
        return lines.indices.compactMap { moved($0 + 1, to: $0, lines, model) }
      }
      let own = ([name] + behind).compactMap { name in lines.firstIndex { $0.name == name } }
      func moves(_ index: Int) -> [RulesEdit] {
        [-2, 2, -3, 3].flatMap { step in
          [moved(index, to: index + step, lines, model),
            moved(index + step, to: index, lines, model)].compactMap(\.self)
        }
      }
      func beside(_ index: Int) -> [RulesEdit] {
        [moved(index, to: index - 1, lines, model), moved(index + 1, to: index, lines, model)]
          .compactMap(\.self)
      }
      let others = own.dropFirst()
      return own.prefix(1).flatMap { beside($0) + moves($0) } + others.flatMap(beside)
        + others.flatMap(moves)
    }
  }

  /// Lines that stand beside each other: those of the price, and of each group.
  private static func groups(_ model: PriceModel) -> [[ModelLine]] {
    [model.waterfall] + model.allLines.compactMap { line in
      if case .members(let members, _) = line.effect { members } else { nil }
    }
  }

  /// A line that stands elsewhere, and the lines whose subtotal is another one by that: itself and
  /// those that it passes.
  struct Move {
    var edit: RulesEdit
    var names: Set<String>
  }

  private static let mostSteps = 3

  /// Lines that look at the subtotal, moved past others, and others moved past them: the nearest
  /// places first.
  static func moves(_ model: PriceModel) -> [Move] {
    let groups = groups(model)
    return (1...mostSteps).flatMap { step in
      groups.flatMap { lines in
        lines.indices.flatMap { index in
          // One place down is the next line's one place up.
          (step == 1 ? [-1] : [-step, step]).compactMap { way -> Move? in
            guard let edit = moved(index, to: index + way, lines, model) else { return nil }
            let some = lines[min(index, index + way)...max(index, index + way)]
            guard some.contains(where: \.looksAtSubtotal) else { return nil }
            return Move(edit: edit, names: Set(some.flatMap(\.selfAndMembers).map(\.name)))
          }
        }
      }
    }
  }

  /// A line that stands some lines earlier, or later.
  private static func moved(
    _ index: Int, to other: Int, _ lines: [ModelLine], _ model: PriceModel
  ) -> RulesEdit? {
    guard lines.indices.contains(index), lines.indices.contains(other) else { return nil }
    let (own, next) = (lines[index], lines[other])
    guard let file = model.sources[own.span.file], own.span.file == next.span.file,
      let range = block(at: own.span.lower, in: file),
      let place = block(at: next.span.lower, in: file), !range.overlaps(place)
    else { return nil }
    let isEarlier = other < index
    let at = isEarlier ? place.lowerBound : place.upperBound
    guard isEarlier ? at <= range.lowerBound : range.upperBound <= at else { return nil }
    return RulesEdit(
      changes: [
        RulesEdit.Change(
          file: own.span.file, lower: range.lowerBound, upper: range.upperBound, text: ""),
        RulesEdit.Change(file: own.span.file, lower: at, upper: at, text: text(range, file)),
      ],
      what: "\(own.name) comes \(isEarlier ? "before" : "after") \(next.name)", span: own.span)
  }

  /// Rows that change places with the one below them, where the first that holds counts.
  static func rowOrders(_ table: ModelTable, _ sources: Sources) -> [RulesEdit] {
    guard table.hit == .first, table.rows.count <= mostOrderedRows else { return [] }
    let lines = table.rows.compactMap { row -> (range: Range<Int>, file: SourceFile)? in
      guard let span = row.keySpans.first, let file = sources[span.file] else { return nil }
      return (line(at: span.lower, in: file), file)
    }
    guard lines.count == table.rows.count, Set(lines.map(\.range)).count == lines.count else {
      return []
    }
    return table.rows.indices.dropLast().compactMap { index -> RulesEdit? in
      let ((upper, file), (lower, _)) = (lines[index], lines[index + 1])
      guard upper.upperBound == lower.lowerBound, let first = table.rows[index].keySpans.first,
        first.file == table.rows[index + 1].keySpans.first?.file
      else { return nil }
      func name(_ row: Int) -> String {
        table.rows[row].keySpans.map { sources.text(at: $0).trimmedOfSpaces }
          .joined(separator: ", ")
      }
      return RulesEdit(
        changes: [
          RulesEdit.Change(
            file: first.file, lower: upper.lowerBound, upper: lower.upperBound,
            text: text(lower, file) + text(upper, file))
        ],
        what: "row \(name(index + 1)) comes before row \(name(index))", span: first)
    }
  }

  private static let mostOrderedRows = 64

  /// The line in which a byte stands, with its end.
  private static func line(at offset: Int32, in file: SourceFile) -> Range<Int> {
    let line = file.position(of: offset).line - 1
    let isLast = line + 1 >= file.lineStarts.count
    return Int(file.lineStarts[line])..<(isLast ? file.text.count : Int(file.lineStarts[line + 1]))
  }

  static func text(_ range: Range<Int>, _ file: SourceFile) -> String {
    String(decoding: file.text[range], as: UTF8.self)
  }

  /// The lines of a file that an entry of a list takes: up to one that stands no deeper.
  static func block(at offset: Int32, in file: SourceFile) -> Range<Int>? {
    let first = file.position(of: offset).line - 1
    func indent(_ line: Int) -> Int? {
      let start = Int(file.lineStarts[line])
      let rest = file.text[start...].prefix { $0 != 10 }
      guard let found = rest.firstIndex(where: { $0 != 0x20 }) else { return nil }
      return found - start
    }
    guard let own = indent(first),
      file.text[Int(file.lineStarts[first]) + own] == UInt8(ascii: "-")
    else { return nil }
    var end = first + 1
    while end < file.lineStarts.count, let next = indent(end), next > own { end += 1 }
    let upper = end < file.lineStarts.count ? Int(file.lineStarts[end]) : file.text.count
    return Int(file.lineStarts[first])..<upper
  }
}

extension ModelLine {
  /// Whether what it makes is another amount where it stands elsewhere.
  var looksAtSubtotal: Bool {
    switch effect {
    case .nothing, .becomes: true
    case .amount: formulas.contains(where: \.looksAtSubtotal)
    case .members(let members, _):
      when?.looksAtSubtotal == true || members.contains(where: \.looksAtSubtotal)
    }
  }
}

extension PriceExpression {
  /// Whether it asks for the running subtotal.
  var looksAtSubtotal: Bool {
    if case .reference(.running) = operation { return true }
    return parts.contains(where: \.looksAtSubtotal)
  }
}
