import QuoteSyntax

extension ModelChecker {
  /// Fields of the booking and of every list, into the schema.
  func readInputs() {
    readFields(tree.inputs, into: .booking)
    let keys = self.keys
    for (index, input) in schema.lists[.booking].fields.enumerated() where keys.contains(input.name)
    {
      if let other = schema.key {
        log.report(
          .secondKey(
            schema.lists[.booking].fields[index].span, schema.lists[.booking].fields[other].span))
      }
      schema.key = index
      if input.storage != .text, input.type != .count { log.report(.keyType(input.span)) }
    }
  }

  /// Names of the inputs that are declared to be a key.
  private var keys: Set<String> {
    var keys: Set<String> = []
    for case .field(let field) in tree.inputs where field.isKey { keys.insert(field.name.value) }
    return keys
  }

  func readFields(_ inputs: [InputDeclaration], into list: ListID) {
    for input in inputs {
      switch input {
      case .field(let declaration):
        checkClauses(of: declaration, in: list)
        schema.lists[list].fields.append(field(declaration))
      case .list(let declaration):
        guard case .list(let index)? = symbols[declaration.name.value] else { continue }
        readFields(declaration.fields, into: index)
        schema.lists[index].sources = sources(of: declaration, list: index)
        schema.lists[index].otherIsMissing = declaration.otherIsMissing
        schema.lists[index].cell = declaration.cell.flatMap { compactCell($0, list: index) }
      }
    }
  }

  /// Names that say another unit than an input is read in, and points the wrong way round.
  private func warnOfNames(_ field: FieldDeclaration, _ unit: MeasureUnit?) {
    let (name, type) = (field.name.value, field.type.value)
    for case .pair(let first, let second) in field.sources {
      guard let a = first.lastMember, let b = second.lastMember, UnitOfName.isLongitude(a),
        !UnitOfName.isLongitude(b)
      else { continue }
      log.report(.pointTurned(name, a, b, at: first.span))
    }
    if type == .money { warnOfMoneyNames(field) }
    guard let unit, [.duration, .distance, .weight].contains(type) else { return }
    warnOfForeignUnits(field, unit)
    func differs(_ said: String?) -> String? {
      guard let said, said != unit.name, MeasureUnit.named(said)?.dimension == unit.dimension
      else { return nil }
      return said
    }
    let said = UnitOfName.said(by: name)
    // Examples may have units of their own, and a column another name than the input.
    let isFromColumn = !field.sources.isEmpty
    if field.unit == nil || !isFromColumn && field.notation.written.isEmpty,
      let other = differs(said)
    {
      log.report(
        .unitOfName(
          name, reads: unit.name, says: other, type: "\(unit.dimension)",
          isDeclared: field.unit != nil, at: field.type.span))
      return
    }
    // A name that says what is read says that the column's is known.
    if field.unit != nil, said == unit.name { return }
    for case .path(let path) in field.sources {
      guard let column = path.lastMember,
        let other = differs(UnitOfName.said(byColumn: column))
      else { continue }
      log.report(
        .unitOfColumn(
          name, reads: unit.name, column: path.named(in: sources), says: other,
          type: "\(unit.dimension)", place: sources.text(at: path.span).trimmedOfSpaces,
          at: field.type.span))
    }
  }

  func field(_ declaration: FieldDeclaration) -> FieldSchema {
    let type = declaration.type.value
    let unit = self.unit(of: declaration)
    warnOfNames(declaration, unit)
    let written = range(of: declaration, unit)
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
      choices: choices, range: written.interval, rangeIsOpen: written.isOpen, step: step,
      unit: unit,
      conversions: Set(declaration.conversions.compactMap { InputConversion(rawValue: $0.value) }),
      span: declaration.span)
    schema.isStepped = declaration.step != nil
    if schema.storage == .integer {
      schema.range = written.interval.multiples(of: step, isOpen: written.isOpen)
      schema.rangeIsOpen = (false, false)
    }
    if let range = declaration.range, schema.range.upper < schema.range.lower {
      log.report(.emptyRange(range.span, wraps: false, in: sources))
      schema.range = standardRange(type, unit)
    }
    keepInColumn(&schema, declaration)
    schema.notation = notation(of: declaration)
    if type == .instant { schema.zone = declaration.unit.flatMap { zoneRules($0) } }
    schema.defaultValue = declaration.defaultValue.flatMap {
      constant($0, for: schema, at: declaration.defaultSpan ?? declaration.span)
    }
    return schema
  }

  /// A column holds steps in 64 bits: a range of more of them is refused.
  private func keepInColumn(_ schema: inout FieldSchema, _ declaration: FieldDeclaration) {
    guard schema.storage == .integer else { return }
    let most = Ratio(Int128(Int64.max)) * schema.step
    guard schema.range.lower < -most || most < schema.range.upper else { return }
    let place = declaration.range?.span ?? declaration.step?.span ?? declaration.span
    log.report(.rangeTooWide(place, most, step: schema.step))
    schema.range = Interval(-most, most)
  }

  func storage(_ type: InputType) -> ColumnStorage {
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

  func unit(of declaration: FieldDeclaration) -> MeasureUnit? {
    let (type, units) = ValueColumnReader.type(of: declaration.type.value)
    if declaration.type.value == .instant { return nil }
    guard let written = declaration.unit else { return units.numerator }
    let unit = self.unit(written.value)
    guard case .quantity(let quantity) = type, quantity.numerator == unit.dimension else {
      log.report(.unitMismatch(written, type))
      return units.numerator
    }
    return unit
  }

  // MARK: - Ranges and steps

  func range(
    of declaration: FieldDeclaration, _ unit: MeasureUnit?
  ) -> FieldSchema.WrittenRange {
    let standard = standardRange(declaration.type.value, unit)
    guard let written = declaration.range, declaration.type.value.takesRange else {
      return (standard, (false, false))
    }
    let low = written.lower.map { bound($0, declaration, unit) } ?? standard.lower
    let high = written.upper.map { bound($0, declaration, unit) } ?? standard.upper
    guard let low, let high else { return (standard, (false, false)) }
    return (
      Interval(low, high),
      (
        written.lower != nil && !written.lowerIsIncluded,
        written.upper != nil && !written.upperIsIncluded
      )
    )
  }

  func standardRange(_ type: InputType, _ unit: MeasureUnit?) -> Interval {
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
    case .date: return CalendarReach.days
    case .time: return Interval(0, 86399)
    case .instant: return CalendarReach.moments
    case .text, .flag, .point, .oneOf: return .unbounded
    }
  }

  /// A bound in the field's unit; bare numbers are in it already.
  func bound(
    _ written: Spanned<String>, _ declaration: FieldDeclaration, _ unit: MeasureUnit?
  ) -> Ratio? {
    let units = Set(tree.header.units.map(\.value))
    guard let literal = Literal.read(written, units: units) else {
      // A unit that is not known is told of where it is declared.
      let isUnknown = declaration.unit.map {
        MeasureUnit.named($0.value) == nil && !units.contains($0.value)
          && declaration.type.value != .instant
      }
      if isUnknown != true {
        log.report(.badBound(written, of: declaration.type.value, units: units))
      }
      return nil
    }
    switch literal {
    case .number(let number) where declaration.type.value.isNumeric:
      return figure(
        number, of: declaration.type.value, unit, at: written.span,
        otherwise: .badBound(written, of: declaration.type.value))
    case .date(let date) where declaration.type.value == .date:
      return Ratio(Int(date.daysSince1970))
    case .time(let time) where declaration.type.value == .time:
      return Ratio(Int(time.secondsSinceMidnight))
    case .instant(let instant) where declaration.type.value == .instant:
      return Ratio(instant.microsecondsSince1970)
    case .number, .text, .flag, .date, .time, .instant: break
    }
    log.report(.badBound(written, of: declaration.type.value))
    return nil
  }

  func step(of declaration: FieldDeclaration, _ unit: MeasureUnit?) -> Ratio {
    if let step = writtenStep(of: declaration, unit) { return step }
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
    switch field.type {
    case .text:
      if let word = word(literal) { return .text(word) }
    case .oneOf:
      guard let word = word(literal) else { break }
      if let index = field.choices.firstIndex(of: word) { return .choice(Int32(index)) }
      log.report(.notAChoice(word, among: field.choices, at: span))
      return nil
    case .flag:
      if case .flag(let flag) = literal { return .flag(flag) }
    case .date:
      if case .date(let date) = literal { return whole(Int64(date.daysSince1970), field, span) }
    case .time:
      if case .time(let time) = literal {
        return whole(Int64(time.secondsSinceMidnight), field, span)
      }
    case .instant:
      if case .instant(let instant) = literal {
        return whole(instant.microsecondsSince1970, field, span)
      }
    case .count, .number, .money, .duration, .distance, .weight, .declared:
      if case .number(let number) = literal { return constant(number, for: field, at: span) }
    case .point: break
    }
    log.report(.badDefault(span, field, in: self))
    return nil
  }

  /// A date, time or instant as its column holds it.
  private func whole(
    _ number: Int64, _ field: FieldSchema, _ span: SourceSpan
  ) -> InputConstant? {
    if field.range.contains(Ratio(number)) { return .integer(number) }
    log.report(.defaultOutside(span, field.name))
    return nil
  }

  /// A literal as the word it was written as; dates and times are no words.
  func word(_ literal: Literal) -> String? {
    switch literal {
    case .text(let text): text
    case .flag(let flag): flag ? "yes" : "no"
    case .number(let number): "\(number.value)"
    case .date, .time, .instant: nil
    }
  }

  func constant(
    _ number: NumberLiteral, for field: FieldSchema, at span: SourceSpan
  ) -> InputConstant? {
    guard
      let value = figure(
        number, of: field.type, field.unit, at: span, otherwise: .badDefault(span, field, in: self))
    else { return nil }
    guard field.holds(value) else {
      log.report(.defaultOutside(span, field.name))
      return nil
    }
    if field.storage == .double, !field.isStepped || (value / field.step).isWhole {
      return .double(value.nearestDouble)
    }
    let steps = value / field.step
    guard field.storage == .integer, steps.isWhole, let held = Int64(exactly: steps.numerator)
    else {
      log.report(.defaultOutside(span, field.name))
      return nil
    }
    return .integer(held)
  }
}
