import QuoteLanguage
import QuoteSyntax

/// What reading columns of somebody else needs on the way. One a thread.
@safe final class ForeignRoom {
  let scratch = CellScratch()
  /// Cells that a loop left, as texts.
  let rest = TextRun()
  /// 1 for the cells of a run that a loop left.
  let unread = ColumnBuffer<UInt8>()
  private var known: [ObjectIdentifier: KnownWords] = [:]

  @unsafe func unread(_ count: Int) -> UnsafeMutablePointer<UInt8> {
    unread.resize(to: count)
    return unsafe unread.pointer
  }

  /// The first cell from `row` on that a loop left; `count` where there is none.
  func nextUnread(from row: Int, _ count: Int) -> Int {
    var row = row
    let marks = unsafe UnsafeRawPointer(unread.pointer)
    while row + 8 <= count, unsafe marks.loadUnaligned(fromByteOffset: row, as: UInt64.self) == 0 {
      row += 8
    }
    while row < count, unread[row] == 0 { row += 1 }
    return row
  }

  /// What words come to in a field.
  func words(_ words: ForeignWords, of decoder: FieldDecoder) -> KnownWords {
    if let known = known[ObjectIdentifier(decoder)], known.edition == words.edition {
      return known
    }
    let made = KnownWords(words, decoder)
    known[ObjectIdentifier(decoder)] = made
    return made
  }
}

/// A list of words as a field reads them.
final class KnownWords {
  let edition: Int
  private(set) var outcomes: [CellOutcome] = []
  let values = ColumnBuffer<CellValue>()
  /// The cells that rows take by their words, in the one of these that the field's column needs;
  /// the first is that of rows without a word. Codes of a vocabulary are in `choices`, beside the
  /// texts.
  let flags = ColumnBuffer<UInt8>()
  let choices = ColumnBuffer<Int32>()
  let numbers = ColumnBuffer<Int64>()
  let texts = ColumnBuffer<TextSlice>()
  /// Whether the vocabulary has every word.
  private(set) var areAllTold = true
  /// Whether some word is none that the field takes, or stands for nothing.
  private(set) var hasFault = false
  /// Whether some word may be one of the vocabulary's in another form of Unicode, and has no code.
  private(set) var hasOtherForm = false

  init(_ words: ForeignWords, _ decoder: FieldDecoder) {
    edition = words.edition
    let cells = words.words.cells
    let isText = words.words.isText
    let vocabulary = decoder.schema.storage == .text ? decoder.vocabulary?.vocabulary : nil
    if let vocabulary { choices.append(vocabulary.empty) }
    keep(decoder.substitute ?? CellValue(), decoder.schema.storage)
    for index in 0..<cells.count {
      var value = CellValue()
      var outcome = decoder.decode(cells[index], &value)
      if !isText, let wrong = CellFault(ofBytes: cells[index]) { outcome = .fault(wrong) }
      if case .given = outcome {} else { hasFault = true }
      outcomes.append(outcome)
      values.append(value)
      if let vocabulary { tell(cells[index], vocabulary, decoder.schema.composes) }
      keep(value, decoder.schema.storage)
    }
  }

  private func tell(_ word: TextSlice, _ vocabulary: Vocabulary, _ composes: Bool) {
    let place = vocabulary.words.firstIndex { word.isEqual(to: $0) }
    choices.append(place.map { Int32($0) } ?? vocabulary.other)
    guard place == nil else { return }
    areAllTold = false
    if composes, word.mayCompose { hasOtherForm = true }
  }

  private func keep(_ value: CellValue, _ storage: ColumnStorage) {
    switch storage {
    case .flag: flags.append(UInt8(truncatingIfNeeded: value.integer))
    case .choice: choices.append(Int32(truncatingIfNeeded: value.integer))
    case .integer: numbers.append(value.integer)
    case .double: numbers.append(Int64(bitPattern: value.double.bitPattern))
    case .text: texts.append(value.text)
    case .point: break
    }
  }
}

extension CellFault {
  /// What is wrong with bytes that are to be a text, whatever a field makes of them.
  init?(ofBytes text: TextSlice) {
    if !JSONRecordReader.isUTF8(text) {
      self = .invalidText
    } else if text.firstIndex(of: 0) != nil {
      self = .nul
    } else {
      return nil
    }
  }
}
