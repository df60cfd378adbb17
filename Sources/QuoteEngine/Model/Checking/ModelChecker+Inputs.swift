extension ModelChecker {
  /// Fields of the booking and of every list, into the schema.
  func readInputs() {
    readFields(tree.inputs, into: 0)
    for (index, input) in schema.lists[0].fields.enumerated() where isKey(input.name) {
      if let other = schema.key {
        log.report(
          .secondKey(schema.lists[0].fields[index].span, schema.lists[0].fields[other].span))
      }
      schema.key = index
      if input.storage != .text, input.type != .count { log.report(.keyType(input.span)) }
    }
  }

  private func isKey(_ name: String) -> Bool {
    tree.inputs.contains { input in
      if case .field(let field) = input { return field.name.value == name && field.isKey }
      return false
    }
  }

  private func readFields(_ inputs: [InputDeclaration], into list: Int) {
    for input in inputs {
      switch input {
      case .field(let declaration): schema.lists[list].fields.append(field(declaration))
      case .list(let declaration):
        guard case .list(let index)? = symbols[declaration.name.value] else { continue }
        readFields(declaration.fields, into: index)
        schema.lists[index].sources = sources(of: declaration, list: index)
        schema.lists[index].cell = declaration.cell.flatMap { compactCell($0, list: index) }
      }
    }
  }

  private func field(_ declaration: FieldDeclaration) -> FieldSchema {
    let type = declaration.type.value
    let unit = self.unit(of: declaration)
    let (range, isOpen) = self.range(of: declaration, unit)
    let step = self.step(of: declaration, unit)
    var choices: [String] = []
    if case .oneOf(let words) = type { choices = words.map(\.value) }
    let isOptional = declaration.isOptional
    var schema = FieldSchema(
      name: declaration.name.value, type: type, storage: storage(type), isOptional: isOptional,
      defaultValue: nil,
      takesAsOf: type == .instant && !isOptional && declaration.defaultValue == nil,
      sources: declaration.sources.isEmpty
        ? [.path(FieldPath(steps: [.member(declaration.name.value)], span: declaration.name.span))]
        : declaration.sources,
      choices: choices, range: range, rangeIsOpen: isOpen, step: step, unit: unit,
      conversions: Set(declaration.conversions.compactMap { InputConversion(rawValue: $0.value) }),
      span: declaration.span)
    schema.defaultValue = declaration.defaultValue.flatMap {
      constant($0, for: schema, at: declaration.span)
    }
    return schema
  }

  private func storage(_ type: InputType) -> ColumnStorage {
    switch type {
    case .text: .text
    case .flag: .flag
    case .oneOf: .choice
    case .point: .point
    case .count, .date, .time, .instant: .integer
    case .number, .money, .duration, .distance, .weight, .declared:
      arithmetic.isBinary ? .double : .integer
    }
  }

  private func unit(of declaration: FieldDeclaration) -> MeasureUnit? {
    let (type, units) = ValueColumnReader.type(of: declaration.type.value)
    guard let written = declaration.unit else { return units.numerator }
    let unit = self.unit(written.value)
    guard case .quantity(let quantity) = type, quantity.numerator == unit.dimension else {
      log.report(.unitMismatch(written, type))
      return units.numerator
    }
    return unit
  }

  // MARK: - Ranges and steps

  private func range(
    of declaration: FieldDeclaration, _ unit: MeasureUnit?
  ) -> (Interval, (lower: Bool, upper: Bool)) {
    let standard = standardRange(declaration.type.value, unit)
    guard let written = declaration.range else { return (standard, (false, false)) }
    let low = written.lower.map { bound($0, declaration, unit) } ?? standard.lower
    let high = written.upper.map { bound($0, declaration, unit) } ?? standard.upper
    guard let low, let high else { return (standard, (false, false)) }
    if high < low { log.report(.emptyRange(written.span)) }
    return (
      Interval(low, high),
      (
        written.lower != nil && !written.lowerIsIncluded,
        written.upper != nil && !written.upperIsIncluded
      )
    )
  }

  private func standardRange(_ type: InputType, _ unit: MeasureUnit?) -> Interval {
    let billion = Ratio(1_000_000_000)
    let size = unit?.size ?? 1
    if arithmetic.isBinary {
      let whole = Ratio(Int128(1) << 53)
      switch type {
      case .count: return Interval(-whole, whole)
      case .number, .money, .duration, .distance, .weight, .declared: return .unbounded
      case .text, .flag, .date, .time, .instant, .point, .oneOf: break
      }
    }
    switch type {
    case .count: return Interval(0, 1_000_000)
    case .number, .money: return Interval(-billion, billion)
    case .distance: return Interval(0, Ratio(100_000_000) / size)
    case .weight: return Interval(0, Ratio(1_000_000) / size)
    case .duration: return Interval(0, Ratio(864_000_000) / size)
    case .declared: return Interval(0, billion)
    case .date: return FormulaChecker.allDays
    case .time: return Interval(0, 86399)
    case .instant:
      return Interval(
        Ratio(Instant.first.microsecondsSince1970), Ratio(Instant.last.microsecondsSince1970))
    case .text, .flag, .point, .oneOf: return .unbounded
    }
  }

  /// A bound in the field's unit; bare numbers are in it already.
  private func bound(
    _ written: Spanned<String>, _ declaration: FieldDeclaration, _ unit: MeasureUnit?
  ) -> Ratio? {
    let units = Set(tree.header.units.map(\.value))
    guard let literal = Literal.read(written, units: units) else {
      log.report(.badBound(written))
      return nil
    }
    switch literal {
    case .number(let number):
      if let currency = number.currency {
        guard declaration.type.value == .money, isCurrency(currency) else { break }
        return number.value
      }
      if let name = number.unit {
        let written = self.unit(name)
        guard let unit, written.dimension == unit.dimension else { break }
        return number.value * written.size / unit.size
      }
      guard ValueColumnReader.type(of: declaration.type.value).type.isQuantity else { break }
      return number.value
    case .date(let date) where declaration.type.value == .date:
      return Ratio(Int(date.daysSince1970))
    case .time(let time) where declaration.type.value == .time:
      return Ratio(Int(time.secondsSinceMidnight))
    case .instant(let instant) where declaration.type.value == .instant:
      return Ratio(instant.microsecondsSince1970)
    case .text, .flag, .date, .time, .instant: break
    }
    log.report(.badBound(written))
    return nil
  }

  private func step(of declaration: FieldDeclaration, _ unit: MeasureUnit?) -> Ratio {
    if let written = declaration.step {
      let number = written.value
      guard number.value > 0 else {
        log.report(.badBound(Spanned(sources.text(at: written.span), at: written.span)))
        return 1
      }
      if let name = number.unit, let unit { return number.value * self.unit(name).size / unit.size }
      return number.value
    }
    switch declaration.type.value {
    case .count, .date, .time, .instant: return 1
    case .number, .declared: return Ratio(powerOfTen: -6)
    case .money: return minorUnit
    case .distance, .weight: return Ratio(powerOfTen: -3)
    case .duration: return 1 / (unit?.size ?? 1)
    case .text, .flag, .point, .oneOf: return 1
    }
  }

  // MARK: - Defaults

  func constant(_ literal: Literal, for field: FieldSchema, at span: SourceSpan) -> InputConstant? {
    switch (literal, field.type) {
    case (.text(let text), .text): return .text(text)
    case (.text(let text), .oneOf), (.text(let text), .flag):
      if field.type == .flag { break }
      guard let index = field.choices.firstIndex(of: text) else {
        log.report(.notAChoice(text, among: field.choices, at: span))
        return nil
      }
      return .choice(Int32(index))
    case (.flag(let flag), .flag): return .flag(flag)
    case (.flag(let flag), .oneOf):
      if let index = field.choices.firstIndex(of: flag ? "yes" : "no") {
        return .choice(Int32(index))
      }
    case (.flag, .text): return .text(sources.text(at: span))
    case (.date(let date), .date): return .integer(Int64(date.daysSince1970))
    case (.time(let time), .time): return .integer(Int64(time.secondsSinceMidnight))
    case (.instant(let instant), .instant): return .integer(instant.microsecondsSince1970)
    case (.number(let number), .text): return .text("\(number.value)")
    case (.number(let number), .oneOf):
      if let index = field.choices.firstIndex(of: "\(number.value)") {
        return .choice(Int32(index))
      }
    case (.number(let number), .count), (.number(let number), .number),
      (.number(let number), .money),
      (.number(let number), .distance), (.number(let number), .weight),
      (.number(let number), .duration),
      (.number(let number), .declared):
      return constant(number, for: field, at: span)
    default: break
    }
    log.report(.badDefault(span, field.name))
    return nil
  }

  private func constant(
    _ number: NumberLiteral, for field: FieldSchema, at span: SourceSpan
  ) -> InputConstant? {
    var value = number.value
    if let name = number.unit, let unit = field.unit {
      value = value * self.unit(name).size / unit.size
    }
    guard field.range.contains(value) else {
      log.report(.defaultOutside(span, field.name))
      return nil
    }
    if field.storage == .double { return .double(value.nearestDouble) }
    let steps = value / field.step
    guard steps.isWhole, let held = Int64(exactly: steps.numerator) else {
      log.report(.defaultOutside(span, field.name))
      return nil
    }
    return .integer(held)
  }

  // MARK: - Lists

  private func sources(of declaration: ListDeclaration, list: Int) -> [ListSourceSchema] {
    if declaration.sources.isEmpty {
      return [
        .path(FieldPath(steps: [.member(declaration.name.value)], span: declaration.name.span))
      ]
    }
    return declaration.sources.enumerated().map { index, source in
      switch source {
      case .path(let path): .path(path)
      case .itself: .itself
      case .extra(_, let fields, _):
        .extra(ExtraElement(source: index, constants: constants(of: fields, list: list)))
      }
    }
  }

  /// Fields of an extra element that are written out; those by formula are the plan's.
  private func constants(of fields: [ExtraField], list: Int) -> [(field: Int, value: InputConstant)]
  {
    fields.compactMap { extra in
      guard let index = schema.lists[list].fields.firstIndex(where: { $0.name == extra.name.value })
      else {
        log.report(.unknownField(extra.name, among: schema.lists[list].fields.map(\.name)))
        return nil
      }
      guard case .written(let template) = extra.value.content else { return nil }
      let field = schema.lists[list].fields[index]
      let literal =
        field.type == .text || field.storage == .choice
        ? template.plainText.map { Literal.text($0) }
        : Literal.read(extra.value.raw, units: Set(tree.header.units.map(\.value)))
      guard let literal else {
        log.report(.badDefault(extra.value.raw.span, field.name))
        return nil
      }
      return constant(literal, for: field, at: extra.value.raw.span).map { (index, $0) }
    }
  }

  /// `category:size*quantity;`: names parted by marks, the last mark parts elements.
  private func compactCell(_ written: Spanned<String>, list: Int) -> CompactCell? {
    var parts: [CompactCell.Part] = []
    var mark = ""
    var rest = Substring(written.value)
    while let first = rest.first {
      if first.isLetter || first == "_" {
        let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        guard let index = schema.lists[list].fields.firstIndex(where: { $0.name == name }) else {
          log.report(
            .unknownField(
              Spanned(String(name), at: written.span), among: schema.lists[list].fields.map(\.name))
          )
          return nil
        }
        if !parts.isEmpty, mark.isEmpty { break }
        parts.append(CompactCell.Part(field: index, mark: mark))
        mark = ""
        rest = rest.dropFirst(name.count)
      } else {
        mark.append(first)
        rest = rest.dropFirst()
      }
    }
    guard !parts.isEmpty, !mark.isEmpty, parts[0].mark.isEmpty else {
      log.report(.badCell(written))
      return nil
    }
    return CompactCell(parts: parts, separator: mark)
  }

  /// `keep` and the formulas of extra elements, once every field has its type.
  func readListConditions() {
    readConditions(tree.inputs)
  }

  private func readConditions(_ inputs: [InputDeclaration]) {
    for input in inputs {
      guard case .list(let declaration) = input,
        case .list(let index)? = symbols[declaration.name.value]
      else { continue }
      readConditions(declaration.fields)
      lists[index].extras = extras(of: declaration, list: index)
      guard let keep = declaration.keep else { continue }
      var checker = FormulaChecker(rules: self)
      checker.scope.isBeforeKeep = true
      let value = at(Grain(list: index), beforeKeep(checker.flag(keep)))
      if value.type != .invalid { lists[index].keep = value }
    }
  }

  private func extras(of declaration: ListDeclaration, list: Int) -> [ModelExtra] {
    declaration.sources.enumerated().compactMap { position, source in
      guard case .extra(let when, let fields, _) = source else { return nil }
      var checker = FormulaChecker(rules: self)
      checker.scope.isBeforeKeep = true
      let parent = Grain(list: lists[list].parent ?? 0)
      let condition = when.map { at(parent, beforeKeep(checker.flag($0))) }
      let computed = fields.compactMap { extra -> (field: Int, value: PriceExpression)? in
        guard case .formula(let formula) = extra.value.content,
          let index = schema.lists[list].fields.firstIndex(where: { $0.name == extra.name.value })
        else { return nil }
        let field = schema.lists[list].fields[index]
        let wanted = ValueColumnReader.type(of: field.type).type
        let value = at(
          parent, beforeKeep(checker.closed(checker.expression(of: formula, expecting: wanted))))
        guard value.type != .invalid else { return nil }
        guard ValueColumnReader.common(wanted, value.type) == wanted || wanted == value.type else {
          log.report(.wrongType(value, wants: wanted.described, in: sources))
          return nil
        }
        return (index, value)
      }
      return ModelExtra(source: position, condition: condition, computed: computed)
    }
  }

  /// What decides over the elements of lists cannot ask what lists come to.
  private func beforeKeep(_ value: PriceExpression) -> PriceExpression {
    guard value.type != .invalid, let part = overLists(value) else { return value }
    log.report(.beforeKeep(value.span, part))
    return FormulaChecker(rules: self).invalid(at: value.span)
  }

  private func overLists(_ value: PriceExpression) -> PriceExpression? {
    switch value.operation {
    case .aggregate(_, _, let list, _) where isAsSent(list, in: tree.inputs):
      return value.parts.lazy.compactMap { self.overLists($0) }.first
    case .aggregate, .sumBefore, .split: return value
    case .reference(.letValue(let index)): return overLists(lets[index].value)
    case .reference(.lineAmount), .reference(.lineSum), .reference(.subtotal),
      .reference(.lineReasons):
      return value
    default: return value.parts.lazy.compactMap { self.overLists($0) }.first
    }
  }

  /// Whether a list stays as it came in: nothing leaves it and nothing joins it,
  /// so that what decides over other lists may ask what it comes to.
  private func isAsSent(_ list: Int, in inputs: [InputDeclaration]) -> Bool {
    inputs.contains { input in
      guard case .list(let declaration) = input else { return false }
      guard case .list(list)? = symbols[declaration.name.value] else {
        return isAsSent(list, in: declaration.fields)
      }
      let hasExtras = declaration.sources.contains {
        if case .extra = $0 { true } else { false }
      }
      return declaration.keep == nil && !hasExtras
    }
  }

  /// Lists that the rules make; their bounds are typed before anything else uses them.
  func readMadeLists() {
    for declaration in tree.lets {
      guard case .made(let element, let range, _) = declaration.body,
        case .list(let index)? = symbols[declaration.name.value]
      else { continue }
      let checker = FormulaChecker(rules: self)
      let low = checker.closed(checker.expression(of: range.lower))
      let high = checker.closed(checker.expression(of: range.upper))
      guard low.type != .invalid, high.type != .invalid else { continue }
      let isDates = low.type == .date && high.type == .date
      guard isDates || low.type == .quantity(.count) && high.type == .quantity(.count) else {
        log.report(.madeOf(range.span))
        continue
      }
      let parent = checker.finest([low, high], at: range.span) ?? .booking
      lists[index].parent = parent.list
      schema.lists[index].parent = parent.list
      lists[index].made = MadeElements(
        elementName: element.value, lower: low, lowerIsIncluded: range.lowerIsIncluded, upper: high,
        upperIsIncluded: range.upperIsIncluded)
    }
  }
}
