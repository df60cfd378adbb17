import QuoteBookings
import QuoteLanguage
import CVector
import QuoteSyntax

/// Turns the cells of one key into small codes.
///
/// Codes from 0 stand for what the rows tell apart; the last but one for a value
/// that no row names (and for what is not a number), the last for one not given.
struct KeyEncoder: Sendable {
  enum Body: Sendable {
    /// Words; a code each.
    case words(WordIndex, TextFold)
    /// Texts between and at boundaries, sorted by code point.
    case textBounds(TextBounds, TextFold)
    /// Small integers (`Int64`, `Int32`, `UInt8`) from `first` on, as themselves.
    case direct(first: Int64)
    /// Integers, by how many bounds they have reached.
    case integers(IntegerBounds)
    case wide(WideBounds)
    /// Doubles, likewise.
    case doubles(DoubleBounds)
    /// Single integers, by hash.
    case singles(IntegerIndex)
    /// Points, by the areas they lie in.
    case areas(AreaCodes)
  }

  let body: Body
  let storage: PlanStorage
  let cardinality: Int32

  var unknown: Int32 { cardinality - 2 }
  var notGiven: Int32 { cardinality - 1 }

  /// Whether codes of a vocabulary are all that it takes.
  func knows(_ vocabulary: Vocabulary) -> Bool {
    guard case .words(let index, .none) = body else { return false }
    return index.knows(vocabulary)
  }

  @unsafe func encode(
    _ column: KernelColumn, from start: Int, into codes: UnsafeMutablePointer<Int32>, count: Int,
    scratch: KernelScratch
  ) {
    let unknown = self.unknown
    switch body {
    case .words(let index, let fold):
      if fold == .none, let known = unsafe column.known, unsafe index.knows(known) {
        unsafe index.encode(known.codes + start, into: codes, count: count)
        break
      }
      let texts = unsafe column.cells.assumingMemoryBound(to: TextSlice.self) + start
      unsafe index.encode(texts, into: codes, count: count, fold: fold, scratch: scratch)
    case .textBounds(let bounds, let fold):
      let texts = unsafe column.cells.assumingMemoryBound(to: TextSlice.self) + start
      unsafe bounds.encode(texts, into: codes, count: count, fold: fold, scratch: scratch)
    case .direct(let first):
      unsafe direct(column, from: start, first: first, into: codes, count: count)
    case .integers(let bounds):
      let cells = unsafe column.cells.assumingMemoryBound(to: Int64.self) + start
      unsafe bounds.encode(cells, into: codes, count: count)
    case .wide(let bounds):
      for i in 0..<count { unsafe codes[i] = bounds.code(column.whole(start + i)) }
    case .doubles(let bounds):
      let cells = unsafe column.cells.assumingMemoryBound(to: Double.self) + start
      unsafe bounds.encode(cells, into: codes, count: count, unknown: unknown)
    case .singles(let index):
      let cells = unsafe column.cells.assumingMemoryBound(to: Int64.self) + start
      for i in 0..<count { unsafe codes[i] = index.code(cells[i]) ?? unknown }
    case .areas(let areas):
      let cells = unsafe column.cells.assumingMemoryBound(to: Double.self) + 2 * start
      unsafe areas.encode(cells, into: codes, count: count)
    }
    if let given = unsafe column.given {
      unsafe cvector_key_unless(given + start, count, notGiven, codes)
    }
  }

  @unsafe private func direct(
    _ column: KernelColumn, from start: Int, first: Int64,
    into codes: UnsafeMutablePointer<Int32>, count: Int
  ) {
    switch unsafe column.storage {
    case .flag:
      let cells = unsafe column.cells.assumingMemoryBound(to: UInt8.self) + start
      unsafe cvector_key_flags(cells, count, unknown, codes)
    case .choice:
      let cells = unsafe column.cells.assumingMemoryBound(to: Int32.self) + start
      unsafe cvector_key_choices(cells, count, unknown, codes)
    case .integer:
      let cells = unsafe column.cells.assumingMemoryBound(to: Int64.self) + start
      unsafe cvector_key_integers(cells, count, first, unknown, codes)
    case .wide, .double, .text, .texts, .point, .rowSet:
      preconditionFailure("not small integers")
    }
  }
}
