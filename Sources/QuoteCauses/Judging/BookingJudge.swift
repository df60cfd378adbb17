package import QuoteBookings
package import QuoteComparison
package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Holds one quote after the other against what the other side made of the
/// same booking, and keeps what came of it in a block.
package final class BookingJudge {
  /// Which booking it is about.
  package struct Identity {
    var key: String
    var record: Int64
    var line: Int64
    var form: String

    package init(key: String, record: Int64, line: Int64, form: String) {
      (self.key, self.record, self.line, self.form) = (key, record, line, form)
    }
  }

  /// What the other side made of it.
  package struct Other {
    package var outcome: ReferenceMap.Outcome
    /// Whether a status says so; a record without one was priced.
    var isSaid = true
    /// The sentence of a refusal.
    var reason: String
    /// The compared object, where it priced.
    package var reply: JSONNode?
    /// Why it is not compared, where the map does not say so.
    package var passedOver: PassedOver?

    package init(
      outcome: ReferenceMap.Outcome, isSaid: Bool = true, reason: String, reply: JSONNode? = nil,
      passedOver: PassedOver? = nil
    ) {
      (self.outcome, self.isSaid, self.reason) = (outcome, isSaid, reason)
      (self.reply, self.passedOver) = (reply, passedOver)
    }

    /// Whether it has neither a status nor a reply nor the sentence of a refusal. That may be a
    /// refusal, but a price or a fault of ours says nothing of it.
    var saysNothing: Bool { outcome == .priced && !isSaid && reply == nil && reason.isEmpty }
  }

  package let texts: QuoteTexts
  package let comparer: ReplyComparer
  let waterfall: ComparedWaterfall
  private let reader = JSONRecordReader()
  package var block = DifferenceBlock()
  /// Names of values whose replies are kept with a difference.
  package var keptReplies: [String] = []
  /// What names the bookings of which a ledger was drafted.
  package var prints: Set<UInt64> = []
  /// Whether a reply has to say its total.
  private let asksForTotal: Bool
  /// Totals of both sides, of bookings that were judged one by one.
  private var revenues = (ours: DecimalSum(), theirs: DecimalSum())

  package init(_ texts: QuoteTexts, comparer: ReplyComparer) {
    self.texts = texts
    self.comparer = comparer
    asksForTotal =
      comparer.form.compares != .listed && comparer.form.asksForTotal(of: texts.pricer.plan)
    waterfall = ComparedWaterfall(
      texts.pricer.plan.quoteSchema, sources: texts.pricer.sources, values: comparer)
  }

  /// How many replies were held against quotes since it was last asked for its block.
  private var replies = 0

  /// Gives what was found since it was last asked.
  package func takeBlock(_ ordinal: Int) -> DifferenceBlock {
    var taken = block
    taken.ourRevenue = taken.ourRevenue + revenues.ours.take()
    taken.theirRevenue = taken.theirRevenue + revenues.theirs.take()
    taken.ordinal = ordinal
    taken.tallies = comparer.fields.takeTallies()
    taken.unmatched = comparer.unmatched
    comparer.unmatched = []
    taken.otherCurrencies = comparer.otherCurrencies
    comparer.otherCurrencies = OtherCurrencies()
    taken.entries = comparer.takeEntries()
    replies += taken.counted.bookings
    if replies > 0 {
      taken.forms[comparer.form.name] = ComparedForm(
        replies: replies, taken.tallies, unmatched: taken.unmatched)
    }
    replies = 0
    block = DifferenceBlock()
    return taken
  }

  /// Judges a row of the quotes that were priced last; true where it differs.
  package func judge(row: Int, _ other: Other, _ identity: @autoclosure () -> Identity) -> Bool {
    let ours = texts.result(of: row)
    guard !other.saysNothing || ours.outcome == .declined else {
      block.passOver(.noReply)
      block.withoutReply += 1
      return false
    }
    guard ours.outcome == .priced, other.outcome == .priced else {
      return judgeRefusals(row, ours: ours, other: read(other), identity: identity)
    }
    guard let reply = other.reply, case .success(let quote) = reader.read(texts.quote(of: row))
    else {
      block.passOver(.noReply)
      block.withoutReply += 1
      return false
    }
    replies += 1
    comparer.compare(ours: quote, theirs: reply, spelled: texts.spelled(row))
    block.comparedFields += comparer.equalCount + comparer.differences.count
    block.tolerated += comparer.toleratedCount
    addRevenue()
    if asksForTotal, !comparer.isTotalSaid { block.withoutTotal += 1 }
    guard !comparer.differences.isEmpty else {
      block.same += 1
      block.pricedByBothAlike += 1
      if !prints.isEmpty {
        meet(identity(), comparer.value(named: "total")?.plainText?.string ?? "")
      }
      return false
    }
    var found = difference(identity(), ours, other)
    describe(&found)
    block.differences.append(found)
    return true
  }

  /// Prices a batch. Bookings that `quick` finds to be the same are counted and need no judging;
  /// `looksAt` holds each block of quotes against the other side.
  package func price(
    _ batch: BookingBatch, by quick: some QuickComparison, looksAt: (QuoteBatch) -> Void
  ) {
    quick.begin(batch.count)
    texts.price(batch, looksAt: looksAt) { !quick.isSame($0) && !quick.isOfNumbers($0) }
    block.same += quick.sameCount
    block.pricedByBothAlike += quick.sameCount
    replies += quick.sameCount
    block.comparedFields += quick.comparedFields
    let agreed = quick.takeRevenue()
    block.ourRevenue = block.ourRevenue + agreed
    block.theirRevenue = block.theirRevenue + agreed
  }

  /// Names of values of a row that are not the other side's, `asShown` also where that shows
  /// ours with fewer digits; nil where a side has no price. Nothing is counted.
  package func differing(row: Int, _ other: Other, asShown: Bool) -> Set<String>? {
    guard texts.result(of: row).outcome == .priced, other.outcome == .priced,
      let reply = other.reply, case .success(let quote) = reader.read(texts.quote(of: row))
    else { return nil }
    comparer.compare(ours: quote, theirs: reply, spelled: texts.spelled(row))
    _ = comparer.fields.takeTallies()
    let digits = texts.pricer.plan.quoteSchema.minorDigits
    let left = comparer.differences.filter { !asShown || !$0.isShownAs(minorDigits: digits) }
    return Set(left.map(\.name))
  }

  /// Notes that a booking which differed once does not now.
  private func meet(_ identity: Identity, _ ourTotal: String) {
    let name = AcceptedPrints.name(
      key: identity.key, form: identity.form, ourTotal: ourTotal)
    if prints.contains(name) { block.metPrints.insert(name) }
  }

  private func difference(
    _ identity: Identity, _ ours: QuoteTexts.Result, _ other: Other
  ) -> BookingDifference {
    var booking = BookingDifference(
      key: identity.key, record: identity.record, line: identity.line, form: identity.form,
      ours: ours.outcome, theirs: other.outcome, ourReason: ours.reason,
      theirReason: other.reason)
    booking.minorUnit = comparer.minorUnit
    return booking
  }

  /// Takes a booking for refused whose total is left empty, where no status says that it was
  /// priced: an empty total prices nothing.
  private func read(_ other: Other) -> Other {
    guard other.outcome == .priced, !other.isSaid,
      other.reply.map({ comparer.leavesTotalEmpty($0) }) ?? true
    else { return other }
    var read = other
    read.outcome = .fault
    return read
  }

  /// Where at most one side priced.
  private func judgeRefusals(
    _ row: Int, ours: QuoteTexts.Result, other: Other, identity: () -> Identity
  ) -> Bool {
    var reasons: [FieldDifference] = []
    if ours.outcome != .priced && other.outcome != .priced && other.outcome != .missing {
      let isRefused = ours.outcome == .declined && other.outcome == .declined
      let areSaid = isRefused && !other.reason.isEmpty
      if isRefused { block.refusedByBoth += 1 }
      notePrice(of: other, identity)
      // A status that says so agrees with our fault; where there is none, nothing was compared.
      if ours.outcome == .fault, other.outcome == .fault, !other.isSaid, other.reason.isEmpty {
        block.bothAtFault += 1
      }
      // An empty total, without a status, does not say which of both it is.
      if other.isSaid, ours.outcome != other.outcome { block.declinedByOne += 1 }
      if areSaid {
        block.explainedRefusals += 1
        block.comparedReasons += 1
      }
      guard areSaid, ours.reason != other.reason else {
        block.same += 1
        if !prints.isEmpty { meet(identity(), "") }
        return false
      }
      reasons = [
        FieldDifference(
          kind: .different, path: "refusal", name: "refusal", ours: Self.quoted(ours.reason),
          theirs: Self.quoted(other.reason), field: "refusal")
      ]
      block.comparedFields += 1
    }
    var found = difference(identity(), ours, other)
    found.fields = reasons
    found.stake = ours.outcome == .priced ? ourTotal(row) : stake(of: other)
    block.differences.append(found)
    return true
  }

  /// Notes a price of a reply that refuses, as its status says or its empty total.
  private func notePrice(of other: Other, _ identity: () -> Identity) {
    guard let reply = other.reply else { return }
    if let (name, total) = comparer.saidTotal(of: reply), !total.isZero {
      block.refusedWithTotal.add(
        PricedRefusals.Example(key: identity().key, name: name, amount: total))
    } else if !other.isSaid, let (name, amount) = comparer.firstAmount(of: reply) {
      block.refusedWithAmounts.add(
        PricedRefusals.Example(key: identity().key, name: name, amount: amount))
    }
  }

  /// Our total of a row.
  package func ourTotal(_ row: Int) -> Ratio? {
    guard case .success(let quote) = reader.read(texts.quote(of: row)),
      let total = comparer.totals.first
    else { return nil }
    return quote.text(at: [comparer.names[total]]).flatMap { Ratio(decimal: $0) }
  }

  /// Their total, below zero; nil where they did not price.
  package func stake(of other: Other) -> Ratio? {
    guard other.outcome == .priced, let reply = other.reply else { return nil }
    return comparer.total(of: reply).map { -$0 }
  }

  private static func quoted(_ text: String) -> String {
    let buffer = ByteBuffer()
    buffer.append(text: text, as: .json)
    return buffer.string
  }

  private func addRevenue() {
    guard let (a, b) = comparer.bothTotals, let mine = a.plainText, let other = b.plainText else {
      return
    }
    var (left, right) = revenues
    if left.add(mine), right.add(other) {
      revenues = (left, right)
      return
    }
    guard let ours = number(a), let theirs = number(b) else { return }
    block.ourRevenue = block.ourRevenue + ours
    block.theirRevenue = block.theirRevenue + theirs
  }

  private func number(_ node: JSONNode?) -> Ratio? {
    guard let node, node.isNumber || comparer.isTextual && node.isString else { return nil }
    return ReplyComparer.exact(node.text)
  }

  private func describe(_ found: inout BookingDifference) {
    found.fields = comparer.differences
    (found.agreed, found.agreedNumber) = comparer.agreed
    found.steps = waterfall.steps(comparer)
    for name in keptReplies { found.replies[name] = comparer.reply(named: name)?.json }
    found.ourTotal = comparer.value(named: "total")?.plainText?.string ?? ""
    found.theirTotal = comparer.bothTotals?.theirs.plainText?.string ?? ""
    guard let total = comparer.totalDifference else { return }
    (found.amount, found.ourTotal, found.theirTotal) = (total.amount, total.ours, total.theirs)
  }
}
