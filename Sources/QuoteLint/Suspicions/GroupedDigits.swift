import QuoteLanguage
import QuoteSyntax

/// Figures of which the point was meant to group digits: amounts such as `€1.500`, quantities
/// such as `1.000 kg` in rules whose bookings are written with decimal commas, and bounds such as
/// `1.000`, which nobody writes for 1, where 1000 may come.
struct GroupedDigits {
  private let model: PriceModel
  /// Whether a third decimal of an amount is more than its currency has.
  private let looksAtMoney: Bool
  /// Whether bookings are written with decimal commas, so that an author's figures may be.
  private let looksAtMeasures: Bool
  private let names: SameValues
  private static let most = 20

  static func warnings(of model: PriceModel) -> [Diagnostic] {
    let slips = GroupedDigits(model)
    let found = slips.inColumns + slips.inKeys + slips.inInputs + slips.inFormulas
    return Array(found.prefix(most))
  }

  private init(_ model: PriceModel) {
    self.model = model
    names = SameValues(of: model)
    looksAtMoney = model.minorUnit > Ratio(1, 1000)
    looksAtMeasures = model.schema.lists.contains { list in
      list.fields.contains { $0.notation?.groupsByPoints == true }
    }
  }

  private func looks(at type: ValueType, asBound: Bool = false) -> Bool {
    guard case .quantity = type else { return false }
    return type == .quantity(.money)
      ? looksAtMoney : looksAtMeasures || asBound && type == .quantity(.number)
  }

  /// Whether three decimals are those of grams, as where others have fewer, or begin with a zero.
  private static func hasDecimals(_ text: String) -> Bool {
    text.utf8.contains(UInt8(ascii: "."))
      && text.contains(kept(/\d\.\d{1,2}(?!\d)|\d\.\d{4}|(?:^|\D)0+\.\d|\d{4}\.\d/))
  }

  /// Whether the input that a value is has decimals by its declaration, `[0..9000.000]`. One that
  /// says nothing of its range has no thousands either, unless a figure is written as `1.000`,
  /// which nobody writes for 1.
  private func hasDecimals(
    declarationOf value: PriceExpression, besides written: String? = nil
  ) -> Bool {
    guard let declared = declaration(of: value) else { return false }
    if Self.hasDecimals(declared) { return true }
    return written.map { !declared.contains("[") && !$0.contains(".000") } ?? false
  }

  // MARK: - Where figures stand

  private var inFormulas: [Diagnostic] {
    // Cells are looked at a column at a time.
    let cells = model.cellsOfTables
    var found: [Diagnostic] = []
    model.visitExpressions { value in
      if cells.contains(ObjectIdentifier(value)) { return }
      switch value.operation {
      case .apply(.compare, let sides):
        let told = [(sides[0], sides[1]), (sides[1], sides[0])].compactMap { figure, other in
          warning(of: figure, endsInZero: false, in: other)
        }
        found += told.prefix(1)
      case .apply(.within, let parts):
        if let warning = warning(ofBoundsIn: value.span, of: parts[0]) { found.append(warning) }
      // A price for one unit may have three decimals; one whose last is a zero hardly.
      case _: if let warning = warning(of: value, endsInZero: true) { found.append(warning) }
      }
    }
    return found
  }

  /// Bounds such as those of `m2 in [0..1.000]`.
  private func warning(ofBoundsIn span: SourceSpan, of value: PriceExpression) -> Diagnostic? {
    let text = model.sources.text(at: span)
    guard looks(at: value.type, asBound: true), Self.mayGroup(text), !Self.hasDecimals(text),
      !hasDecimals(declarationOf: value, besides: text)
    else { return nil }
    return warning(text, isMoney: value.type == .quantity(.money), at: span, in: value)
  }

  /// One for each column of amounts: prices for one piece have three decimals on purpose where some
  /// are below 1 or have four. Quantities in cells are written as their tables say.
  private var inColumns: [Diagnostic] {
    guard looksAtMoney else { return [] }
    return model.tables.flatMap { table in
      table.columns.indices.compactMap { column -> Diagnostic? in
        let cells = table.rows.compactMap { $0.values[column] }
          .filter { $0.type == .quantity(.money) }
        let isFine = cells.contains { cell in
          guard case .constant(.quantity(let size)) = cell.operation else { return false }
          return size > 0 && !(size * 100).isWhole && warning(of: cell, endsInZero: false) == nil
        }
        return isFine ? nil : cells.compactMap { warning(of: $0, endsInZero: false) }.first
      }
    }
  }

  /// One for each column of keys.
  private var inKeys: [Diagnostic] {
    var found: [Diagnostic] = []
    for table in model.tables {
      for column in table.keys.indices
      where looks(at: table.keys[column].value.type, asBound: true)
        || table.keys[column].value.type.isQuantity && isParted(bySemicolons: table) {
        if let warning = inKeys(of: table, column) { found.append(warning) }
      }
    }
    return found
  }

  /// The first of a column. Quantities in files are written as these say.
  private func inKeys(of table: ModelTable, _ column: Int) -> Diagnostic? {
    let key = table.keys[column].value
    let isMoney = key.type == .quantity(.money)
    let spans = table.rows.map { $0.keySpans[column] }
    guard let first = spans.first(where: { Self.mayGroup(model.sources.text(at: $0)) }) else {
      return nil
    }
    let isParted = !isMoney && isParted(bySemicolons: table)
    if !isMoney, hasDecimals(declarationOf: key), !isParted || !hasRange(declarationOf: key),
      !hasOnlyThousands(spans, besideStepOf: key)
    {
      return nil
    }
    // Prices beside them with a point before their decimals say what a point is.
    if isParted, table.rows.contains(where: { Self.hasDecimals(model.sources.text(at: $0.span)) }) {
      return nil
    }
    let isInFile = first.file != table.span.file
    if !isMoney, isInFile || !looksAtMeasures,
      spans.contains(where: { Self.hasDecimals(model.sources.text(at: $0)) })
    {
      return nil
    }
    for span in spans {
      let text = model.sources.text(at: span)
      // A cell whose file groups digits reads as another text.
      if !isMoney, let plain = table.plainTexts[span], !plain.contains(text) { continue }
      if let warning = warning(text, isMoney: isMoney, at: span, in: key) { return warning }
    }
    return nil
  }

  /// Whether all points of a column stand before three zeros, and the decimals of its input are
  /// those of its step alone: `up to 1.000` for `number [0..9000] step 0.001`.
  private func hasOnlyThousands(_ cells: [SourceSpan], besideStepOf key: PriceExpression) -> Bool {
    guard hasRange(declarationOf: key), let declared = declaration(of: key),
      !Self.hasDecimals(declared.replacing(kept(/step\s+\S+/), with: ""))
    else { return false }
    return cells.allSatisfy { cell in
      model.sources.text(at: cell).matches(of: kept(/\d+\.(\d+)/)).allSatisfy { $0.1 == "000" }
    }
  }

  /// Whether a table stands in a file with semicolons between its cells, as programs write it where
  /// the comma is that of decimals.
  private func isParted(bySemicolons table: ModelTable) -> Bool {
    guard let cell = table.rows.first?.keySpans.first, cell.file != table.span.file else {
      return false
    }
    // An empty cell parts keys from values, in the header at the latest.
    let start = SourceSpan(file: cell.file, lower: max(0, cell.lower - 2000), upper: cell.lower)
    return model.sources.text(at: start).contains(";;")
  }

  /// Whether the input that a value is has a range by its declaration, to which thousands belong.
  private func hasRange(declarationOf value: PriceExpression) -> Bool {
    declaration(of: value)?.contains("[") ?? false
  }

  /// How the input that a value is was declared; nil for other values.
  private func declaration(of value: PriceExpression) -> String? {
    guard case .reference(.field(let list, let field)) = names.resolved(value).operation else {
      return nil
    }
    return model.sources.text(at: model.schema.lists[list].fields[field].span)
  }

  /// Ranges and defaults, as in `[€0..€1.500]`. Three decimals are meant where
  /// a step has as many.
  private var inInputs: [Diagnostic] {
    model.schema.lists.flatMap(\.fields).compactMap { field -> Diagnostic? in
      let isMoney = field.type == .money
      guard !isMoney || looksAtMoney, field.span.upper > field.span.lower else { return nil }
      // What stands in quotation marks shows how bookings write it.
      var isQuoted = false
      let declared = Array(model.sources.text(at: field.span).utf8).map { byte -> UInt8 in
        if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
        return isQuoted ? 32 : byte
      }
      let declaration = String(decoding: declared, as: UTF8.self)
      guard Self.mayGroup(declaration) else { return nil }
      if declaration.contains(kept(/step [^,]*\.\d{3}/)) { return nil }
      if !isMoney, !looksAtMeasures, Self.hasDecimals(declaration) { return nil }
      return warning(declaration, isMoney: isMoney, at: field.span)
    }
  }

  // MARK: - What a figure may be meant as

  /// `other`: what a figure is held against.
  private func warning(
    of value: PriceExpression, endsInZero: Bool, in other: PriceExpression? = nil
  ) -> Diagnostic? {
    guard looks(at: value.type, asBound: other != nil),
      case .constant(.quantity(let size)) = value.operation
    else { return nil }
    let isMoney = value.type == .quantity(.money)
    if isMoney, endsInZero, !(size * 100).isWhole { return nil }
    let written = model.sources.text(at: value.span)
    guard isMoney, written.contains(","), !written.contains(".") else {
      if !isMoney, let other, Self.mayGroup(written),
        hasDecimals(declarationOf: other, besides: written)
      {
        return nil
      }
      return warning(
        written, isMoney: isMoney, at: value.span, size: isMoney ? size : nil, in: other)
    }
    // In a file whose decimals follow a comma, the comma may have been meant for thousands.
    return warning(
      written.replacing(",", with: "."), isMoney: true, at: value.span, size: size, mark: ",")
  }

  /// What is said of the first figure with a point before three digits in a text that begins at a
  /// place. The last digit of a quantity is a zero, which a plain number would not have, and the
  /// value that it bounds can be so large. `mark` is what stands there in the place of the point.
  private func warning(
    _ text: String, isMoney: Bool, at span: SourceSpan, size: Ratio? = nil, mark: String = ".",
    in value: PriceExpression? = nil
  ) -> Diagnostic? {
    guard Self.mayGroup(text) else { return nil }
    let figure = kept(
      #/
        ((?:[A-Z]{3}\ ?|[^\w\s.,\[\]()<>=-])?)  # a sign of a currency, or its code
        \b([1-9]\d{0,2}) \. (\d{3})(?![\d.])
        ((?:\ ?[A-Za-z_]+)?)                     # a unit
      /#)
    for match in text.matches(of: figure) where isMoney || match.3.hasSuffix("0") {
      let (sign, whole, decimals, unit) = (match.1, match.2, match.3, match.4)
      if let size, Ratio(decimal: "\(whole).\(decimals)") != size { continue }
      if !isMoney, let value, let grouped = Ratio(decimal: "\(whole)\(decimals)"),
        !value.range.contains(grouped * value.units.size)
      {
        continue
      }
      let short = "\(whole).\(decimals)".replacing(isMoney ? kept(/0$/) : kept(/\.?0+$/), with: "")
      let lower = text.utf8.distance(from: text.startIndex, to: match.range.lowerBound)
      let place = SourceSpan(
        file: span.file, lower: span.lower + Int32(lower),
        upper: span.lower + Int32(lower + match.0.utf8.count))
      let shown = "\(sign)\(short)\(decimals.hasSuffix("0") ? "" : "0")\(unit)"
      return .groupedDigits(
        String(match.0).replacing(".", with: mark), whole: "\(sign)\(whole)\(decimals)\(unit)",
        short: shown.replacing(".", with: mark), at: place, mark: mark,
        label: isMoney
          ? "three decimals, one more than the currency has"
          : looksAtMeasures
            ? "bookings have decimal commas here, and rules never do" : "this is \(short)\(unit)",
        isOfSheet: model.sources[span.file]?.name.contains(".xlsx") ?? false)
    }
    return nil
  }

  /// Whether a point stands between one to three digits and just three: hardly any text has that,
  /// and a regular expression takes longer to be made than all of them to be looked through.
  private static func mayGroup(_ text: String) -> Bool {
    var (before, after) = (0, -1)
    for byte in text.utf8 {
      if byte &- UInt8(ascii: "0") < 10 {
        if after >= 0 { after += 1 } else { before += 1 }
        continue
      }
      if after == 3 { return true }
      after = byte == UInt8(ascii: ".") && (1...3).contains(max(before, after)) ? 0 : -1
      before = 0
    }
    return after == 3
  }
}

extension FieldNotation {
  /// Whether numbers are written with points between groups of digits, or a decimal comma.
  fileprivate var groupsByPoints: Bool {
    numbers.contains(where: \.groupsByPoints)
  }
}
