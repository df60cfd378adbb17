import QuoteLanguage
import QuoteSyntax

/// Reading texts as they are declared to be written.
extension FieldDecoder {
  /// Whether a word for nothing would otherwise be a value.
  var hasValueForNothing: Bool {
    guard let notation else { return false }
    return notation.nothing.contains { word in
      var value = CellValue()
      // An empty word is each text of blanks. What reads a cell may look past its end.
      let cell = word.isEmpty ? [0x20] : word
      let padded = cell + Array(repeating: 0x20, count: InputChunk.padding)
      let outcome = unsafe padded.withUnsafeBufferPointer { bytes in
        unsafe decodePlain(TextSlice(base: bytes.baseAddress!, count: cell.count), &value)
      }
      if case .given = outcome { return true }
      return false
    }
  }

  func decode(
    _ text: TextSlice, _ notation: FieldNotation, _ value: inout CellValue
  ) -> CellOutcome {
    let bare = text.withoutSheetMark
    if unsafe notation.isNothing(bare.bytes.span) { return .missing }
    // A number or a date of a spreadsheet is one, whatever texts look like.
    if bare.count < text.count { return decodePlain(bare, &value) }
    let outcome: CellOutcome
    switch kind {
    case .decimal, .binary:
      if notation.numbers.isEmpty { return decodePlain(text, &value) }
      outcome = number(text, notation, &value)
    case .date, .time, .instant:
      if notation.moments.isEmpty { return decodePlain(text, &value) }
      outcome = moment(text, notation, &value)
    case .choice, .flag, .text, .point: return decodePlain(text, &value)
    }
    if case .fault(let fault) = outcome, otherIsMissing, !fault.isOfValue { return .missing }
    return outcome
  }

  /// Reads a number in all ways that are declared: those that can read the text have to read the
  /// same.
  private func number(
    _ text: TextSlice, _ notation: FieldNotation, _ value: inout CellValue
  ) -> CellOutcome {
    var found: CellOutcome?
    for index in notation.numbers.indices {
      var other = CellValue()
      guard let outcome = number(text, notation.numbers[index], &other) else { continue }
      if found != nil {
        guard case .given? = found, case .given = outcome, other.integer == value.integer,
          other.double == value.double
        else { return .fault(.ambiguous) }
      }
      value = other
      found = outcome
    }
    if let found { return found }
    let isOther = CurrencyWord.stands(
      in: text, besideThoseOf: notation.numbers, nor: schema.unit?.name)
    return .fault(isOther ? .otherCurrency : .notANumber)
  }

  /// Nil where the text is not written so.
  private func number(
    _ text: TextSlice, _ spelling: NumberSpelling, _ value: inout CellValue
  ) -> CellOutcome? {
    // Room for a sign, and for the exponent of hundredths.
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 4) { room in
      var plain = unsafe room.mutableSpan
      guard let found = unsafe spelling.plain(text.bytes.span, into: &plain),
        found.hasPercent == spelling.isPercent
      else { return nil }
      var count = found.count
      if found.hasPercent {
        for byte in "e-2".utf8 {
          plain[count] = byte
          count += 1
        }
      }
      // The room is never empty, and read while it is there.
      return unsafe decodePlainNumber(
        TextSlice(base: UnsafePointer(room.baseAddress!), count: count), &value)
    }
  }

  /// The same of dates, times and moments.
  private func moment(
    _ text: TextSlice, _ notation: FieldNotation, _ value: inout CellValue
  ) -> CellOutcome {
    var found: Int64?
    for index in notation.moments.indices {
      guard case .found(let parts) = unsafe notation.moments[index].read(text.bytes.span),
        let held = held(parts)
      else { continue }
      if let found, found != held { return .fault(.ambiguous) }
      found = held
    }
    if let found { return bounded(found, &value) }
    switch kind {
    case .time: return .fault(.unreadableTime)
    case .instant: return .fault(.unreadableInstant)
    case .date, .decimal, .binary, .choice, .flag, .text, .point: return .fault(.unreadableDate)
    }
  }

  /// As the column holds it; nil where it is none of the field's type.
  private func held(_ found: MomentPattern.Found) -> Int64? {
    switch kind {
    case .date: return found.hasDate && found.clock == 0 ? found.day : nil
    case .time:
      let second: Int64 = 1_000_000
      let isTime = !found.hasDate && found.clock < Instant.microsecondsPerDay
      return isTime && found.clock % second == 0 ? found.clock / second : nil
    case .instant where !found.hasDate: return nil
    case .instant:
      let local = found.day * Instant.microsecondsPerDay + found.clock
      if let minutes = found.minutesFromUTC {
        return inReach(local - Int64(minutes) * 60_000_000)
      }
      return schema.zone.flatMap { inReach($0.instant(local: local).microsecondsSince1970) }
    case .decimal, .binary, .choice, .flag, .text, .point: return nil
    }
  }

  private func inReach(_ micros: Int64) -> Int64? {
    let moment = Instant(microsecondsSince1970: micros)
    return moment < .first || moment > .last ? nil : micros
  }

  private func decodePlainNumber(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    switch kind {
    case .decimal(let scale): return take(scale.read(text), &value)
    case .binary: return double(text, &value)
    case .date, .time, .instant, .choice, .flag, .text, .point: return .fault(.wrongType)
    }
  }

  /// A text or a number of a record that is a word for nothing.
  func isNothing(_ node: JSONNode, _ notation: FieldNotation) -> Bool {
    guard !notation.nothing.isEmpty, node.isString || node.isNumber else { return false }
    return unsafe notation.isNothing(node.text.bytes.span)
  }
}

extension CellFault {
  /// Whether a value was read, and is none that the field takes.
  var isOfValue: Bool { self == .outOfRange || self == .tooFine || self == .ambiguous }
}

/// Currencies beside the digits of a number.
package enum CurrencyWord {
  /// Whether a sign or a code of a currency stands there that is none of those declared, nor the
  /// unit of the field, which rules may call `usd`.
  static func stands(
    in text: TextSlice, besideThoseOf spellings: [NumberSpelling], nor unit: String?
  ) -> Bool {
    guard text.count < 40 else { return false }
    var rest = text.string
    guard rest.contains(where: { ("0"..."9").contains($0) }) else { return false }
    for mark in spellings.flatMap(\.marks) {
      rest = rest.replacing(String(decoding: mark, as: UTF8.self), with: "")
    }
    guard let found = find(in: rest) else { return false }
    return found.lowercased() != unit?.lowercased()
  }

  /// A currency's sign, or three capital letters.
  package static func find(in text: String) -> String? {
    if let sign = text.unicodeScalars.first(where: {
      $0.isASCII ? $0 == "$" : $0.properties.generalCategory == .currencySymbol
    }) {
      return String(sign)
    }
    return text.utf8.split(whereSeparator: { !Self.isLetter($0) }).first { word in
      word.count == 3 && word.allSatisfy { $0 & 0x20 == 0 }
    }.flatMap { String($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
