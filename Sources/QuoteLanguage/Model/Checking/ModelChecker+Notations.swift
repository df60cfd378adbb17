import QuoteSyntax

/// How texts of inputs are written.
extension ModelChecker {
  /// What the input says itself, else what goes for all bookings; nil where texts are plain.
  func notation(of declaration: FieldDeclaration) -> FieldNotation? {
    var notation = FieldNotation()
    let (own, type) = (declaration.notation, declaration.type.value)
    let kind = NotationKind(of: type)
    let ofAll = kind.flatMap { tree.bookings.written[$0] } ?? []
    let written = own.written.isEmpty ? ofAll : own.written
    let conversion = declaration.conversions.first {
      [InputConversion.readAsInteger, .readAsNumber].map(\.rawValue).contains($0.value)
    }
    if let kind, own.written.isEmpty, !ofAll.isEmpty { usedNotations.insert(kind) }
    if kind == nil, let first = own.written.first {
      log.report(.writtenOfOtherType(first, type))
    } else if let first = written.first, let conversion {
      log.report(.writtenAndConverted(own.written.isEmpty ? conversion : first, conversion))
    } else {
      if kind == .numbers {
        notation.numbers = written.compactMap { numberSpelling($0, of: declaration) }
      } else {
        notation.moments = written.compactMap { momentNotation($0, of: declaration) }
      }
      notation.written = written.map(\.value)
    }
    let nothing = own.nothing.isEmpty ? tree.bookings.nothing : own.nothing
    if case .oneOf(let choices) = declaration.type.value {
      for word in nothing where choices.contains(where: { $0.value == word.value }) {
        log.report(.nothingIsChoice(word, declaration.name))
      }
    }
    notation.nothing = nothing.map { Array($0.value.trimmedOfSpaces.utf8) }
    return notation.isEmpty ? nil : notation
  }

  /// Amounts may bear the currency of the rules, whatever the example shows; one of another
  /// currency, and a measure in another unit, would be read as if they were in that of the input.
  private func numberSpelling(
    _ written: Spanned<String>, of declaration: FieldDeclaration
  ) -> NumberSpelling? {
    guard let spelling = NumberSpelling(example: written.value) else {
      log.report(.writtenForm(written))
      return nil
    }
    let marks = spelling.marks.map { String(decoding: $0, as: UTF8.self) }
    let type = declaration.type.value
    if type == .money {
      if let other = marks.first(where: { Self.isSign($0, ofOtherThan: currency) }) {
        log.report(.writtenInOther(written, other, than: currency, of: declaration.name.value))
        return nil
      }
      return spelling.taking(Self.marks(of: currency))
    }
    guard let unit = unit(of: declaration) else { return spelling }
    for mark in marks {
      guard let other = MeasureUnit.meant(by: mark), other != unit,
        other.dimension == unit.dimension
      else { continue }
      log.report(
        .writtenInOther(
          written, mark, than: unit.name, of: declaration.name.value,
          instead: "\(type.word) in \(other.name)"))
      return nil
    }
    return spelling
  }

  private func momentNotation(
    _ written: Spanned<String>, of declaration: FieldDeclaration
  ) -> MomentNotation? {
    let (notation, type) = (MomentNotation(written.value), declaration.type.value)
    if let why = notation.reason(against: type, hasZone: declaration.unit != nil) {
      log.report(.patternForm(written, type, why))
      return nil
    }
    return notation
  }

  /// Ways of writing that no input has.
  func checkBookings() {
    for kind in NotationKind.allCases where !usedNotations.contains(kind) {
      if let first = tree.bookings.written[kind]?.first { log.report(.notationUnused(first, kind)) }
    }
    schema.currencyMarks = Self.marks(of: currency)
    schema.rows.headerLine = tree.bookings.header?.value
    schema.rows.totals = tree.bookings.total.map(\.value)
    schema.rows.mayEndEarly = tree.bookings.shortRows?.value ?? false
  }
}

extension NotationKind {
  /// What goes for a type; nil where it is written in one way only.
  init?(of type: InputType) {
    switch type {
    case .count, .number, .money, .duration, .distance, .weight, .declared: self = .numbers
    case .date: self = .dates
    case .time: self = .times
    case .instant: self = .instants
    case .text, .flag, .point, .oneOf: return nil
    }
  }
}

extension MomentNotation {
  /// Why it cannot say a value of a type, as the end of a sentence; nil where it can.
  fileprivate func reason(against type: InputType, hasZone: Bool) -> String? {
    let needsZone =
      "it says no offset from UTC: the input needs the zone of its clock, "
      + "`instant in ZONE`"
    switch self {
    case .pattern(let pattern):
      if let mistake = pattern.mistake { return mistake }
      if type == .time {
        if pattern.hasDate { return "a time of day has no date" }
        return pattern.hasClock ? nil : "it has no hours"
      }
      if !pattern.hasDate { return "it has no date" }
      if type == .date {
        return pattern.hasOffset ? "a date has no offset; a letter that is itself is `'Z'`" : nil
      }
      if !pattern.hasClock { return "a moment has a time of day, too" }
      return pattern.hasOffset || hasZone ? nil : needsZone
    case .unix: return type == .instant ? nil : "it counts moments, of which a day needs a zone"
    case .excelDays: return type != .instant || hasZone ? nil : needsZone
    case .endOfDay: return type == .time ? nil : "it is a time of day"
    }
  }
}
