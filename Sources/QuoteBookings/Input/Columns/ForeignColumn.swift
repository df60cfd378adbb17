import QuoteLanguage
package import QuoteSyntax

/// A column of a table that somebody else holds.
///
/// Numbers and codes that it lends are valid until the next call, texts until the table goes on:
/// fields keep pointing into them, and several fields may read one column. Calls are for a run
/// of rows, never for one: who implements this lives in another module.
package protocol ForeignColumn: AnyObject {
  /// The column in what comes nearest to how it is held.
  func cells(_ rows: Range<Int>) throws(Trouble) -> ForeignCells
  /// The column as a CSV file would have it: a list is JSON, what is not given is empty.
  func texts(_ rows: Range<Int>) throws(Trouble) -> TextRun
  /// The same, appended to somebody's own run.
  func append(_ rows: Range<Int>, to run: TextRun) throws(Trouble)
  /// Whether some of its cells may be texts that are none: of numbers nobody has to ask.
  func hasWrongBytes(_ rows: Range<Int>) throws(Trouble) -> Bool
  /// What its cells are, if they are lists.
  var elements: (any ForeignElements)? { get }
}

/// The elements of a column of lists.
package protocol ForeignElements: AnyObject {
  /// Where the elements of each of these rows end, counted from the first one's beginning, as
  /// offsets from 0; gives the rows of the columns below. Nil if they do not lie together.
  func offsets(
    of rows: Range<Int>, into offsets: ColumnBuffer<Int32>
  ) throws(Trouble) -> Range<Int>?
  /// What an element has at the end of a path of members; the element itself of an empty one.
  func column(at path: [String]) -> (any ForeignColumn)?
}

/// Cells of a run of rows.
package enum ForeignCells {
  case texts(TextRun)
  case integers(ForeignRun<Int64>, ForeignMeaning)
  /// Finite or not.
  case doubles(ForeignRun<Double>)
  /// A byte each, 0 or 1.
  case flags(ForeignRun<UInt8>)
  /// Words by their places in a list.
  case words(ForeignWords)
  /// Whole numbers of which some do not fit: each cell is read by its text.
  case beyond(ForeignMeaning)

  /// Whether they are numbers, and no dates or times that are held as such.
  var areNumbers: Bool {
    switch self {
    case .integers(_, let meaning), .beyond(let meaning):
      if case .number = meaning { true } else { false }
    case .doubles: true
    case .texts, .flags, .words: false
    }
  }
}

/// What whole numbers count.
package enum ForeignMeaning: Hashable, Sendable {
  /// Times 10^-`places`.
  case number(places: Int)
  case days
  case seconds
  /// Since 1970, in UTC.
  case microseconds
  /// Microseconds of a clock on a wall somewhere, which nobody named.
  case localMicroseconds
}

/// Which cells of a run are given: bit `i` of the words, zeros after the last; nil: all of them.
package typealias GivenBits = ColumnBuffer<UInt64>

/// Cells of one size, one behind the other.
@safe package struct ForeignRun<Cell: BitwiseCopyable> {
  @unsafe let cells: UnsafePointer<Cell>
  let given: GivenBits?

  @unsafe package init(_ cells: UnsafePointer<Cell>, given: GivenBits?) {
    unsafe self.cells = cells
    self.given = given
  }
}

/// Cells that are places in a list of words, each checked to be one; -1 is not given.
@safe package struct ForeignWords {
  @unsafe let codes: UnsafePointer<Int32>
  let given: GivenBits?
  package let words: TextRun
  /// Another one for other words: what they mean to a field is found out once.
  package let edition: Int

  @unsafe package init(
    _ codes: UnsafePointer<Int32>, given: GivenBits?, _ words: TextRun, edition: Int
  ) {
    unsafe self.codes = codes
    self.given = given
    self.words = words
    self.edition = edition
  }

  /// Whether every one of the first cells has a word.
  func areGiven(_ count: Int) -> Bool {
    guard let given else { return true }
    return (0..<(count + 63) >> 6).allSatisfy { word in
      let all = UInt64.max >> UInt64(max(0, 64 - (count - word << 6)))
      return given[word] & all == all
    }
  }

  /// The word of a cell, empty where it has none.
  func text(_ row: Int, _ texts: CellRun) -> TextSlice {
    let code = unsafe Int(codes[row])
    return code < 0 ? .empty : texts[code]
  }

  /// The place of the first cell, of which there must be one.
  package var first: Int32 { unsafe codes[0] }
}
