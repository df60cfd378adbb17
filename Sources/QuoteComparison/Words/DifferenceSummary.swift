import QuoteEngine
package import QuoteSyntax

/// What a comparison came to: how many, how much money each way, and where.
///
/// Groups and money are of all bookings that differ, accepted and known ones
/// too; `worst` are new ones only.
package struct DifferenceSummary: Sendable {
  package private(set) var records = 0
  /// Priced on both sides alike in every compared value, or refused by both.
  package private(set) var same = 0
  package var different = 0
  /// How many of those that are the same are bookings that neither of two rules can read.
  package private(set) var bothAtFault = 0
  /// Records of forms or statuses that say nothing about prices.
  package private(set) var notComparable = 0
  /// Bookings priced by both sides.
  package var pricedByBoth = 0
  /// Forms of the map of which some were.
  package private(set) var forms: [String?: ComparedForm] = [:]
  package private(set) var comparedFields = 0
  /// Bookings that one side declines and that are at fault for the other.
  package private(set) var declinedByOne = 0
  /// Bookings that both sides refuse, and of how many of them the other side says why.
  package private(set) var refusedByBoth = 0
  package private(set) var explainedRefusals = 0
  /// Those of them whose sentences were held against each other.
  private(set) var comparedReasons = 0
  /// Those of which theirs has a total, or other amounts and none.
  package private(set) var refusedWithTotal = PricedRefusals()
  package private(set) var refusedWithAmounts = PricedRefusals()
  /// Records that have a status where the map looks for one.
  package private(set) var statused = 0
  /// Values that only the tolerance makes equal.
  package private(set) var tolerated = 0
  /// Those that differ and are covered by the ledger, and those known to the baseline.
  package private(set) var accepted = 0
  package private(set) var known = 0
  /// Those that differ by rounding alone.
  package private(set) var onlyRounding = 0
  /// Differences of the total of new ones, without their signs; of those that one side alone
  /// priced, its total.
  package var newMoney = Ratio.zero
  /// What a tolerance hid of the totals, ours less theirs, all bookings together: rounding one way
  /// and the other is next to nothing, and a cent in each booking is not.
  package var hiddenMoney = Ratio.zero
  /// Differences of the total, each way.
  package internal(set) var above = Ratio.zero
  package internal(set) var below = Ratio.zero
  /// Bookings that we price higher, and lower.
  package var dearer = 0
  package var cheaper = 0

  /// The groups of outcomes: `priced by us, declined by them`.
  package private(set) var outcomes = DifferenceGroups()
  package internal(set) var fields = DifferenceGroups()
  package var departing = DifferenceGroups()
  /// The groups of every line and row of a table that made our price.
  package internal(set) var rules = DifferenceGroups()
  package internal(set) var causes = DifferenceGroups()
  /// Bookings with several causes, and what these make together and none of them alone.
  package var meetings = DifferenceGroup(name: "", example: "")
  /// Causes of one booking whose values are made of the same figures.
  package var kin = KinCauses()
  /// Bookings of which it is known what edits do to them.
  package var members = CauseMembers()
  /// Where bookings of a cause depart; nowhere where a side has no price.
  package private(set) var departures: [String: String] = [:]
  /// Bookings that both sides price, and not alike.
  package var moving = 0
  /// What theirs is of ours, by the cause.
  var relations: [String: CauseRelations] = [:]
  /// What bookings have in common that depart at a value, by the value.
  package private(set) var traits: [String: SharedTraits] = [:]
  /// Roundings, by the profile that removes each, `unexplained` otherwise.
  package internal(set) var rounding = DifferenceGroups()
  /// Those of them that no profile removes or that were not tried, by their cause and the group.
  var openCents: [String: [String: DifferenceGroup]] = [:]
  var histogram = DifferenceHistogram()
  /// By which part of ours the totals of new ones differ.
  package internal(set) var changes = TotalChanges()
  /// The same of whatever money of theirs differs most from ours: a line that is wrong both ways
  /// leaves the total as it is. What a limit holds is the greater of the two.
  var amountChanges = TotalChanges()
  /// New ones that both sides refuse, with another sentence.
  private(set) var changedReasons = 0

  /// Every value that was compared, in the order in which they were met.
  package var tallies: [FieldTally] { fieldTallies.all }
  private var fieldTallies = FieldTallies()
  /// Names on the other side that are passed over, for we have none of them.
  package private(set) var unmatched: [String] = []
  private var isUnmatched: Set<String> = []
  /// Values of the other side that are no numbers where ours are, by the field: how many, and
  /// the first.
  package private(set) var textsForNumbers: [String: (count: Int, first: FieldDifference)] = [:]
  /// Bookings whose other side says another currency, by what it says.
  package private(set) var otherCurrencies = OtherCurrencies()
  /// Bookings that both sides priced, with no reply where the map looks for it.
  package private(set) var withoutReply = 0
  /// Bookings that both sides priced, of which theirs says no total.
  package private(set) var withoutTotal = 0
  /// New ones of which it is not known how much money they are, and those whose difference is no
  /// part of our total: one side alone has a price.
  private(set) var uncounted = 0
  private(set) var beyondParts = 0
  /// Entries of lists that the map does not tell apart, or does not read.
  package private(set) var entries = EntryTally()
  /// Records that have a key where the map looks for one, and that have none.
  package private(set) var keyed = 0
  package private(set) var unkeyed = 0
  /// Sums of the totals of bookings that both sides priced.
  package var ourRevenue = Ratio.zero
  package var theirRevenue = Ratio.zero
  /// Keys of bookings that the other side does not have, and the reverse.
  package var onlyOurs = UnpairedKeys()
  package var onlyTheirs = UnpairedKeys()
  package private(set) var nearKeys = NearKeys()
  /// Keys that were there before, on either side; the first one was compared.
  package var ourDuplicates = UnpairedKeys()
  package var theirDuplicates = UnpairedKeys()
  /// Bookings without a key: not comparable.
  package var unnamed = UnpairedKeys()
  /// Records or rows that cannot be read, bookings that were asked in vain: not comparable
  /// either.
  package private(set) var faults: ComparisonFaults
  /// Bookings that the map leaves out without saying so: how many, by the reason.
  private var passedOver: [PassedOver: Int] = [:]
  package var ledger: [AcceptedTally] = []
  /// Things to know about the run: that it had to sort, what was not compared.
  package var notes: [String] = []
  /// Why it fails, in sentences: what bookings that differ stand for, what those do of which
  /// nothing could be compared, and what none does.
  package var failuresOfBookings: [String] = []
  package var failuresOfFaults: [ComparisonFault.Kind: String] = [:]
  package var otherFailures: [String] = []
  /// All of them; empty where it does not fail.
  package var failures: [String] {
    failuresOfBookings + ComparisonFault.Kind.allCases.compactMap { failuresOfFaults[$0] }
      + otherFailures
  }
  /// It ended before all bookings were compared.
  package var endedEarly = false

  /// Worst first: bookings whose outcome differs, then by money, then by the
  /// number of fields.
  package private(set) var worst: [BookingDifference] = []
  /// How many of them are kept.
  package let kept: Int

  /// How many reasons to pass bookings over are told.
  private static let reasonsShown = 5

  package init(keeping kept: Int = 10, faults: Int = 10) {
    self.kept = kept
    self.faults = ComparisonFaults(keeping: faults)
  }

  /// Bookings that differ and are neither accepted nor known.
  package var new: Int { different - accepted - known }
  /// Records of which the other side says something that could be read.
  package var answered: Int {
    records - faults.count - onlyOurs.count - ourDuplicates.count - unnamed.count
  }
  /// Why bookings were passed over, in the order of the sentences that say it.
  package var passedOverReasons: [PassedOver] {
    passedOver.keys.sorted { $0.sentence < $1.sentence }
  }
  /// Statuses that the map does not name, with how many bookings have each, most first.
  package var unknownStatuses: [(status: String, count: Int)] {
    passedOver.compactMap { why, count in
      if case .status(let status) = why { (status, count) } else { nil }
    }.sorted { ($1.count, $0.status) < ($0.count, $1.status) }
  }
  /// Forms that the map does not have, with how many bookings are of each.
  package var unknownForms: [(name: String, count: Int)] {
    passedOver.compactMap { why, count in
      if case .form(let name) = why { (name, count) } else { nil }
    }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
  /// Bookings that the map leaves out without saying so.
  package var skipped: Int { passedOver.values.reduce(0, +) }
  /// Whether no value of any booking was held against another. Where nothing was priced, sentences
  /// of refusals are something; beside prices that nobody compared they are not.
  package var isOfNothing: Bool {
    comparedFields == 0 && (comparedReasons == 0 || pricedByBoth > 0 || skipped > 0)
  }

  /// Two rules that decline alike have priced nothing.
  package mutating func ignoreReasons() { comparedReasons = 0 }

  package mutating func add(_ block: DifferenceBlock) {
    records += block.records
    same += block.same
    pricedByBoth += block.pricedByBothAlike
    for (form, compared) in block.forms { forms[form, default: ComparedForm()].add(compared) }
    bothAtFault += block.bothAtFault
    notComparable += block.notComparable
    comparedFields += block.comparedFields
    declinedByOne += block.declinedByOne
    refusedByBoth += block.refusedByBoth
    explainedRefusals += block.explainedRefusals
    comparedReasons += block.comparedReasons
    refusedWithTotal.add(block.refusedWithTotal)
    refusedWithAmounts.add(block.refusedWithAmounts)
    statused += block.statused
    tolerated += block.tolerated
    ourRevenue = ourRevenue + block.ourRevenue
    theirRevenue = theirRevenue + block.theirRevenue
    fieldTallies.add(block.tallies)
    add(block.traits)
    for place in block.onlyOurs {
      onlyOurs.add(place)
      nearKeys.add(ours: place.key)
    }
    for place in block.onlyTheirs {
      onlyTheirs.add(place)
      nearKeys.add(theirs: place.key)
    }
    for place in block.ourDuplicates { ourDuplicates.add(place) }
    for place in block.theirDuplicates { theirDuplicates.add(place) }
    for place in block.unnamed { unnamed.add(place) }
    for fault in block.faults { faults.add(fault) }
    unmatched += block.unmatched.filter { isUnmatched.insert($0).inserted }
    otherCurrencies.add(block.otherCurrencies)
    withoutReply += block.withoutReply
    withoutTotal += block.withoutTotal
    entries.add(block.entries)
    keyed += block.keyed
    unkeyed += block.unkeyed
    passedOver.merge(block.passedOver, uniquingKeysWith: +)
    for index in ledger.indices {
      for name in block.metPrints { ledger[index].meet(name) }
    }
    for booking in block.differences { add(booking) }
    add(block.counted)
  }

  /// Why bookings are not comparable, where nobody meant them not to be.
  package var notesOfNotComparable: [String] {
    let reasons = passedOver.map { (why: $0.sentence, count: $1) }
      .sorted { ($1.count, $0.why) < ($0.count, $1.why) }
    var notes = reasons.prefix(Self.reasonsShown).map { why, count in
      "\(count) \(count == 1 ? "booking" : "bookings") skipped: \(why)"
    }
    if reasons.count > Self.reasonsShown {
      notes.append("\(reasons.count - Self.reasonsShown) more reasons to skip bookings")
    }
    for kind in ComparisonFault.Kind.allCases {
      let count = faults.count(of: kind)
      if count > 0, failuresOfFaults[kind] == nil { notes.append(kind.counted(count)) }
    }
    guard unnamed.count > 0 else { return notes }
    let first = unnamed.first.prefix(5).map { "\($0.record)" }.joined(separator: ", ")
    let more = unnamed.count > 5 ? ", …" : ""
    let (bookings, records) = unnamed.count == 1 ? ("booking", "record") : ("bookings", "records")
    notes.append("\(unnamed.count) \(bookings) without a key: \(records) \(first)\(more)")
    return notes
  }

  private mutating func add(_ booking: BookingDifference) {
    different += 1
    if !ledger.isEmpty {
      let name = AcceptedPrints.name(of: booking)
      for index in ledger.indices { ledger[index].meet(name) }
    }
    if booking.ours == .priced && booking.theirs == .priced { pricedByBoth += 1 }
    if let amount = booking.amount { add(amount) }
    addToGroups(booking)
    switch booking.standing {
    case .new:
      if let amount = booking.amount, let ours = Ratio(decimal: booking.ourTotal) {
        changes.add(amount, of: ours, key: booking.key)
      }
      if booking.isPricedByBoth, let most = booking.moneyAtStake,
        let ours = Ratio(decimal: booking.ourTotal)
      {
        amountChanges.add(most, of: ours, key: booking.key)
      }
      if booking.ours == booking.theirs, booking.ours != .priced { changedReasons += 1 }
      if let money = booking.moneyAtStake { newMoney = newMoney + money } else { uncounted += 1 }
      if booking.isBeyondParts { beyondParts += 1 }
      keep(booking)
    case .accepted(let entry):
      accepted += 1
      if ledger.indices.contains(entry) { ledger[entry].add(booking) }
    case .known: known += 1
    }
  }

  /// Traits are kept of so many values, the first ones.
  private static let mostTraits = 24

  private mutating func add(_ found: [String: SharedTraits]) {
    for (name, some) in found.sorted(by: { $0.key < $1.key }) {
      guard traits[name] != nil || traits.count < Self.mostTraits else { continue }
      traits[name, default: SharedTraits()].add(some)
    }
  }

  private mutating func add(_ amount: Ratio) {
    histogram.add(amount)
    if amount.isNegative {
      below = below + amount
      cheaper += 1
    } else if !amount.isZero {
      above = above + amount
      dearer += 1
    }
  }

  private mutating func addToGroups(_ booking: BookingDifference) {
    if booking.movesMoney { moving += 1 }
    let (key, amount) = (booking.key, booking.amount)
    if booking.ours != booking.theirs {
      let name = "\(booking.ours.rawValue) by us, \(booking.theirs.rawValue) by them"
      outcomes.add(name, amount, example: key)
    }
    var met: Set<String> = []
    for field in booking.fields where met.insert(field.field).inserted {
      fields.add(field.field, field.amount, example: key, isMoney: field.isMoney)
      if field.isTextForNumber {
        textsForNumbers[field.field, default: (0, field)].count += 1
      }
    }
    let isCents = booking.rounding != .no
    if !booking.departing.isEmpty {
      departing.add(
        booking.departing, amount, example: key, place: booking.place, isCents: isCents,
        isMoney: booking.isOfMoney)
    }
    for rule in booking.rules { rules.add(rule, amount, example: key) }
    if !booking.cause.isEmpty {
      if booking.ours == .priced, booking.theirs == .priced, relations.count < Self.mostRelations
        || relations[booking.cause] != nil
      {
        relations[booking.cause, default: CauseRelations()].add(booking)
      }
      addCauses(booking, isCents: isCents)
    }
    switch booking.rounding {
    case .no: return
    case .unexplained: addOpenCents(booking, to: "unexplained")
    case .untried: addOpenCents(booking, to: "not tried")
    case .removed(let profiles):
      for profile in profiles { rounding.add(profile, amount, example: key) }
    }
    onlyRounding += 1
  }

  private mutating func addCauses(_ booking: BookingDifference, isCents: Bool) {
    if departures[booking.cause] == nil {
      departures[booking.cause] = booking.isPricedByBoth ? booking.departing : ""
    }
    for part in booking.parts where departures[part.cause] == nil {
      departures[part.cause] = part.departing
    }
    guard !booking.parts.isEmpty else {
      return causes.add(
        booking.cause, booking.amount, example: booking.key,
        place: booking.causePlace ?? booking.place, isCents: isCents, isMoney: booking.isOfMoney)
    }
    meetings.add(.zero)
    kin.add(booking.parts)
    for part in booking.parts {
      causes.add(part.cause, part.amount, example: booking.key, place: part.place)
    }
  }

  /// The number of causes of which it is asked what theirs is of ours.
  static let mostRelations = 24

  /// Says of each entry of the ledger whether it holds, and fails where not.
  package mutating func judgeLedger(today: CalendarDate?) {
    for index in ledger.indices {
      let failure = ledger[index].judge(today: today, of: records - notComparable)
      if let failure { otherFailures.append(failure) }
    }
  }

  private mutating func keep(_ booking: BookingDifference) {
    if worst.count == kept, let last = worst.last, !Self.isWorse(booking, last) { return }
    let place = worst.firstIndex { Self.isWorse(booking, $0) } ?? worst.count
    worst.insert(booking, at: place)
    if worst.count > kept { worst.removeLast() }
  }
}
