package import QuoteBookings
package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Bookings of a comparison that are kept to try remedies of the rules on, with what the other
/// side made of each.
package final class RemedyCase: @unchecked Sendable {
  let batch: BookingBatch
  let row: Int
  /// Which record of the input it is; 0 where both sides agree.
  let record: Int64
  /// Whether edits are looked for with it, or what they do is only counted on it.
  package let isTried: Bool
  /// What the other side made of it, and what it priced, as JSON.
  let outcome: ReferenceMap.Outcome
  let reason: String
  let reply: String
  /// Empty where both sides agree.
  let cause: String
  let departing: String
  /// Lines and rows of tables that made our price.
  let rules: Set<String>

  /// Ways to round that make it theirs.
  let roundings: Set<String>

  /// Lines of ours that the other side does not say and cannot have.
  let silent: [String]

  /// How its text is read, or what keeps its record; nil where it cannot be read again.
  let options: ReaderOptions?
  private let keeper: RecordKeeper?

  /// By each of its causes, where it departs.
  let departures: [String: String]

  /// Its batch, as other rules read it.
  func batch(by other: BookingSchema) -> BookingBatch {
    batch.read(by: other, options: options, keeper)
  }

  package var isDiffering: Bool { !cause.isEmpty }
  /// Whether edits are looked for with it: one that some side refuses, or that rounding explains,
  /// only tells whether an edit explains it as well.
  let isOpen: Bool
  /// Whether money stands in another line, which an edit explains only if nothing differs then.
  let isMove: Bool

  /// What stands for the value that departs where one side alone has a price.
  static let refusal = "refusal"

  package init(
    _ batch: BookingBatch, row: Int, _ other: BookingJudge.Other, of booking: BookingDifference?,
    isTried: Bool = true, reading options: ReaderOptions? = nil, keeper: RecordKeeper? = nil
  ) {
    self.isTried = isTried
    record = booking?.record ?? 0
    self.batch = batch
    self.options = options
    self.keeper = keeper
    self.row = row
    (outcome, reason, reply) = (other.outcome, other.reason, other.reply?.json ?? "")
    cause = booking?.cause ?? ""
    isOpen = booking.map { Self.isOpen($0) } ?? true
    isMove = booking?.isMove ?? false
    let isPriced = booking?.isPricedByBoth ?? true
    departing = isPriced ? booking?.heldAt ?? "" : Self.refusal
    silent = booking?.silent ?? []
    rules = Set(booking?.rules ?? [])
    if case .removed(let profiles)? = booking?.rounding {
      roundings = Set(profiles)
    } else {
      roundings = []
    }
    let (held, silence) = (departing, silent)
    let parts = (booking?.parts ?? []).map { part in
      (part.cause, silence.contains(part.departing) ? held : part.departing)
    }
    departures = Dictionary([(cause, departing)] + parts) { first, _ in first }
  }

  /// Bookings of which causes are looked for: both sides priced, and more than rounding is
  /// between them.
  package static func isOpen(_ booking: BookingDifference) -> Bool {
    guard booking.isPricedByBoth, !booking.departing.isEmpty else { return false }
    if case .removed = booking.rounding { return false }
    return true
  }
}

/// Chooses them in each of the first chunks.
package struct RemedySampler {
  /// This many chunks of the input are sampled, with so many bookings each.
  package static let mostChunks = 8
  private static let mostOfCause = 128
  private static let mostWitnesses = 12
  private static let mostDiffering = 384
  private static let mostAgreeing = 256
  /// On so many of those that differ what edits do is counted.
  private static let mostCounted = 1_024

  /// The position in `rows` of one that differs and is kept.
  package struct Chosen {
    package var index: Int
    package var isTried: Bool
  }

  package static func chosen(_ block: DifferenceBlock, ofChunk ordinal: Int) -> [Chosen] {
    guard ordinal < mostChunks else { return [] }
    var counts: [String: Int] = [:]
    var chosen: [Chosen] = []
    var tried = 0
    for (index, booking) in block.differences.enumerated() where chosen.count < mostCounted {
      let isOpen = RemedyCase.isOpen(booking)
      guard isOpen || booking.theirs.isTold else { continue }
      counts[booking.cause, default: 0] += 1
      let most = isOpen ? mostOfCause : mostWitnesses
      let isTried = tried < mostDiffering && counts[booking.cause] ?? 0 <= most
      tried += isTried ? 1 : 0
      chosen.append(Chosen(index: index, isTried: isTried))
    }
    return chosen
  }

  /// Those of the rows that agree which are kept.
  package static func agreeing(_ rows: [Int]) -> [Int] { rows.spread(mostAgreeing) }

  /// Keeps bookings of a batch: `rows` are those that differ, in the order of the block.
  package static func cases(
    _ block: DifferenceBlock, ofChunk ordinal: Int, _ batch: BookingBatch, _ rows: [Int],
    agreeing: () -> [Int], options: ReaderOptions, reply: (Int) -> BookingJudge.Other?
  ) -> [RemedyCase] {
    let chosen = chosen(block, ofChunk: ordinal)
    guard !chosen.isEmpty, let chunk = batch.chunk as? InputChunk else { return [] }
    var wanted = chosen.map { one in
      (
        row: rows[one.index], booking: Optional(block.differences[one.index]),
        isTried: one.isTried
      )
    }
    wanted += Self.agreeing(agreeing()).map { ($0, nil, true) }
    wanted.sort { $0.row < $1.row }
    let kept = BookingBatch(schema: batch.schema)
    let parser = BookingReader(rereading: batch.schema, options: options).makeParser()
    guard let cut = chunk.cut(wanted.map(\.row), of: batch),
      (try? parser.reread(cut, into: kept)) != nil, kept.count == wanted.count
    else { return [] }
    return wanted.enumerated().compactMap { position, one in
      guard let other = reply(one.row), other.isKept else { return nil }
      return RemedyCase(
        kept, row: position, other, of: one.booking, isTried: one.isTried, reading: options)
    }
  }
}

/// Prices kept bookings by other rules, and says what differs still.
package final class RemedyBench {
  struct Outcome {
    /// Names of values that differ; nil where a side has no price.
    var remaining: Set<String>?
    /// Our values that were asked for.
    var ours: [String: Ratio] = [:]
    var theirs: [String: Ratio] = [:]
  }

  let cases: [RemedyCase]
  private let comparer: (QuoteTexts) -> ReplyComparer
  /// Held for `nodes`, which point into them.
  private let readers: [JSONRecordReader]
  private let nodes: [JSONNode?]
  private let texts: [ByteBuffer]
  private let own: QuoteTexts?

  package init(
    _ cases: [RemedyCase], _ pricer: Pricer? = nil,
    comparer: @escaping (QuoteTexts) -> ReplyComparer
  ) {
    self.cases = cases
    own = pricer.map { QuoteTexts($0) }
    self.comparer = comparer
    texts = cases.map { one in
      let text = ByteBuffer()
      text.append(text: one.reply)
      for _ in 0..<InputChunk.padding { text.append(0x20) }
      return text
    }
    let texts = texts
    let readers = cases.map { _ in JSONRecordReader() }
    self.readers = readers
    nodes = cases.indices.map { index in
      guard !cases[index].reply.isEmpty else { return nil }
      return try? readers[index].read(texts[index].slice(0, cases[index].reply.utf8.count)).get()
    }
  }

  /// What the other side said of a case; nil where it did not price it.
  func node(of index: Int) -> JSONNode? { nodes[index] }

  /// Why we decline a case; empty where we do not.
  func ourReason(_ index: Int) -> String {
    guard let own else { return "" }
    own.price(cases[index].batch)
    return own.result(of: cases[index].row).reason
  }

  /// What becomes of these cases, in their order, under other rules.
  func outcomes(_ pricer: Pricer, of wanted: [Int], values: [String] = []) -> [Outcome] {
    wanted.isEmpty ? [] : outcomes(judge(by: pricer), of: wanted, values: values)
  }

  /// What holds cases priced by other rules against the other side.
  func judge(by pricer: Pricer) -> BookingJudge {
    let quotes = QuoteTexts(pricer, tellsFaults: false)
    let comparer = comparer(quotes)
    // It is asked whether values differ, and not in which terms they say the same.
    comparer.fields.mostTerms = 0
    return BookingJudge(quotes, comparer: comparer)
  }

  /// The same, where the judge is asked again.
  func outcomes(
    _ judge: BookingJudge, of wanted: [Int], values: [String] = []
  ) -> [Outcome] {
    guard !wanted.isEmpty else { return [] }
    let quotes = judge.texts
    var found = Array(repeating: Outcome(remaining: nil), count: wanted.count)
    let byBatch = Dictionary(grouping: wanted.indices) {
      ObjectIdentifier(cases[wanted[$0]].batch)
    }
    for places in byBatch.values {
      let first = cases[wanted[places[0]]]
      quotes.price(
        first.batch(by: quotes.pricer.schema),
        only: Set(places.map { cases[wanted[$0]].row }).sorted())
      for place in places {
        let (index, one) = (wanted[place], cases[wanted[place]])
        let other = BookingJudge.Other(
          outcome: one.outcome, reason: one.reason, reply: nodes[index])
        found[place].remaining = judge.remaining(one, other)
        guard found[place].remaining != nil, one.outcome == .priced else { continue }
        for name in values {
          (found[place].ours[name], found[place].theirs[name]) = judge.comparer.numbers(of: name)
        }
      }
    }
    return found
  }
}

extension BookingBatch {
  /// The same bookings, read again where other rules say something else of what is not given.
  /// Without options, or what keeps their records, it is not known how.
  package func read(
    by other: BookingSchema, options: ReaderOptions?, _ keeper: RecordKeeper?
  ) -> BookingBatch {
    guard !schema.hasDefaults(of: other) else { return self }
    if let keeper { return keeper.read(by: other) }
    guard let options, chunk is InputChunk else { return self }
    let again = BookingBatch(schema: other)
    let parser = BookingReader(rereading: other, options: options).makeParser()
    guard (try? parser.reread(self, into: again)) != nil else { return self }
    return again
  }
}

extension BookingSchema {
  /// Whether both take the same where a booking says nothing.
  fileprivate func hasDefaults(of other: BookingSchema) -> Bool {
    lists.indices.allSatisfy { list in
      guard other.lists.indices.contains(list),
        other.lists[list].fields.count == lists[list].fields.count
      else { return true }
      return zip(lists[list].fields, other.lists[list].fields).allSatisfy { own, theirs in
        own.defaultValue == theirs.defaultValue
      }
    }
  }
}

extension BookingJudge {
  /// Names of values of a case that differ still, of one that a side refuses the refusal; nil where
  /// there is nothing to compare.
  fileprivate func remaining(_ one: RemedyCase, _ other: Other) -> Set<String>? {
    let ours = texts.result(of: one.row)
    if ours.outcome == .priced, other.outcome == .priced {
      return differing(row: one.row, other, asShown: false)
    }
    guard one.departing == RemedyCase.refusal else { return nil }
    // Which of them says no, and why, counts only of two that decline.
    let areDeclined = ours.outcome == .declined && other.outcome == .declined
    let isSame = ours.outcome != .priced && other.outcome != .priced
      && (!areDeclined || other.reason.isEmpty || ours.reason == other.reason)
    return isSame ? [] : [RemedyCase.refusal]
  }
}

extension ReplyComparer {
  /// What both sides have for a value; of members of records what these come to together.
  fileprivate func numbers(of name: String) -> (ours: Ratio?, theirs: Ratio?) {
    guard number(of: name) == nil, let dot = name.firstIndex(of: ".") else {
      return (
        value(named: name)?.plainText.flatMap { Self.measure($0) },
        reply(named: name)?.plainText.flatMap { Self.measure($0) }
      )
    }
    let way = name[name.index(after: dot)...].split(separator: ".").map(String.init)
    guard let ours = value(named: String(name[..<dot]))?.sum(of: way[...]) else {
      return (nil, nil)
    }
    let gaps = differences.filter { $0.name == name }.map(\.amount)
    return gaps.contains(nil)
      ? (ours, nil) : (ours, gaps.reduce(ours) { $0 - ($1 ?? .zero) })
  }
}

extension ReplyComparer {
  /// A number, or how many days a date is from another one.
  fileprivate static func measure(_ text: TextSlice) -> Ratio? {
    exact(text) ?? CalendarDate(iso: text.string).map { Ratio(Int128($0.daysSince1970)) }
  }
}

extension JSONNode {
  /// What a member of all elements comes to; nil where some have no number.
  fileprivate func sum(of way: ArraySlice<String>) -> Ratio? {
    if isArray {
      return elements.reduce(Ratio?.some(.zero)) { sum, element in
        sum.flatMap { sum in element.sum(of: way).map { sum + $0 } }
      }
    }
    guard let first = way.first else { return plainText.flatMap { ReplyComparer.exact($0) } }
    return member(first)?.sum(of: way.dropFirst())
  }
}

extension BookingJudge.Other {
  /// Whether a remedy can be tried on it.
  package var isKept: Bool { outcome == .priced ? reply != nil : outcome.isTold }
}

extension ReferenceMap.Outcome {
  /// Whether the other side has said what it makes of a booking.
  fileprivate var isTold: Bool {
    switch self {
    case .priced, .declined, .fault: true
    case .missing, .other: false
    }
  }
}
