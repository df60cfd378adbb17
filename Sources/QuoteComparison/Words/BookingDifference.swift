import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// One value of the other side that is not ours.
package struct FieldDifference: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case different
    /// Given by us, and not or as null by the other side.
    case onlyOurs = "only-ours"
    case onlyTheirs = "only-theirs"
    /// One side has a list or an object where the other has a plain value.
    case notComparable = "not-comparable"
  }

  package var kind: Kind
  /// Where in the compared object: `parts[0].price`, elements from 0.
  package var path: String
  /// The output or line it is held against, of records with the member: `boxes.price`; the
  /// path where it is none.
  package var name: String
  /// JSON texts; empty where the side does not give it.
  package var ours: String
  package var theirs: String
  /// Ours less theirs, where both are numbers.
  package var amount: Ratio?

  /// The path without element numbers: what differences are grouped by.
  package var field: String
  /// What the other side wrote, as JSON text, where the map converts it to
  /// something else.
  package var original = ""
  /// Whether it is an amount of money, or a list that holds some, as far as the rules say.
  package var isMoney = true

  package init(
    kind: Kind, path: String, name: String, ours: String, theirs: String, amount: Ratio? = nil,
    field: String, original: String = ""
  ) {
    self.kind = kind
    self.path = path
    self.name = name
    self.ours = ours
    self.theirs = theirs
    self.amount = amount
    self.field = field
    self.original = original
  }

  /// Whether it is a value of its own, of whatever name: no member of records.
  package var isAtTop: Bool { path == name || !path.contains { $0 == "." || $0 == "[" } }

  /// Whether ours is a number, and the other side's a text that is none.
  package var isTextForNumber: Bool {
    guard kind == .different, amount == nil, theirs.hasPrefix("\""), theirs.utf8.count > 2,
      Ratio(decimal: ours) != nil
    else { return false }
    let text = String(theirs.dropFirst().dropLast())
    return Ratio(decimal: text) == nil
      && (try? DecimalNumber.read(text, spelling: .json).ratio()) == nil
  }
}

/// A step of the waterfall with what both sides have for it.
package struct ComparedStep: Hashable, Sendable {
  package enum State: String, Hashable, Sendable, CaseIterable {
    case same, different
    /// The other side does not say, or we do not.
    case onlyOurs = "only-ours"
    case onlyTheirs = "only-theirs"
  }

  /// The line or subtotal; `total` at the end.
  package var name: String
  /// How many groups it is in.
  package var depth: Int
  package var isSubtotal: Bool
  /// The line's amount, or the subtotal, as JSON text; empty where a side does
  /// not say it.
  package var ours: String
  package var theirs: String
  package var state: State
  package var place: RulePlace?

  /// Whether it is a line in no group that we say and the other side does not.
  fileprivate var isLineOfOurs: Bool {
    theirs.isEmpty && !ours.isEmpty && depth == 0 && !isSubtotal && name != "total"
  }

  /// Whether it says all that a difference of one value says.
  package func shows(_ field: FieldDifference) -> Bool {
    // A sheet says its numbers as texts.
    func bare(_ json: String) -> String { json.filter { $0 != "\"" } }
    return name == field.name
      && (name == field.path
        || bare(ours) == bare(field.ours) && bare(theirs) == bare(field.theirs))
  }
}

/// One of several causes of a booking's difference.
package struct BookingPart: Hashable, Sendable {
  package var cause: String
  package var departing: String
  package var place: RulePlace?
  /// What it makes of the total, ours less theirs, once the causes before it are put right.
  package var amount: Ratio
  /// Whether it is money that stands in another line, of which no edit is looked for.
  package var isMove = false
  /// The cause before it whose value is made of the same figures: it may be one mistake.
  package var kin: String?

  package init(cause: String, departing: String, place: RulePlace?, amount: Ratio) {
    self.cause = cause
    self.departing = departing
    self.place = place
    self.amount = amount
  }
}

/// How the money of a booking with several causes is told apart once it is known what each
/// makes alone.
package struct CauseMoneyChange: Sendable {
  /// What one cause makes, whatever the others do.
  package struct Alone: Sendable {
    package var cause: String
    package var amount: Ratio
    /// The value at which it departs.
    var departing: String
    /// Where it stands, of a cause that nobody knew before.
    var place: RulePlace?

    package init(cause: String, amount: Ratio, departing: String, place: RulePlace? = nil) {
      self.cause = cause
      self.amount = amount
      self.departing = departing
      self.place = place
    }
  }

  /// As it was told before; without parts where both sides agree.
  var key: String
  var record: Int64
  var parts: [BookingPart]
  var alone: [Alone]

  package init(key: String, record: Int64, parts: [BookingPart], alone: [Alone]) {
    self.key = key
    self.record = record
    self.parts = parts
    self.alone = alone
  }
}

/// A booking that the two sides do not agree on.
package struct BookingDifference: Sendable {
  /// How it counts.
  package enum Standing: Hashable, Sendable {
    case new
    /// An entry of the ledger covers it: its index there.
    case accepted(Int)
    /// The baseline has it just so.
    case known
  }

  /// Whether another way to round would make both sides the same.
  package enum Rounding: Hashable, Sendable {
    /// More than rounding.
    case no
    /// Some cents, and no profile removes them.
    case unexplained
    /// Some cents, and not every profile was tried on them.
    case untried
    /// These profiles remove it: `python`, `half_even`.
    case removed(by: [String])
  }

  package var key: String
  /// Number of the record in the input, from 1, and the line it starts at.
  package var record: Int64
  package var line: Int64
  package var form: String
  package var ours: ReferenceMap.Outcome
  package var theirs: ReferenceMap.Outcome
  /// Why we declined it or found it at fault.
  package var ourReason: String
  package var theirReason: String
  package var fields: [FieldDifference]
  /// The first value that departs, in the order in which a price comes about: a line, an output
  /// or a member of its records.
  package var departing: String
  /// Where that stands in the rules.
  package var place: RulePlace?
  /// Where its cause stands in the rules, if that is another place.
  package var causePlace: RulePlace?
  /// Rows of tables behind it.
  package var rows: [String] = []
  /// Names of ours on which both sides agree.
  package var agreed: Set<String> = []
  /// What the comparison calls this set of them; nil where it has no number for it.
  package var agreedNumber: Int?
  /// Lines of ours that the other side does not say, and without which its total is ours.
  package var silent: [String] = []
  /// Where what both sides say departs first, where that is not `departing`.
  package var departingSaid = ""
  /// Totals as written, empty where a side has none.
  package var ourTotal = ""
  package var theirTotal = ""
  /// Our total less theirs.
  package var amount: Ratio?
  /// Where one side alone priced: its total, theirs below zero.
  package var stake: Ratio?
  /// What amounts are rounded to.
  package var minorUnit = Ratio(1, 100)
  /// Whether money departs, or a price as such.
  package var isOfMoney = true
  /// Both waterfalls side by side; empty where a side did not price.
  package var steps: [ComparedStep] = []
  /// Lines and rows of tables that made our price, as `work` and
  /// `factors [4..7]`, in the order of the rules.
  package var rules: [String] = []
  /// What a person would name as the cause, in a few words.
  package var cause = ""
  /// All causes with the money of each, where there are several; the first one is `cause`.
  package var parts: [BookingPart] = []
  package var rounding = Rounding.no
  /// Money that stands in another line on the other side.
  package var moved: MovedMoney?
  /// The line or let that rounds otherwise in the likeliest profile, if it is of one.
  package var roundedFormula: String?
  package var standing = Standing.new
  /// Values of which the entry of a ledger that covers it would accept twice ours, or nothing.
  package var unheld: Set<String> = []
  /// Those of them that would be accepted as a price that is far from theirs.
  package var unheldFar: Set<String> = []
  /// Values of the other side that conditions of a ledger name, as JSON.
  package var replies: [String: String] = [:]

  package init(
    key: String, record: Int64, line: Int64, form: String, ours: ReferenceMap.Outcome,
    theirs: ReferenceMap.Outcome, ourReason: String = "", theirReason: String = "",
    fields: [FieldDifference] = [], departing: String = ""
  ) {
    self.key = key
    self.record = record
    self.line = line
    self.form = form
    self.ours = ours
    self.theirs = theirs
    self.ourReason = ourReason
    self.theirReason = theirReason
    self.fields = fields
    self.departing = departing
  }

  /// How much money it is, without a sign: the difference of the totals, else the largest of any
  /// money; what one side alone prices, its total. Nil where that is no number.
  var moneyAtStake: Ratio? {
    guard ours == .priced, theirs == .priced else {
      return ours == .priced || theirs == .priced ? stake?.magnitude : .zero
    }
    let gaps = fields.filter(\.isMoney).map(\.numberGap)
    // A cent at the total hides no hundred in a line.
    let most = gaps.compactMap { $0?.magnitude }.max() ?? .zero
    return gaps.contains(nil) ? nil : max(most, (amount ?? .zero).magnitude)
  }

  /// Whether what differs is no part of our total, for one side has none.
  var isBeyondParts: Bool {
    guard ours == .priced, theirs == .priced else { return ours == .priced || theirs == .priced }
    guard let most = moneyAtStake else { return true }
    return !most.isZero && Ratio(decimal: ourTotal)?.isZero != false
  }

  /// The value that is theirs once its cause is put right.
  package var heldAt: String { departingSaid.isEmpty ? departing : departingSaid }

  /// What differs, with the lines that the other side cannot have.
  package var fieldsWithSilent: [FieldDifference] {
    guard !silent.isEmpty else { return fields }
    return fields + steps.filter { silent.contains($0.name) }.map { step in
      FieldDifference(
        kind: .onlyOurs, path: step.name, name: step.name, ours: step.ours, theirs: "",
        amount: nil, field: step.name)
    }
  }

  /// Lines that the other side does not say and that make what the others leave of the difference
  /// of the totals: it has none of them in this booking.
  package var unsaidLines: [String] {
    guard let amount, !amount.isZero, steps.contains(where: \.isLineOfOurs) else { return [] }
    var left = amount
    var found: [String] = []
    var hasSaid = false
    for step in steps where step.depth == 0 && !step.isSubtotal && step.name != "total" {
      guard !step.ours.isEmpty || !step.theirs.isEmpty else { continue }
      guard let ours = Ratio(decimal: step.ours.isEmpty ? "0" : step.ours) else { return [] }
      if step.theirs.isEmpty {
        if !ours.isZero { found.append(step.name) }
        left = left - ours
      } else {
        guard let theirs = Ratio(decimal: step.theirs.filter { $0 != "\"" }) else { return [] }
        left = left - (ours - theirs)
        hasSaid = hasSaid || !theirs.isZero
      }
    }
    return left.isZero && hasSaid ? found : []
  }

  /// Whether another way to round makes both sides the same.
  package var isRounding: Bool { if case .removed = rounding { true } else { false } }

  /// Whether both sides price it.
  package var isPricedByBoth: Bool { ours == .priced && theirs == .priced }

  /// Whether both sides price it, and some money of theirs is not ours: the totals may be the same
  /// where one mistake takes what another one adds.
  package var movesMoney: Bool {
    guard isPricedByBoth, isOfMoney else { return false }
    if let amount { return !amount.isZero }
    return Ratio(decimal: ourTotal) != nil && !theirTotal.isEmpty
  }
}
