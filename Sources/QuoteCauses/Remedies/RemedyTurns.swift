import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Edits that turn something round: a bound that is in is out, a step comes before another.
enum RemedyTurns {
  /// `>` and `>=`, `<` and `<=`.
  static func comparisons(_ place: RemedyPlaces.Place, _ sources: Sources) -> [RulesEdit] {
    let text = sources.text(at: place.span)
    let bytes = Array(text.utf8)
    var edits: [RulesEdit] = []
    var at = 0
    while at < bytes.count {
      defer { at += 1 }
      guard bytes[at] == UInt8(ascii: "<") || bytes[at] == UInt8(ascii: ">"),
        at == 0 || bytes[at - 1] != UInt8(ascii: "!")
      else { continue }
      let hasEqual = at + 1 < bytes.count && bytes[at + 1] == UInt8(ascii: "=")
      let sign = String(UnicodeScalar(bytes[at]))
      let (old, new) = hasEqual ? (sign + "=", sign) : (sign, sign + "=")
      let lower = Int(place.span.lower) + at
      var changed = bytes
      changed.replaceSubrange(at..<at + old.utf8.count, with: Array(new.utf8))
      var edit = RulesEdit(
        changes: [
          RulesEdit.Change(
            file: place.span.file, lower: lower, upper: lower + old.utf8.count, text: new)
        ],
        what: "\(old) becomes \(new)", span: place.span)
      edit.setting = setting(place, String(decoding: changed, as: UTF8.self))
      edits.append(edit)
    }
    return edits
  }

  /// As `--set` takes a formula; nil where it does not.
  static func setting(_ place: RemedyPlaces.Place, _ text: String) -> String? {
    guard !place.path.isEmpty else { return nil }
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ").trimmedOfSpaces
    // What a column of money has without a currency, a setting says with it.
    if let currency = place.currency, Ratio(decimal: line) != nil {
      return "\(place.path)=\(CurrencySign.amount(line, currency))"
    }
    return "\(place.path)=\(line)"
  }

  /// Ends of ranges in a formula, which are in or out: `[a..b]`, `[a..b)`.
  static func ranges(_ place: RemedyPlaces.Place, _ sources: Sources) -> [RulesEdit] {
    let text = sources.text(at: place.span)
    return text.matches(of: kept(/([\[(])([^\[\](),]+)\.\.([^\[\](),]+)([\])])/)).flatMap { found in
      let (open, close) = (found.output.1, found.output.4)
      let ends = [
        (open.startIndex, open == "[" ? "(" : "["), (close.startIndex, close == "]" ? ")" : "]"),
      ]
      return ends.map { at, mark -> RulesEdit in
        let lower = Int(place.span.lower) + text.utf8.distance(from: text.startIndex, to: at)
        var changed = text
        changed.replaceSubrange(at...at, with: mark)
        let turned = String(at == open.startIndex ? mark : String(open))
          + String(found.output.2) + ".." + String(found.output.3)
          + (at == open.startIndex ? String(close) : mark)
        var edit = RulesEdit(
          changes: [
            RulesEdit.Change(file: place.span.file, lower: lower, upper: lower + 1, text: mark)
          ],
          what: "\(found.output.0) becomes \(turned)", span: place.span)
        edit.setting = setting(place, changed)
        return edit
      }
    }
  }

  /// A bound between two rows belongs to the other one; and so do all bounds of a column.
  static func bounds(
    _ place: RemedyPlaces.Place, table: ModelTable, column: Int, sources: Sources
  ) -> [RulesEdit] {
    let ends = ends(of: sources.text(at: place.span))
    let single = ends.compactMap { end in
      turned(table, column: column, sources: sources, at: place.span) { $0.bound == end.bound }
    }
    // The outermost bounds of ranges part no rows.
    let cells = Set(
      table.rows.compactMap { $0.keySpans.indices.contains(column) ? $0.keySpans[column] : nil })
    let bounds = cells.flatMap { Self.ends(of: sources.text(at: $0)) }
    let counts = Dictionary(bounds.map { ($0.bound, 1) }, uniquingKeysWith: +)
    let whole = turned(table, column: column, sources: sources, at: place.span) { end in
      !end.isOfRange || counts[end.bound] ?? 0 > 1
    }
    guard !ends.isEmpty, let all = whole,
      all.changes.count > (single.map(\.changes.count).max() ?? 0)
    else { return single }
    return single + [all]
  }

  private static let mostSaid = 4

  private static func turned(
    _ table: ModelTable, column: Int, sources: Sources, at place: SourceSpan,
    where isWanted: (End) -> Bool
  ) -> RulesEdit? {
    var changes: [RulesEdit.Change] = []
    var said: [String] = []
    var met: Set<SourceSpan> = []
    for row in table.rows where row.keySpans.indices.contains(column) {
      let span = row.keySpans[column]
      guard met.insert(span).inserted else { continue }
      let text = sources.text(at: span)
      let wanted = Self.ends(of: text).filter(isWanted)
      guard !wanted.isEmpty else { continue }
      // What is above a bound takes it where what is below it does not.
      changes += wanted.map { end in
        RulesEdit.Change(
          file: span.file, lower: Int(span.lower) + end.offset,
          upper: Int(span.lower) + end.offset + end.mark.utf8.count, text: end.turned)
      }
      let one = "\(text.trimmedOfSpaces) becomes \(Self.turned(text, wanted).trimmedOfSpaces)"
      if !said.contains(one) { said.append(one) }
    }
    guard !changes.isEmpty else { return nil }
    let rest = said.count > mostSaid ? ", and so all others" : ""
    return RulesEdit(
      changes: changes, what: said.prefix(mostSaid).joined(separator: ", ") + rest, span: place)
  }

  private struct End: Equatable {
    /// `5 kg`, without blanks.
    var bound: String
    /// Where its mark stands.
    var offset: Int
    var mark: String
    var turned: String

    var isOfRange: Bool { !mark.hasPrefix("<") && !mark.hasPrefix(">") }
  }

  private static func turned(_ text: String, _ ends: [End]) -> String {
    var bytes = Array(text.utf8)
    for end in ends.reversed() {
      bytes.replaceSubrange(
        end.offset..<end.offset + end.mark.utf8.count, with: Array(end.turned.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bounds of `[a..b)` and `>= a`, with the marks that say whether they are in.
  private static func ends(of text: String) -> [End] {
    let bytes = Array(text.utf8)
    func bare(_ part: some Sequence<UInt8>) -> String {
      String(decoding: part.filter { $0 != 0x20 }, as: UTF8.self)
    }
    guard let first = bytes.firstIndex(where: { $0 != 0x20 }),
      let last = bytes.lastIndex(where: { $0 != 0x20 })
    else { return [] }
    let turn: [UInt8: String] = [
      UInt8(ascii: "["): "(", UInt8(ascii: "("): "[", UInt8(ascii: "]"): ")",
      UInt8(ascii: ")"): "]",
    ]
    if let open = turn[bytes[first]], let close = turn[bytes[last]],
      let middle = bytes.indices.dropLast().first(where: {
        bytes[$0] == UInt8(ascii: ".") && bytes[$0 + 1] == UInt8(ascii: ".")
      }), first < middle, middle + 2 <= last
    {
      return [
        End(
          bound: bare(bytes[(first + 1)..<middle]), offset: first,
          mark: String(UnicodeScalar(bytes[first])), turned: open),
        End(
          bound: bare(bytes[(middle + 2)..<last]), offset: last,
          mark: String(UnicodeScalar(bytes[last])), turned: close),
      ].filter { !$0.bound.isEmpty }
    }
    guard bytes[first] == UInt8(ascii: "<") || bytes[first] == UInt8(ascii: ">") else { return [] }
    let sign = String(UnicodeScalar(bytes[first]))
    let hasEqual = first + 1 <= last && bytes[first + 1] == UInt8(ascii: "=")
    let mark = hasEqual ? sign + "=" : sign
    return [
      End(
        bound: bare(bytes[(first + mark.utf8.count)...]), offset: first, mark: mark,
        turned: hasEqual ? sign : sign + "=")
    ]
  }

  /// A cell says what another one of its column does.
  static func others(
    _ place: RemedyPlaces.Place, table: ModelTable, row: Int, sources: Sources
  ) -> [RulesEdit] {
    let own = sources.text(at: place.span).trimmedOfSpaces
    guard let column = table.rows[row].values.firstIndex(where: { $0?.span == place.span }) else {
      return []
    }
    var texts: [(text: String, plain: String)] = []
    let near = table.rows.indices.sorted { abs($0 - row) < abs($1 - row) }
    for other in near.prefix(64) where texts.count < 6 {
      guard let span = table.rows[other].values[column]?.span else { continue }
      let text = sources.text(at: span).trimmedOfSpaces
      if text != own, !text.isEmpty, !texts.contains(where: { $0.text == text }) {
        texts.append((text, table.plainTexts[span] ?? text))
      }
    }
    return texts.map { text, plain in
      var edit = RulesEdit(
        changes: [
          RulesEdit.Change(
            file: place.span.file, lower: Int(place.span.lower), upper: Int(place.span.upper),
            text: text)
        ],
        what: "\(own) becomes \(text)", span: place.span)
      edit.setting = setting(place, plain)
      return edit
    }
  }

  /// What is rounded for each element and added up is rounded once, or the other way round.
  static func sums(_ place: RemedyPlaces.Place, _ model: PriceModel) -> [RulesEdit] {
    let text = model.sources.text(at: place.span).split(whereSeparator: \.isNewline)
      .joined(separator: " ").trimmedOfSpaces
    func edit(_ changed: String, _ what: String) -> RulesEdit {
      var edit = RulesEdit(settings: ["\(place.path)=\(changed)"], what: what, span: place.span)
      edit.setting = edit.settings[0]
      return edit
    }
    if text.hasPrefix("sum(round("), text.hasSuffix("))"), !text.contains(",") {
      let inner = text.dropFirst("sum(round(".count).dropLast(2)
      return [edit("round(sum(\(inner)))", "rounded once, on the sum")]
    }
    let own = model.waterfall.first { place.path == "quote.\($0.name).amount" }
    if let own, own.grain.list != .booking { return [] }
    guard text.hasPrefix("round("), text.hasSuffix(")"), !text.contains(",") else { return [] }
    let inner = String(text.dropFirst("round(".count).dropLast())
    let ofLines = byLines(inner, place, model).map {
      edit($0, "rounded for each line, then summed")
    }
    let ofElements = model.allLines.compactMap { line -> RulesEdit? in
      guard line.grain.list != .booking, case .amount(let amount) = line.effect else { return nil }
      let written = model.sources.text(at: amount.span).trimmedOfSpaces
      let parts = inner.split(separator: " ", omittingEmptySubsequences: false)
      guard parts.contains(where: { $0 == line.name }) else { return nil }
      let changed = parts.map { $0 == line.name ? "(\(written))" : String($0) }
      return edit("sum(round(\(changed.joined(separator: " "))))", "rounded for each, then summed")
    }
    return (ofLines.map { [$0] } ?? []) + ofElements
  }

  /// A line that is not there, or is there twice: of a total any, else its own.
  static func lines(_ name: String, _ model: PriceModel) -> [RulesEdit] {
    let lines = model.allLines.filter { $0.kind == .line && (name == "total" || $0.name == name) }
    return lines.prefix(24).flatMap { line -> [RulesEdit] in
      func edit(_ setting: String, _ what: String, leavesOut: Bool = false) -> RulesEdit {
        RulesEdit(
          setting: setting, settings: [setting], what: what, span: line.span,
          leftOut: leavesOut ? line.name : nil)
      }
      if case .members = line.effect {
        return [edit("quote.\(line.name).when=no", "\(line.name) is left out", leavesOut: true)]
      }
      guard case .amount(let amount) = line.effect else { return [] }
      let written = model.sources.text(at: amount.span).split(whereSeparator: \.isNewline)
        .joined(separator: " ").trimmedOfSpaces
      let nothing = Self.nothing(in: written, model)
      let path = "quote.\(line.name).amount"
      // What stands around a formula leaves others free to change figures within.
      var twice = edit("\(path)=2 * (\(written))", "\(line.name) counts twice")
      twice.enclose(amount.span, "2 * (", ")")
      return [
        edit("\(path)=\(nothing)", "\(line.name) is left out", leavesOut: true), twice,
      ] + (doubled(written).map { [edit("\(path)=\($0)", "\(written) becomes \($0)")] } ?? [])
    }
  }

  /// What a formula becomes that adds nothing. No times an amount below zero would be `-0.0`.
  static func nothing(in written: String, _ model: PriceModel) -> String {
    model.arithmetic.isBinary ? CurrencySign.amount("0", model.currency) : "0 * (\(written))"
  }

  /// Twice what is rounded; nil of what is not.
  private static func doubled(_ written: String) -> String? {
    let start = (written.hasPrefix("-") ? "-" : "") + "round("
    guard written.hasPrefix(start), written.hasSuffix(")") else { return nil }
    let parts = segments(of: written.dropFirst(start.count).dropLast())
    guard let first = parts.first else { return nil }
    let whole = hasOperators(Array(first.utf8)) ? "(\(first))" : first
    return start + (["2 * \(whole)"] + parts.dropFirst()).joined(separator: ", ") + ")"
  }
}
