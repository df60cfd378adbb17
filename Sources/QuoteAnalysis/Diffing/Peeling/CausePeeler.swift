import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Finds what is behind the first cause of a booking: puts the other side's value in at the line
/// that departs and prices on; what differs still is a second cause, with its own money. One
/// thread's.
final class CausePeeler {
  /// A row of a batch, and the position of its difference in the block.
  typealias Row = (index: Int, row: Int)

  private let source: PeeledRulesOnDemand
  private let cause: BookingCause
  private let comparer: (QuoteTexts) -> ReplyComparer
  /// Nil where the rules take no values of others.
  private lazy var bench = source.rules.map { PeelBench($0, cause, comparer) }

  /// So many values of one booking are put in, one behind the other.
  private static let most = 6

  init(
    _ source: PeeledRulesOnDemand, cause: BookingCause = BookingCause(),
    comparer: @escaping (QuoteTexts) -> ReplyComparer
  ) {
    self.source = source
    self.cause = cause
    self.comparer = comparer
  }

  /// Fills in the parts of a batch's bookings that have several causes.
  func peel(
    _ block: inout DifferenceBlock, _ batch: BookingBatch, _ rows: [Row],
    other: (Int) -> BookingJudge.Other?
  ) {
    let open = rows.filter { Self.isOpen(block.differences[$0.index]) }
    guard !open.isEmpty, let bench else { return }
    var peels = open.compactMap { row in
      Peel(block.differences[row.index], row: row.row, at: row.index, bench)
    }
    guard !peels.isEmpty else { return }
    bench.begin(batch)
    for _ in 1..<Self.most {
      let active = peels.indices.filter { !peels[$0].isDone }
      guard !active.isEmpty else { break }
      bench.price(active.map { (peels[$0].row, peels[$0].allPuts) })
      for index in active { bench.lookBehind(&peels[index], other(peels[index].row)) }
    }
    // What nobody looked behind any more is of the last cause.
    for index in peels.indices where !peels[index].isDone { peels[index].end() }
    peels.removeAll { $0.parts.count < 2 || $0.isDoubtful }
    for peel in peels { peel.write(to: &block.differences[peel.index]) }
  }

  private static func isOpen(_ booking: BookingDifference) -> Bool {
    guard RemedyCase.isOpen(booking), booking.movesMoney else { return false }
    return Ratio(decimal: booking.ourTotal) != nil && !booking.theirTotal.isEmpty
  }
}

/// A booking from which causes are taken one by one.
struct Peel {
  struct Part {
    var cause: BookingPart
    /// Their values at the lines of the cause.
    var puts: [PeelBench.Put]
    /// Lines between which it moves money: what it makes of them is nothing, and lines behind them
    /// need not follow.
    var moved: [String] = []
  }

  let row: Int
  let index: Int
  let ourTotal: Ratio
  /// Our total less theirs.
  let amount: Ratio
  var parts: [Part]
  /// Our total with all values put in so far.
  var total: Ratio
  /// The part whose value was put in last.
  var current = 0
  var isDone = false
  /// What no value of a line explains.
  private var rest = Ratio.zero

  /// Nil where nothing can be behind the first value that departs.
  init?(_ booking: BookingDifference, row: Int, at index: Int, _ bench: PeelBench) {
    guard let ourTotal = Ratio(decimal: booking.ourTotal),
      case let lines = bench.differingLines(booking.fieldsWithSilent), lines.count > 1
    else { return nil }
    let moved = booking.isMove ? booking.moved : nil
    let put = moved == nil ? bench.put(at: booking.departing, booking.fieldsWithSilent) : nil
    guard moved.map({ lines.count > $0.lines.count }) ?? (put != nil) else { return nil }
    (self.row, self.index, self.ourTotal) = (row, index, ourTotal)
    amount = booking.amount ?? .zero
    total = ourTotal
    var first = BookingPart(
      cause: booking.cause, departing: booking.departing,
      place: booking.causePlace ?? booking.place, amount: .zero)
    first.isMove = moved != nil
    parts = [Part(cause: first, puts: put.map { [$0] } ?? [], moved: moved?.lines ?? [])]
  }

  var allPuts: [PeelBench.Put] { parts.flatMap(\.puts) }

  /// Takes in what is our total with all values put in; what changed is of the part whose value
  /// was put in last.
  mutating func add(total other: Ratio) {
    parts[current].cause.amount = parts[current].cause.amount + (total - other)
    total = other
  }

  /// Ends it: what no line explains is of the last cause.
  mutating func end() {
    rest = total - (ourTotal - amount)
    add(total: ourTotal - amount)
    isDone = true
  }

  /// Whether their lines come to another total than theirs, as those in other terms do.
  var isDoubtful: Bool { rest.magnitude > amount.magnitude * 4 }

  /// What each cause makes once those before it are put right: their sum is the whole.
  func write(to booking: inout BookingDifference) { booking.parts = parts.map(\.cause) }
}
