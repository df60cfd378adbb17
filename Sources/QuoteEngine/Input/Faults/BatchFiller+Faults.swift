package import QuoteLanguage

/// What is told of what cannot be read.
extension BatchFiller {
  package func fault(_ reason: CellFault, field: String = "", value: TextSlice = .empty) {
    fault(reason, FaultContext(field: field, value: Self.shortened(value)))
  }

  /// Reports a field of a row that was read before.
  package func fault(_ reason: CellFault, _ field: FieldSchema, value: String, row earlier: Int) {
    let (row, line) = (self.row, self.line)
    (self.row, self.line) = (earlier, batch.lines[earlier])
    fault(reason, FaultContext(field: field.name, value: value, schema: field))
    (self.row, self.line) = (row, line)
  }

  /// Reports a booking whose rows together are too long.
  func faultOfLongRows(named key: TextSlice, moreLines: Int64) {
    let name = decoders.key.map { decoders.lists[0].fields[$0].schema.name } ?? ""
    fault(.tooLong, FaultContext(field: name, value: Self.shortened(key)), lines: moreLines)
  }

  /// Reports a record that cannot be read at all, or not where it stands.
  package func fault(
    _ reason: CellFault, record text: TextSlice, moreLines: Int64 = 0, misplaced: String? = nil
  ) {
    let mistake = text.count == 0 && misplaced != nil ? nil : mistake(reason, text)
    let isOther = reason == .badNumberToken && mistake?.isWord == false
    // Only the beginning is there of a record that is too long.
    let end = reason == .tooLong ? 0 : (0..<text.count).last { text[$0] > 0x20 } ?? 0
    fault(
      isOther ? .unreadableJSON : reason,
      FaultContext(value: Self.shortened(text), mistake: mistake, misplaced: misplaced),
      lines: text.part(0, end).lineCount + moreLines)
  }

  private func mistake(_ reason: CellFault, _ text: TextSlice) -> JSONMistake? {
    reason == .unreadableJSON || reason == .badNumberToken ? JSONMistake(text) : nil
  }

  /// Reports a field that something in the way of its path keeps from being read.
  package func fault(
    _ list: ListDecoder, _ field: Int, on way: (members: [String], found: Int), by value: TextSlice
  ) {
    let schema = list.fields[field].schema
    fault(
      .wrongType,
      FaultContext(
        field: path.name(decoders, schema.name), value: Self.shortened(value), schema: schema,
        path: (way.members, way.found, holder)))
  }

  /// Reports a list as a whole.
  package func fault(_ reason: CellFault, in list: ListDecoder, value: TextSlice = .empty) {
    fault(
      reason,
      FaultContext(
        field: describe(list), places: places(of: list), value: Self.shortened(value),
        list: list.schema, mistake: mistake(reason, value)))
  }

  /// Reports a list with more elements than it may have; how many, where that is known.
  func faultOfTooMany(_ list: ListDecoder, _ elements: Int?) {
    fault(
      .tooManyElements,
      FaultContext(
        field: describe(list), places: places(of: list), list: list.schema, elements: elements))
  }

  /// Reports a field of the element at hand, and the one of its sources that the value is from.
  package func fault(
    _ reason: CellFault, _ list: ListDecoder, _ field: Int, source: Int? = nil, value: TextSlice
  ) {
    var reason = reason
    if list.index == 0, field == decoders.key, reason != .repeatedKey {
      if reason == .missing || reason == .null { reason = .missingKey }
      if batch.unreadKeys[row] == nil {
        batch.unreadKeys[row] = reason == .missingKey ? "" : value.textWithoutNul
      }
    }
    let shown = self.shown(value)
    let column = layout?.sheet == nil ? -1 : column(of: field, in: list)
    batch.faults.add(
      told(reason, list, field, source: source, shown), row: row, line: line, value: shown,
      column: column)
  }

  /// What is told of a field of the element at hand: what was told before, where it can be the
  /// same.
  private func told(
    _ reason: CellFault, _ list: ListDecoder, _ field: Int, source: Int?, _ shown: TextSlice
  ) -> FaultText {
    guard path.count == 0 else {
      let told = tell(reason, list, field, source: source, shown.string)
      if reason.isOfNotation {
        settleNotations()
        notations.add(shown.string, told.guesses, to: told.name)
      }
      return told.text
    }
    let kind = FaultTexts.Kind(
      field: field, list: list.index, source: source ?? -1, reason: reason)
    let isTold =
      reason.tellsOfValue && NotationGuess.mayTell(of: shown, reason, list.fields[field])
    let value = isTold ? shown : .empty
    if let known = texts.find(kind, value, in: layout, &notations) { return known }
    let told = tell(reason, list, field, source: source, shown.string)
    texts.keep(told, kind, value, &notations)
    return told.text
  }

  /// Counts in which notations values are of which something was told.
  func settleNotations() { texts.settle(into: &notations) }

  /// The column that a field is read from; -1 where it is not one.
  private func column(of field: Int, in list: ListDecoder) -> Int {
    guard case .column(let column)? = layout?.cells[list.index][field].first else { return -1 }
    return column
  }

  /// The sentence on a field of the element at hand.
  private func tell(
    _ reason: CellFault, _ list: ListDecoder, _ field: Int, source: Int?, _ shown: String
  ) -> FaultTexts.Told {
    let decoder = list.fields[field]
    let currency = decoders.schema.currencyMarks
    var guesses =
      reason.isOfNotation
      ? NotationGuess.all(for: shown, of: decoder.schema, currency: currency) : []
    if reason == .tooFine,
      let finer = NotationGuess.finerStep(for: shown, of: decoder.schema, currency: currency)
    {
      // Numbers of JSON and of spreadsheets are plain, whatever the rules say of texts.
      let isOfText = layout.map { $0.sheet == nil } ?? false
      guesses = [finer] + (isOfText ? guesses.filter { $0.isHeld(by: decoder.schema) } : [])
    }
    let context = FaultContext(
      field: path.name(decoders, decoder.schema.name),
      places: places(of: field, in: list, source: source), value: shown, schema: decoder.schema,
      guesses: NotationGuess.withoutRepeats(guesses), currency: currency,
      words: reason == .unknownChoice ? choices(of: decoder).told(of: shown) : nil,
      list: list.index > 0 ? list.schema : nil, isSpelled: holder.isSpelled)
    let inList = list.index == 0 ? "" : list.schema.name + "."
    return FaultTexts.Told(
      text: FaultText(
        field: context.field, reason: reason.rawValue, message: reason.message(context)),
      guesses: guesses, name: inList + decoder.schema.name)
  }

  private func choices(of decoder: FieldDecoder) -> ChoiceWords {
    if let known = choices[ObjectIdentifier(decoder)] { return known }
    let words = ChoiceWords(decoder.schema.choices)
    choices[ObjectIdentifier(decoder)] = words
    return words
  }

  private func fault(_ reason: CellFault, _ context: FaultContext, lines: Int64 = 0) {
    var fault = RowFault(
      row: row, record: Int64(row), line: line, field: context.field, value: context.value,
      reason: reason.rawValue, message: reason.message(context))
    fault.lastLine += lines
    batch.faults.add(fault)
  }

  /// At most 80 bytes, cut between characters, so that it stays text.
  static func shortened(_ value: TextSlice) -> String { value.shortened.textWithoutNul }

  /// What people and files are shown of a value: its own bytes mostly, else those of a text that
  /// is kept until the next one is asked for.
  private func shown(_ value: TextSlice) -> TextSlice {
    let shown = value.withoutSheetMark.shortened
    if shown.isPlain { return shown }
    mended.removeAll()
    mended.append(text: shown.textWithoutNul)
    return mended.slice(0, mended.count)
  }
}

extension TextSlice {
  fileprivate var shortened: TextSlice {
    guard count > 80 else { return self }
    var end = 80
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    return part(0, end)
  }

  /// The text for people and files, which take no NUL.
  fileprivate var textWithoutNul: String {
    firstIndex(of: 0) == nil ? string : string.replacing("\0", with: "\u{FFFD}")
  }
}
