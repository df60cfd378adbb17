import QuoteLanguage
import QuoteSyntax

/// Words and figures that mean something, but that most who write them mean otherwise.
struct MeantOtherwise: RulesReader {
  let model: PriceModel
  private let names: SameValues
  /// What lines add as it is, rounded perhaps.
  private let added: Set<PriceExpression.Reference>
  private static let most = 20

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    added = Set(model.allLines.compactMap(Self.added(by:)))
  }

  static func warnings(of model: PriceModel, outputs: [OutputDeclaration]) -> [Diagnostic] {
    let slips = MeantOtherwise(model)
    let all =
      slips.fallbackWords + slips.totalRows + slips.wildcards + slips.otherSpellings
      + slips.labelsThatAreNames + slips.cellsThatAreNames + slips.labels(of: outputs)
      + EmptyReasons.warnings(of: model) + slips.clausesAsMembers
      + slips.ratesAboveOne + slips.ratesOfOutputs
    return Array(all.prefix(most))
  }

  // MARK: - Rows for the rest

  /// Nobody calls one of many things like this.
  private static let everything: Set<String> = [
    "*", "any", "anything", "anything else", "everything", "everything else", "all others",
  ]

  /// What may be the name of something, too, unless it comes last.
  private static let rest: Set<String> = [
    "default", "other", "others", "else", "otherwise", "rest", "all", "sonst", "sonstige",
    "andere", "alle", "autre", "autres", "otro", "otros", "altro", "altri", "overig", "overige",
  ]

  /// Rows with one of these words for a text: the first of each column, or the last row where no
  /// row has a dash.
  private var fallbackWords: [Diagnostic] {
    model.tables.flatMap { table -> [Diagnostic] in
      guard let last = table.rows.last, table.rows.count > 1 else { return [] }
      return table.keys.indices.compactMap { column -> Diagnostic? in
        guard table.keys[column].domain.type == .text else { return nil }
        let hasDash = table.rows.contains { $0.keys[column].body == .everything }
        let areStars = MarkedWords(in: table, column).areStars
        for row in table.rows {
          guard case .words(let words, false) = row.keys[column].body, words.count == 1,
            let word = words.first, word != "*" || !areStars
          else { continue }
          let lower = word.lowercased()
          let isLast = row.span == last.span
          if Self.everything.contains(lower) || isLast && !hasDash && Self.rest.contains(lower),
            !text(row.keySpans[column]).hasPrefix("\"")
          {
            return .fallbackWord(word, of: table, column, isLast: isLast, at: row.keySpans[column])
          }
        }
        return nil
      }
    }
  }

  /// `B*`, `97###`, `*97` for a text, as file systems, spreadsheets and price lists have it.
  private var wildcards: [Diagnostic] {
    model.tables.flatMap { table in
      table.keys.indices.compactMap { column -> Diagnostic? in
        guard table.keys[column].domain.type == .text else { return nil }
        let marked = MarkedWords(in: table, column)
        return table.rows.lazy.compactMap { row -> Diagnostic? in
          guard case .words(let words, _) = row.keys[column].body,
            let part = words.sorted().lazy.compactMap({ PartOfText($0) }).first,
            !marked.isOneOfItsOwn(part), !text(row.keySpans[column]).contains("\"")
          else { return nil }
          return .wildcard(part, of: table, column, at: row.keySpans[column])
        }.first
      }
    }
  }

  /// `900-903`, `900 or 901`, `!902` for a text: the first of each column.
  private var otherSpellings: [Diagnostic] {
    model.tables.flatMap { table in
      table.keys.indices.compactMap { otherSpelling(in: table, $0) }
    }
  }

  private func otherSpelling(in table: ModelTable, _ column: Int) -> Diagnostic? {
    guard table.keys[column].domain.type == .text else { return nil }
    let cells = table.rows.map { $0.keys[column].plainWords }
    guard cells.contains(where: { $0.contains(where: OtherSpellings.isOdd) }) else { return nil }
    let spellings = OtherSpellings(
      words: Set(cells.joined()), header: table.keys[column].header,
      mayOverlap: table.hit != .unique)
    for (row, words) in zip(table.rows, cells) {
      for word in words where OtherSpellings.isOdd(word) {
        guard let meaning = spellings.meaning(of: word),
          !text(row.keySpans[column]).contains("\"")
        else { continue }
        let quoted = model.sources.quotedCell(word, at: row.keySpans[column])
        return .otherSpelling(
          word, meaning, of: table, column, at: row.keySpans[column], quoted: quoted)
      }
    }
    return nil
  }

  // MARK: - Labels

  private var labelsThatAreNames: [Diagnostic] {
    model.labelsThatAreNames.map { .labelOfName($0.value, at: $0.span) }
  }

  // MARK: - Rates

  /// Lines that add more than once what is there already: `subtotal * 21`.
  private var ratesAboveOne: [Diagnostic] {
    // A name may stand in several lines.
    var seen: Set<SourceSpan> = []
    return model.allLines.compactMap { line in
      if let formula = line.formula, names.isBoundless(formula) { return nil }
      switch line.effect {
      case .amount(let amount):
        guard let rate = rate(in: names.resolved(amount), of: line.name),
          seen.insert(rate.span).inserted
        else { return nil }
        return .rateAboveOne(line.name, said(rate), rate.value, at: rate.span)
      case .becomes(let whole):
        guard
          let (rate, isAdded) = rate(ofWhole: whole, below: 200, of: line.name)
            ?? rate(leavingWholeOut: whole, of: line.name)
        else { return nil }
        return isAdded
          ? .rateAboveOne(line.name, said(rate), rate.value, at: rate.span)
          : .manyTimesOver(line.name, said(rate), rate.value, at: rate.span)
      case .members, .nothing: return nil
      }
    }
  }

  /// A figure as it is written, and a sum of figures as what it comes to.
  private func said(_ rate: PlainFigures.Figure) -> String {
    let written = text(rate.span)
    return written.contains("+") ? "\(rate.value)" : written
  }

  private func rate(in amount: PriceExpression, of name: String) -> PlainFigures.Figure? {
    switch amount.operation {
    case .apply(.round, let parts): return rate(in: names.resolved(parts[0]), of: name)
    case .conditional(_, let then, let otherwise):
      return rate(in: then, of: name) ?? otherwise.flatMap { rate(in: $0, of: name) }
    // A smallest one has a limit that stands for what it may come to.
    case .extreme(least: false, let parts):
      return parts.lazy.compactMap { rate(in: $0, of: name) }.first
    case .apply(.arithmetic(.multiply), let sides):
      for (price, figure) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard let most = mostOften(price, for: name) else { continue }
        let rate = names.rate(figure)
        if let found = wholeAndMore(rate), price.isSubtotal || found.value < mostAgain {
          return found
        }
        if let found = figures(of: rate).first(where: { $0.value > most && $0.value < 200 }) {
          return found
        }
      }
      return nil
    case _: return nil
    }
  }

  /// A figure by which what is in the quote is multiplied and that is a percentage with the whole
  /// in it, of which others are months, nights or hours as well; or one by which it is multiplied
  /// to be added to itself.
  private func rate(
    ofWhole whole: PriceExpression, below most: Ratio, of name: String
  ) -> (figure: PlainFigures.Figure, isAdded: Bool)? {
    switch whole.operation {
    case .apply(.round, let parts): return rate(ofWhole: parts[0], below: most, of: name)
    case .extreme(least: false, let parts):
      return parts.lazy.compactMap { rate(ofWhole: $0, below: most, of: name) }.first
    case .conditional(_, let then, let otherwise):
      return rate(ofWhole: then, below: most, of: name)
        ?? otherwise.flatMap { rate(ofWhole: $0, below: most, of: name) }
    case .apply(.arithmetic(.add), let sides):
      for (price, more) in [(sides[0], sides[1]), (sides[1], sides[0])] where isWhole(price) {
        if let added = rate(in: more, of: name) { return (added, true) }
      }
      return nil
    case .apply(.arithmetic(.multiply), let sides):
      for (price, figure) in [(sides[0], sides[1]), (sides[1], sides[0])] where isWhole(price) {
        let all = figures(of: names.rate(figure))
        if let odd = all.first, all.allSatisfy({ $0.value > 100 && $0.value < most }) {
          return (odd, false)
        }
      }
      return nil
    case _: return nil
    }
  }

  /// A figure from 5 up to 100 by which all that stands above is multiplied, where a percentage was
  /// meant: the line has the name of a rate, or it rounds what has no fractions of a cent.
  private func rate(
    leavingWholeOut value: PriceExpression, of name: String, isRounded: Bool = false
  ) -> (figure: PlainFigures.Figure, isAdded: Bool)? {
    switch value.operation {
    case .apply(.round(let step, _), let parts):
      let isInVain = parts[0].quantum > 0 && (parts[0].quantum / step).isWhole
      return rate(leavingWholeOut: parts[0], of: name, isRounded: isInVain)
    case .extreme(_, let parts):
      return parts.lazy.compactMap { rate(leavingWholeOut: $0, of: name) }.first
    case .conditional(_, let then, let otherwise):
      return rate(leavingWholeOut: then, of: name)
        ?? otherwise.flatMap { rate(leavingWholeOut: $0, of: name) }
    case .apply(.arithmetic(.multiply), let sides):
      for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] where isWhole(price) {
        let all = figures(of: names.rate(factor))
        guard let first = all.first, all.allSatisfy({ $0.value >= 5 && $0.value < 100 }),
          NamesOfRates.isIn(name) || NamesOfRates.isIn(text(factor.span))
            || isRounded && factor.figure != nil && !Self.turns.contains(first.value)
        else { continue }
        return (first, false)
      }
      return nil
    case _: return nil
    }
  }

  /// How many days, hours, weeks and months there are in what people reckon by.
  private static let turns: Set<Ratio> = [7, 12, 24, 30, 31, 52, 60]

  private func isWhole(_ price: PriceExpression) -> Bool {
    if case .reference(.total) = price.operation { return true }
    return price.isSubtotal
  }

  /// The same of outputs that show the total with a tax on it. Above 130, a figure may well be the
  /// rate of another currency.
  private var ratesOfOutputs: [Diagnostic] {
    model.outputs.compactMap { output in
      guard case .value(let value) = output.body, !names.isBoundless(value) else { return nil }
      return rate(ofWhole: value, below: 130, of: output.name).map { rate, isAdded in
        isAdded
          ? .rateAboveOne(output.name, said(rate), rate.value, at: rate.span)
          : .manyTimesOver(output.name, said(rate), rate.value, isShown: true, at: rate.span)
      }
    }
  }

  /// Half as much again of one line may well be added to it; all of it and a part more hardly.
  private var mostAgain: Ratio { Ratio(13, 10) }

  /// A percentage above 100 and below 200, of which all but the first hundred is to be added.
  private func wholeAndMore(_ rate: PriceExpression) -> PlainFigures.Figure? {
    guard rate.type.isPlainNumber, case .constant(.quantity(let size)) = rate.operation,
      size > 1, size < 2, text(rate.span).hasSuffix("%")
    else { return nil }
    return PlainFigures.Figure(value: size, span: rate.span)
  }

  /// The plain numbers that a rate is, none of them a percentage: one, or those of a table's
  /// column that has more than one, of which none is below 1.
  private func figures(of rate: PriceExpression) -> [PlainFigures.Figure] {
    if case .conditional(_, let then, let otherwise?) = rate.operation {
      let branches = [then, otherwise].map { PlainFigures(of: names.rate($0), in: model) }
      let all = branches.flatMap(\.figures)
      let areAll = branches.allSatisfy { !$0.isColumn && !$0.figures.isEmpty }
      return areAll && all.allSatisfy { $0.value > 1 } ? all : []
    }
    // That of a state and that of a county; a hundred and a rate are a factor of their own.
    if case .apply(.arithmetic(.add), let sides) = rate.operation {
      let parts = sides.map { figures(of: names.rate($0)) }
      guard parts.allSatisfy({ $0.count == 1 && $0[0].value != 100 }) else { return [] }
      let sum = parts.reduce(0) { $0 + $1[0].value }
      return [PlainFigures.Figure(value: sum, span: rate.span)]
    }
    let found = PlainFigures(of: rate, in: model)
    guard found.isColumn else { return found.figures }
    let areAll = found.isWholeColumn || found.figures.allSatisfy { $0.value > 1 }
    // Percentages with the whole in them are all above 100; rates of currencies are of any size.
    let above = found.figures.count { $0.value > 100 }
    let areAlike = above == 0 || above == found.figures.count
    return areAll && areAlike && found.figures.allSatisfy { $0.value >= 1 } ? found.figures : []
  }

  /// How many times what is in the quote already may well be added to it: all of it once, and one
  /// line for each of twelve months, unless the name is that of a rate; then a line twice, and four
  /// times a value that a line adds as it is. Nil for what is not in the quote.
  private func mostOften(_ value: PriceExpression, for name: String) -> Ratio? {
    if case .extreme(least: true, let parts) = value.operation {
      return parts.compactMap { mostOften($0, for: name) }.max()
    }
    if case .apply(.arithmetic(.add), let parts) = value.operation, parts.contains(where: isWhole) {
      return 2
    }
    let isRate = NamesOfRates.isIn(name)
    guard case .reference(let given) = value.operation else { return nil }
    let reference = added.contains(given) ? given : Self.reference(names.resolved(value)) ?? given
    switch reference {
    case .running, .total: return 1
    case .subtotal: return 2
    case .lineAmount, .lineSum: return isRate ? 2 : Self.months
    case .field, .letValue: return added.contains(reference) ? isRate ? 4 : Self.months : nil
    case .element, .carried, .lineReasons: return nil
    }
  }

  private static let months: Ratio = 12

  private static func reference(_ value: PriceExpression) -> PriceExpression.Reference? {
    if case .reference(let reference) = value.operation { reference } else { nil }
  }

  private static func added(by line: ModelLine) -> PriceExpression.Reference? {
    guard case .amount(var value) = line.effect else { return nil }
    if case .apply(.round, let parts) = value.operation { value = parts[0] }
    if case .reference(let added) = value.operation { return added }
    return nil
  }
}

extension KeySet {
  /// The single texts for which it holds, or for which it does not.
  fileprivate var plainWords: [String] {
    switch body {
    case .words(let words, _): words.sorted()
    case .textRanges(let ranges):
      ranges.compactMap { $0.lower == $0.upper ? $0.lower : nil }
    case .everything, .ranges, .indices, .areas: []
    }
  }
}

extension PriceModel {
  var namesOfTexts: Set<String> {
    Set(lets.filter { $0.value.type.isTextual }.map(\.name))
      .union(schema.lists.flatMap { $0.fields.filter { $0.type == .text }.map(\.name) })
  }

  /// Labels and reasons that are one word, which names a text.
  var labelsThatAreNames: [Spanned<String>] {
    let texts = namesOfTexts
    return (allLines.compactMap(\.label) + declines.map(\.reason)).compactMap { label in
      guard case .constant(.text(let word)) = label.operation, texts.contains(word) else {
        return nil
      }
      return Spanned(word, at: label.span)
    }
  }
}
