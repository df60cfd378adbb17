package import QuoteLanguage
package import QuoteSyntax

/// Something that a profiling run counts in every block, beside pricing it.
package struct PlanTap: Sendable {
  package enum Kind: Sendable {
    /// One count: the cells that count.
    case times
    /// Two counts: the cells that count, and those whose amount is not zero.
    /// One sum: their amounts.
    case amount(Register)
    /// The cells that count, those for which no row holds, then how often each
    /// row does, in the order in which the plan tries them.
    case rows(Register, count: Int)
    /// No counts; a sum for each row: the amounts of a line in whose formula the
    /// row took part. `list` is the grain of the amounts, that of the tap or coarser.
    case rowAmounts(Register, count: Int, amount: Register, list: ListID)
  }

  package var subject: ProfileSubject
  package var kind: Kind
  /// Flags of the tap's grain: a cell counts where its booking was quoted.
  package var used: Register?
  /// A cell counts where its booking was quoted or declined.
  package var early: Register?
  package var grain: PlanGrain
  /// Where its counts and sums begin among all of the plan's.
  package var firstCount = 0
  package var firstSum = 0

  package init(
    _ subject: ProfileSubject, _ kind: Kind, used: Register?, early: Register? = nil,
    grain: PlanGrain
  ) {
    self.subject = subject
    self.kind = kind
    self.used = used
    self.early = early
    self.grain = grain
  }

  var countWidth: Int {
    switch kind {
    case .times: 1
    case .amount: 2
    case .rows(_, let count): count + 2
    case .rowAmounts: 0
    }
  }

  var sumWidth: Int {
    switch kind {
    case .times, .rows: 0
    case .amount: 1
    case .rowAmounts(_, let count, _, _): count
    }
  }

  var registers: [Register] {
    var all = [used, early].compactMap { $0 }
    switch kind {
    case .times: break
    case .amount(let amount): all.append(amount)
    case .rows(let rows, _): all.append(rows)
    case .rowAmounts(let rows, _, let amount, _): all += [rows, amount]
    }
    return all
  }
}

/// What in the rules a tap is about. Tables, rows, lines by their place in the model.
package enum ProfileSubject: Hashable, Sendable {
  /// The sum of all quotes.
  case total
  /// A line by its id, where it applies.
  case line(Int)
  /// Where it was asked whether the line applies.
  case lineAsked(Int)
  /// A table of the plan, row by row.
  case rows(planTable: PlanTableID)
  /// A graduated table, where it was asked for a price.
  case graduated(table: TableID)
  case bracket(table: TableID, row: Int)
  /// One of the profile's choices: where it was come to, and where it held.
  case choiceAsked(Int)
  case choiceHeld(Int)
}

/// A place where the rules go one way or the other.
package struct ProfileChoice: Sendable {
  package enum Kind: String, Hashable, Sendable {
    /// `if`: holds where the condition does.
    case condition = "if"
    /// `default`: holds where the first value was not given.
    case fallback = "default"
    /// `keep`: holds where an element stays.
    case keep
    /// An extra element of a list: holds where it is added.
    case extra
  }

  package var kind: Kind
  package var span: SourceSpan
}

/// What a profiling plan counts.
package struct PlanProfile: Sendable {
  package var taps: [PlanTap] = []
  package var choices: [ProfileChoice] = []
  var countWidth = 0
  var sumWidth = 0

  package mutating func add(_ tap: PlanTap) {
    var tap = tap
    tap.firstCount = countWidth
    tap.firstSum = sumWidth
    countWidth += tap.countWidth
    sumWidth += tap.sumWidth
    taps.append(tap)
  }
}
