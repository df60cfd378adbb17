import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Bookings of a batch that differ from the other side in plain numbers alone, and by more than
/// rounding: in which columns, and by how much. Numbers are whole multiples of 10^-`places`.
package final class NumberDifferences {
  package let places: Int
  /// The most that may be rounding, and a hundred times the least amount of the currency.
  private let roundingLimit: Int
  package let hundredUnits: Int
  /// The columns, by the bits of `columns`, that say the total, the first one before others.
  let totals: [Int]
  /// A bit for each column of a row that differs; 0 where the row is not of these.
  private let columns = ColumnBuffer<UInt64>()
  /// Ours less theirs, by the column and then by the row.
  private let gaps: [ColumnBuffer<Int>]
  /// Our total of each row.
  private let ourTotals = ColumnBuffer<Int>()
  private let lines: ComparedLines
  /// 1 where the other side may leave out lines that it does not have.
  private let silent = ColumnBuffer<UInt8>()
  /// What is longer is for who tells bookings in full.
  private static let most = 400_000_000_000_000
  /// Whether some booking that both sides price differs in another way.
  package var hasOthers = false
  /// Whether they are looked for in the batch at hand.
  package var isLookedFor = false

  /// `lines` says which of our lines the other side says.
  init?(
    places: Int, minorUnit: Ratio, columnCount: Int, totals: [Int], lines: ComparedLines?
  ) {
    let unit = minorUnit * Ratio(powerOfTen: places)
    guard columnCount <= 64, unit.isWhole, unit.numerator > 0, unit.numerator < 1_000_000_000_000,
      let lines
    else { return nil }
    self.lines = lines
    self.places = places
    roundingLimit = Int(unit.numerator) * RoundingLimit.units
    hundredUnits = Int(unit.numerator) * 100
    self.totals = totals
    gaps = (0..<columnCount).map { _ in ColumnBuffer<Int>() }
  }

  /// How many decimals numbers are counted with: those of the least amount of the currency, and of
  /// every column, but for columns of more than ``mostPlaces``.
  static func places(of forms: [CellForm], minorUnit: Ratio) -> Int {
    let columns = forms.map { form in
      switch form {
      case .decimal(_, let places, _), .wide(_, let places, _): places <= mostPlaces ? places : 0
      default: 0
      }
    }
    return columns.reduce(minorUnit.decimalDigits ?? 0, max)
  }

  /// Finer numbers are for who tells bookings in full.
  private static let mostPlaces = 6

  func begin(_ count: Int) {
    hasOthers = false
    columns.resize(to: count)
    ourTotals.resize(to: count)
    silent.resize(to: count)
    for row in 0..<count { columns[row] = 0 }
    for gap in gaps { gap.resize(to: isLookedFor ? count : 0) }
  }

  /// Notes a number of a row that is not theirs; false for one that has to be told in full.
  func note(_ row: Int, _ column: Int, ours: Int64, theirs: Int64) -> Bool {
    let (gap, isOver) = Int(ours).subtractingReportingOverflow(Int(theirs))
    guard !isOver, gap.magnitude > roundingLimit, gap.magnitude < Self.most else { return false }
    columns[row] |= 1 << UInt64(column)
    gaps[column][row] = gap
    return true
  }

  /// Takes a row for one of these, and its total; false where that is none to reckon with. `place`
  /// is where it is among the quotes.
  func keep(_ row: Int, at place: Int, of quotes: QuoteBatch, total: Int) -> Bool {
    guard total != 0, total.magnitude < Self.most else { return false }
    ourTotals[row] = total
    silent[row] = isSilent(row, at: place, of: quotes) ? 1 : 0
    return true
  }

  /// Whether lines that the other side does not say may make what the others leave of the gap
  /// between the totals: then it does not have them. It is asked more widely than
  /// ``BookingDifference/unsaidLines``: what it finds is told in full, and judged there.
  private func isSilent(_ row: Int, at place: Int, of quotes: QuoteBatch) -> Bool {
    guard !lines.areAllSaid, let amount = amount(of: row) else { return false }
    guard let unsaid = lines.unsaid(in: quotes, place) else { return true }
    var left = Int128(amount) - unsaid.sum
    for column in lines.said where columns[row] >> UInt64(column) & 1 == 1 {
      left -= Int128(gaps[column][row])
    }
    return left == 0 && unsaid.isAny
  }

  /// Whether the other side may lack lines in a row that was kept.
  package func maySilence(_ row: Int) -> Bool { silent[row] != 0 }

  /// It differs in another way as well.
  func drop(_ row: Int) { columns[row] = 0 }

  package var columnCount: Int { gaps.count }

  package func columns(of row: Int) -> UInt64 { columns[row] }

  package func gap(_ row: Int, _ column: Int) -> Int { gaps[column][row] }

  package func ourTotal(_ row: Int) -> Int { ourTotals[row] }

  /// How much the total differs by; nil where it does not.
  package func amount(of row: Int) -> Int? {
    let differing = columns[row]
    return totals.first { differing >> UInt64($0) & 1 == 1 }.map { gaps[$0][row] }
  }

  /// How much the first value that says the total differs by, which is what both sides take in.
  package func revenueGap(of row: Int) -> Int {
    guard let total = totals.first, columns[row] >> UInt64(total) & 1 == 1 else { return 0 }
    return gaps[total][row]
  }
}

extension CellForm {
  /// Whether it is a number that no decimal may write to the end.
  var isFraction: Bool {
    switch self {
    case .fraction, .wideFraction: true
    default: false
    }
  }

  /// What whole numbers of a decimal are multiplied by to be multiples of 10^-`places`; nil for
  /// decimals that are finer, and for what is no decimal.
  package func factor(places: Int) -> Int64? {
    switch self {
    case .decimal(let factor, let own, _), .wide(let factor, let own, _):
      guard own <= places, places - own < PlainDecimal.powers.count,
        let whole = Int64(exactly: factor)
      else { return nil }
      let (units, isOver) = whole.multipliedReportingOverflow(
        by: Int64(PlainDecimal.powers[places - own]))
      return isOver ? nil : units
    default: return nil
    }
  }
}
