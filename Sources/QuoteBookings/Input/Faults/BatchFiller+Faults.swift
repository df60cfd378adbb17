import QuoteLanguage
package import QuoteSyntax

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
    let reason = isKey(field, of: list) ? keyFault(reason, value) : reason
    let (shown, kinds) = shown(value)
    let kind = FaultTexts.Kind(
      field: field, list: list.index, source: source ?? -1, reason: reason, owner: owner)
    let column = layout?.sheet == nil ? -1 : column(of: field, in: list)
    let text: FaultText
    texts.prepare(for: layout, &notations)
    if path.count == 0 {
      let tells = kind.tells(of: shown, kinds, list.fields[field])
      text = texts.text(at: place(of: kind, shown, tells: tells))
    } else if canHideNumbers(beside: shown) {
      path.hidesNumbers = true
      let tells = kind.tells(of: shown, kinds, list.fields[field])
      let place = place(of: kind, shown, tells: tells)
      path.hidesNumbers = false
      // Only the first fault of a booking is told; it is counted which values are wrong.
      if batch.faults.has(row) { return }
      text = texts.text(at: place, on: path)
    } else {
      let told = tell(kind, shown.string)
      if reason.isOfNotation {
        settleNotations()
        notations.add(shown.string, told.guesses, to: told.name)
      }
      text = told.text
    }
    batch.faults.add(
      UInt(bitPattern: ObjectIdentifier(text)), row: row, line: line, value: shown, kinds: kinds,
      column: column
    ) {
      text
    }
  }

  private var owner: FaultTexts.Kind.Owner {
    path.count == 0 ? .booking : path[path.count - 1].isSpelled ? .spelledElement : .element
  }

  /// Whether the sentence on a value is the same for all elements of its lists but for their
  /// numbers: each is counted in one place, and the value has no marks that stand for numbers.
  private func canHideNumbers(beside value: TextSlice) -> Bool {
    path.count <= FaultPath.mostHidden && value.firstIndex(of: 0xEF) == nil
      && decoders.isCountedInOnePlace(path[path.count - 1].list)
  }

  func isKey(_ field: Int, of list: ListDecoder) -> Bool {
    list.index == 0 && field == decoders.key
  }

  /// Why a booking has no key; notes what there is instead.
  private func keyFault(_ reason: CellFault, _ value: TextSlice) -> CellFault {
    if reason == .repeatedKey { return reason }
    let isMissing = reason == .missing || reason == .null || reason == .missingKey
    if batch.unreadKeys[row] == nil {
      batch.unreadKeys[row] = isMissing ? "" : value.textWithoutNul
    }
    return isMissing ? .missingKey : reason
  }

  /// What is told of a field of the booking at hand: what was told before, where it can be the
  /// same. `tells` says whether something is told of this very value.
  private func place(
    of kind: FaultTexts.Kind, _ shown: TextSlice, tells: Bool
  ) -> FaultTexts.Place {
    let value = !tells ? .empty : shown.count == 0 ? FaultTexts.noValue : shown
    if let known = texts.find(kind, value) { return known }
    return texts.keep(tell(kind, shown.string), of: kind, value: value, tally: &notations)
  }

  /// Counts in which notations values are of which something was told.
  func settleNotations() { texts.settle(into: &notations) }

  /// The column that a field is read from; -1 where it is not one.
  func column(of field: Int, in list: ListDecoder) -> Int {
    guard case .column(let column)? = layout?.cells[list.index][field].first else { return -1 }
    return column
  }

  /// The sentence on a field of the element at hand.
  private func tell(_ kind: FaultTexts.Kind, _ shown: String) -> FaultTexts.Told {
    let (list, reason) = (decoders.lists[kind.list], kind.reason)
    let decoder = list.fields[kind.field]
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
      places: places(
        of: kind.field, in: list, source: kind.source < 0 ? nil : kind.source),
      value: shown, schema: decoder.schema,
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

  /// What people and files are shown of a value, and its bytes: its own mostly, else those of a
  /// text that is kept until the next one is asked for.
  @inline(__always)
  private func shown(_ value: TextSlice) -> (TextSlice, ByteKinds) {
    guard value.count <= TextSlice.mostShown else { return shownOther(value) }
    return shown(value, ByteKinds(of: value))
  }

  /// The same of one of which it is known what bytes it has, if it is not long.
  @inline(__always)
  func shown(_ value: TextSlice, _ kinds: ByteKinds) -> (TextSlice, ByteKinds) {
    value.count <= TextSlice.mostShown && kinds.arePlain ? (value, kinds) : shownOther(value)
  }

  /// The same of a text that is long, or has bytes that are not seen.
  @inline(never)
  private func shownOther(_ value: TextSlice) -> (TextSlice, ByteKinds) {
    let shown = value.withoutSheetMark.shortened
    let kinds = ByteKinds(of: shown)
    return kinds.arePlain ? (shown, kinds) : (mended(shown), .all)
  }

  private func mended(_ value: TextSlice) -> TextSlice {
    mended.removeAll()
    mended.append(text: value.textWithoutNul)
    return mended.slice(0, mended.count)
  }
}

extension FaultTexts.Kind {
  /// Whether something is told of this very value, beyond what is told of any other. An object or a
  /// list of JSON is shown as an empty text, and told of as what it is; of a word that means that
  /// nothing is given more is told than of an empty cell.
  @inline(__always)
  func tells(
    of value: TextSlice, _ kinds: ByteKinds, _ decoder: FieldDecoder
  ) -> Bool {
    guard reason.tellsOfValue else { return false }
    // A sentence on a word also says whether the word is several elements, or a whole one.
    if owner != .booking, reason != .outOfRange { return true }
    if reason == .missing { return value.count > 0 }
    if reason == .outOfRange { return value.mayBeNoFiniteNumber(kinds) }
    return NotationGuess.mayTell(of: value, kinds, reason, decoder)
      || value.count == 0 && reason == .wrongType
  }
}

extension TextSlice {
  static var mostShown: Int { 80 }

  /// Whether a number may be beyond all bounds, or none at all: `1e400`, `inf`.
  fileprivate func mayBeNoFiniteNumber(_ kinds: ByteKinds) -> Bool {
    count > 15 || !kinds.contains(.digit) || firstIndex(of: UInt8(ascii: "e")) != nil
      || firstIndex(of: UInt8(ascii: "E")) != nil
  }

  fileprivate var shortened: TextSlice {
    guard count > Self.mostShown else { return self }
    var end = Self.mostShown
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    return part(0, end)
  }

  /// The text for people and files, which take no NUL.
  fileprivate var textWithoutNul: String {
    firstIndex(of: 0) == nil ? string : string.replacing("\0", with: "\u{FFFD}")
  }
}
