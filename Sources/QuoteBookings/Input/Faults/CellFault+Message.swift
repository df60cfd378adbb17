import QuoteLanguage
import QuoteSyntax

/// What is said of each fault: what is wrong, and after a colon what would be right.
extension CellFault {
  /// One sentence for the reader, lower case, no full stop.
  package func message(_ context: FaultContext) -> String {
    let name = context.name
    switch self {
    case .missing: return context.missing
    case .null: return "\(name) is present but empty: it must be \(context.wanted)"
        + context.insteadOfNull
    case .noAsOf: return "\(name) is missing: give it, or set one for all bookings with `--as-of`"
    case .notANumber:
      return "\(name) is not \(context.wanted)\(context.cure)"
        + (context.cure.isEmpty ? context.inCell : "")
    case .comma: return "\(name) has a comma: write a number like 1000.50\(context.cure)"
    case .space: return "\(name) has spaces around its number\(context.cure)"
    case .otherCurrency:
      return "\(name) has another currency, and nothing is converted: it must be \(context.wanted)"
    case .ambiguous:
      return "\(name) reads as two values in the ways it may be written\(context.readings)"
    case .outOfRange:
      return context.tooLarge
        ?? "\(name) is outside its range: \(context.range)\(context.zeroForNone)"
    case .tooFine: return "\(name) is \(context.tooFine)\(context.cure)\(context.finerStep)"
    case .unreadableDate, .unreadableTime, .unreadableInstant: return context.unreadableMoment
    case .instantWithoutOffset:
      return "\(name) ends without `Z` or an offset from UTC, as in 2026-03-14T12:30:00-05:00"
        + context.cure
    case .unknownChoice: return "\(name) is not one of the allowed words: \(context.allowed)"
    case .notAFlag:
      return "\(name) is not true or false (in CSV also yes or no, 1 or 0)\(context.cure)"
    case .notAPoint:
      return "\(name) is not a latitude and a longitude in degrees, like 25.77 and -80.19"
    case .halfAPoint: return "\(name) has only one of latitude and longitude: give both, or neither"
    case .wrongType:
      return context.blocked
        ?? "\(name) has a value of the wrong type: it must be \(context.wantedInJSON)"
          + context.cureInJSON
    case .invalidText: return "\(name) is not UTF-8: \(Self.encodingHelp)"
    case .nul: return "\(name) holds a NUL byte, which no text has"
    case .sheetError: return "\(name) is an error of the spreadsheet: correct the formula there"
    case .unsavedFormula:
      return "\(name) is a formula whose value was not saved: open the spreadsheet in its program "
        + "and save it"
    case .fieldCount: return context.cellCount
    case .openQuote: return Self.openQuoteText
    case .strayQuote: return Self.strayQuoteText
    case .missingKey:
      return "\(name), the key of the booking, is missing: every booking needs one"
    case .repeatedKey:
      return "\(name) is the key of an earlier booking: every booking needs its own"
    case .disagrees: return "\(name) differs between the rows of one booking: it must be the same"
    case .tooManyElements: return context.tooMany
    case .unreadableCell: return "\(name) is not in the form of its list: \(context.spelling)"
    case .notAList: return "\(name) is not a list, in square brackets"
    case .mixedList: return "\(name) mixes objects and plain values: it must have one kind of them"
    case .plainElement:
      return "\(name) \(Self.plainElementText)"
    case .unreadableJSON:
      let why = context.whereAndWhy ?? context.misplaced
      return "\(name) is not valid JSON\(why.map { ": \($0)" } ?? "")"
    case .tooDeep: return "\(name) is nested too deeply: at most \(JSONRecordReader.deepest) levels"
    case .badNumberToken:
      let place = context.whereAndWhy.map { ": \($0)" } ?? ""
      return "\(name) holds a number or word that JSON does not have\(place)"
    case .duplicateMember: return "\(name) is given twice in one object: give it once"
    case .tooLong:
      return context.field.isEmpty
        ? "the record is longer than a record may be: is a bracket or quote left open?"
        : "its rows together are longer than a record may be: "
          + "does each booking have its own \(name)?"
    case .notAnObject: return "the record is not a JSON object, in curly brackets"
    case .noBooking: return "the record has no object at \(name), where the booking should be"
    }
  }
}

extension CellFault {
  private static let plainElementText =
    "holds a plain value: its elements must be objects, in curly brackets, unless the rules read "
    + "one field `from itself`"
  private static let openQuoteText =
    "a quoted cell does not end where it should: a quotation mark in it is written twice"
  private static let strayQuoteText =
    "a quoted cell has something before or after its quotes: they must enclose it all"

  private static let encodingHelp =
    "the file must be saved in that encoding, or converted with `iconv -f WINDOWS-1252 -t UTF-8`"
}

/// What a fault's message may tell of, beyond what kind of fault it is.
package struct FaultContext {
  /// The path as the rules name it; empty where the record as a whole is meant.
  var field = ""
  /// Where in the data it is, if that is called otherwise, ready to be told.
  var places = ""
  /// The offending text, shortened.
  var value = ""
  /// How the field was declared.
  var schema: FieldSchema?
  /// What would read the text.
  var guesses: [NotationGuess] = []
  /// What the rules' currency is called beside a number.
  var currency: [String] = []
  /// The words it may be, told of this value.
  var words: String?
  /// The list that was being read, or one that a row of cells may hold.
  var list: ListSchema?
  /// Whether the element being read has no names in the data, as in a cell that holds a list.
  var isSpelled = false
  /// Whether the row stands in a spreadsheet, whose cells nothing separates.
  var isOfSheet = false
  /// How many elements it would have, where that is known.
  var elements: Int?
  /// How many cells a row has, where the header has another number.
  var cells: (found: Int, wanted: Int)?
  /// Where reading stopped in a text that is no JSON.
  var mistake: JSONMistake?
  /// What is wrong with where a record stands, though it is one.
  var misplaced: String?
  /// The members of a path that ends too early, and how many of them there are.
  var path: (members: [String], found: Int, holder: BatchFiller.Holder)?
  /// Over how many lines after its first one the row goes.
  var moreLines: Int64 = 0

  /// What the fault is of, by both names if it has two.
  package var name: String {
    if field.isEmpty { return "the record" }
    return places.isEmpty ? "`\(field)`" : "`\(field)`, read from \(places),"
  }

  /// `: 1355 as `1.234,56`, 1.355 as `1,234.56``.
  var readings: String {
    let found = schema?.notation?.readings(of: value) ?? []
    return found.isEmpty ? "" : ": " + found.joined(separator: ", ")
  }

  /// What is odd about the text, and what would read it; empty where nothing is to be said.
  var cure: String { cure(inJSON: false) }

  func cure(inJSON isJSON: Bool) -> String {
    let parts = [
      UnusualSpace.told(of: value), UnusualSpace.strangeLetter(in: value),
      NotationGuess.cure(guesses, value: value), otherWords(isJSON), aroundFigure,
    ]
    let said = parts.compactMap(\.self).filter { !$0.isEmpty }
    return said.isEmpty ? "" : "; " + said.joined(separator: "; ")
  }

  /// What to do about a text that is no value in any way of writing.
  private func otherWords(_ isJSON: Bool) -> String? {
    guard let schema, guesses.isEmpty else { return nil }
    switch schema.type {
    case .money:
      // A word without a figure is no amount of any currency.
      guard value.contains(where: \.isNumber), let mark = CurrencyWord.find(in: value),
        NotationGuess.isForeign(mark, currency)
      else {
        return letterForDigit(schema)
      }
      return "`\(mark)` is a different currency from \(currency[0]), and nothing is converted"
    case .flag
    where (1..<12).contains(value.count)
      && value.unicodeScalars.allSatisfy(\.properties.isAlphabetic):
      return otherFlag(schema, isJSON)
    case .distance, .weight, .duration, .declared:
      if schema.type == .duration, value.contains(":") || value.hasPrefix("PT") {
        return "hours and minutes are given as one number: 1:30 is 90 in min, or 1.5 in h"
      }
      guard let unit = schema.unit, let told = OtherMeasure.told(of: value, in: unit) else {
        return letterForDigit(schema)
      }
      return told.text + betweenSteps(told.value, schema)
    case .date, .instant: return otherMonth
    case .count, .number: return letterForDigit(schema) ?? figureWithUnit(schema)
    case .text, .flag, .time, .point, .oneOf: return nil
    }
  }

  /// What is said of a number with a letter in it that looks like a digit.
  private func letterForDigit(_ schema: FieldSchema) -> String? {
    guard let letter = LetterForDigit(in: value) else { return nil }
    let isRead = schema.notation?.readings(of: letter.right).isEmpty == false
    guard isRead || Ratio(decimal: letter.right) != nil else { return nil }
    return letter.told(right: letter.right)
  }

  /// What is said of `2 m` for an input that has no unit.
  private func figureWithUnit(_ schema: FieldSchema) -> String? {
    guard PlainForms.figureWithUnit.matches(value) else { return nil }
    return "`\(schema.name)` has no unit in the rules: write the figure alone, in the unit that "
      + "the rules mean"
  }

  /// `, between 362.5 and 363 at its step`: where a measure in another unit is finer than the
  /// input's step.
  private func betweenSteps(_ value: Ratio, _ schema: FieldSchema) -> String {
    guard schema.step > 0, let below = (value / schema.step).floor.map({ Ratio($0) * schema.step }),
      below != value
    else { return "" }
    return ", which is finer than its step: it lies between \(below) and \(below + schema.step)"
  }

  /// Where an empty value stands for nothing: it has to be left out for a default to count.
  var insteadOfNull: String {
    schema?.defaultValue == nil ? "" : "; left out altogether, it has its default"
  }

  /// What to say of 0 where nothing is meant by it. It is told alike of all values.
  var zeroForNone: String {
    guard let schema, schema.isOptional, schema.type.isMeasured, schema.range.lower > 0 else {
      return ""
    }
    return "; where 0 stands for none, leave it empty, or say `nothing \"0\"` in the rules"
  }

  /// How a number is declared that has more decimals. It is told alike of all values.
  var finerStep: String {
    let isSaid = guesses.first?.clause.hasPrefix("step ") ?? false
    guard let schema, schema.type != .count, !isSaid else {
      return ""
    }
    return "; a finer `step` in the rules takes it as it is"
  }

  /// `a number from 0 to 100`: what the field takes.
  var wanted: String {
    guard let schema else { return list == nil ? "a value" : "a list" }
    if let written = schema.notation?.written, let last = written.last {
      let others = written.dropLast().map { "`\($0)` or " }.joined()
      return "\(schema.noun) written like \(others)`\(last)`"
    }
    switch schema.type {
    case .text: return "a text"
    case .flag: return "true or false"
    case .count: return "a whole number like 3"
    case .number, .money: return "a plain number like 12.50"
    case .duration, .distance, .weight, .declared:
      return "a plain number\(schema.unit.map { " in \($0.name)" } ?? "")"
    case .date: return "a date like 2026-03-14"
    case .time: return "a time like 12:30 or 12:30:15"
    case .instant: return "a moment like 2026-03-14T12:30:00Z"
    case .point: return "a latitude and a longitude"
    case .oneOf: return ChoiceWords.listed(schema.choices)
    }
  }

  /// What is said of a number beyond all that can be calculated with.
  var tooLarge: String? {
    guard let range = schema?.writtenRange.interval, schema?.type != .point else { return nil }
    if value.contains(kept(/(?i)nan|inf/)) { return "\(name) is not a finite number" }
    let isBelow = value.trimmedOfSpaces.hasPrefix("-")
    guard isBelow ? !range.lower.isFinite : !range.upper.isFinite else { return nil }
    return "\(name) is too \(isBelow ? "far below zero" : "large") to be calculated with"
  }

  /// `0 to 100`, `above 0 kg and below 30 kg`.
  var range: String {
    guard let schema else { return "too large" }
    if schema.type == .point { return "latitude -90 to 90, longitude -180 to 180" }
    let unit = schema.unit.map { " \($0.name)" } ?? ""
    let (written, open) = schema.writtenRange
    let lower = Self.shown(written.lower, schema.type) + unit
    let upper = Self.shown(written.upper, schema.type) + unit
    if !open.lower && !open.upper { return "\(lower) to \(upper)" }
    return "\(open.lower ? "above" : "from") \(lower), \(open.upper ? "below" : "up to") \(upper)"
  }

  private static func shown(_ end: Ratio, _ type: InputType) -> String {
    let whole = end.floor.map { Int64(clamping: $0) } ?? 0
    switch type {
    case .date: return CalendarDate(daysSince1970: Int32(clamping: whole)).description
    case .time: return TimeOfDay(secondsSinceMidnight: Int32(clamping: whole)).description
    case .instant: return Instant(microsecondsSince1970: whole).description
    case .text, .flag, .count, .number, .money, .duration, .distance, .weight, .point, .oneOf,
      .declared:
      return end.description
    }
  }

  var tooFine: String {
    schema?.type == .count && step == "1"
      ? "not a whole number" : "finer than its step: it must be a multiple of \(step)"
  }

  var step: String {
    guard let schema else { return "1" }
    return "\(schema.step.leastDecimal)\(schema.unit.map { " \($0.name)" } ?? "")"
  }

  var cellCount: String {
    guard let cells else { return "the row does not have as many cells as the header" }
    let found = "\(cells.found) \(cells.found == 1 ? "cell" : "cells")"
    let width = "the row has \(found) where the header has \(cells.wanted)"
    if isOfSheet, cells.found > cells.wanted {
      return width + ": what stands beyond the header needs a name above it, or another place"
    }
    if moreLines == 0, cells.found < cells.wanted, let mark = otherSeparator {
      return width + ": its cells are separated by \(mark), and those of the header by another mark"
    }
    if moreLines == 0, cells.found > cells.wanted {
      let elements = list.flatMap { list in
        list.cell.map { "elements of `\(list.name)` are separated by `\($0.separator)`, and " }
      }
      let row = value.split(separator: ",", omittingEmptySubsequences: false)
      let figure = PartedFigure.first(in: value.contains("\"") ? [] : row).map {
        " (`\"\($0)\"`, if that is one number)"
      }
      return width + ": \(elements ?? "")a cell that contains a separator must be in "
        + "quotation marks\(figure ?? "")"
    }
    if moreLines == 0, cells.found == 1, value.hasPrefix("\""), value.contains(kept(/[,;\t]/)) {
      return width + ": quotation marks are around the whole row, where each cell has its own"
    }
    if moreLines == 0, cells.found < cells.wanted {
      return width + ": if the cells that its end lacks are empty, the rules say "
        + "`bookings: { short_rows: yes }`"
    }
    guard moreLines > 0 else { return width }
    let lines = "\(moreLines) further \(moreLines == 1 ? "line" : "lines")"
    return "\(width), and a quoted cell spans \(lines), which may contain bookings"
  }

  /// What separates the cells of a row that has far fewer of them than the header.
  private var otherSeparator: String? {
    guard let cells, !value.contains("\"") else { return nil }
    return [",", ";", "\t", "|"].first { mark in
      let count = value.count { String($0) == mark }
      if cells.found == 1, cells.wanted > 2, count == cells.wanted - 1 { return true }
      return cells.wanted > 3 && count >= cells.wanted / 2 && count >= 2 * cells.found
    }.map { $0 == "\t" ? "a tab" : "`\($0)`" }
  }

  var tooMany: String {
    let bound = list?.bound ?? 0
    guard let elements else { return "\(name) has too many elements: at most \(bound)" }
    return "\(name) has \(elements) elements, too many: at most \(bound)"
  }

  /// `at column 12, what is wrong there`.
  var whereAndWhy: String? {
    mistake.map { $0.place.isEmpty ? $0.what : "at \($0.place), \($0.what)" }
  }

  /// Says what would have to be an object, where a path ends in its middle.
  var blocked: String? {
    guard let path else { return nil }
    let there = path.holder.place(path.members.prefix(path.found).joined(separator: "."))
    let wanted = path.holder.place(path.members.joined(separator: "."))
    return "`\(field)` is read from `\(wanted)`, and `\(there)` "
      + "is not an object, in curly brackets"
  }
}
