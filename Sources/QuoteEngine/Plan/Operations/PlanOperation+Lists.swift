import QuoteLanguage
package import QuoteSyntax

extension PlanOperation {
  /// Which elements a list has.
  package enum Lists: Hashable, Sendable {
    /// Counts the elements as sent below kept parents: grain `sent` of this list
    /// exists from here on, and grain `list` too where nothing is left out.
    case open(list: ListID)
    /// Marks which elements as sent stay; grain `list` exists from here on.
    case keep(list: ListID, Register)
    /// Makes the elements of a list from two bounds of the parent's grain; a
    /// parent whose bounds are not given has none. The target is a flag at the
    /// parent: more elements than the bound allows.
    case make(
      list: ListID, lower: PlanValue, lowerIsIncluded: Bool, upper: PlanValue,
      upperIsIncluded: Bool, atMost: Int)
    /// Makes groups of a list's elements that have the same keys (cells of the list's grain), and
    /// their members below them. The target is a flag at the groups' parent: no.
    case group(list: ListID, keys: [Register])
    /// Begins to take the elements of a turn's list in order: it is the turn of the first ones.
    /// The target is what is carried from one to the next, for each parent; now what it starts
    /// from. Instructions from here to the turn's `next` run once for each turn.
    case first(turn: Int, start: PlanValue)
    /// Carries on what an element made, and makes it the turn of the next ones.
    case next(turn: Int, carried: PlanValue, made: PlanValue)

    func forEachSource(_ body: (Register) -> Void) {
      switch self {
      case .open: break
      case .keep(_, let a): body(a)
      case .make(_, let lower, _, let upper, _, _):
        lower.forEachRegister(body)
        upper.forEachRegister(body)
      case .group(_, let keys): keys.forEach(body)
      case .first(_, let start): start.forEachRegister(body)
      case .next(_, let carried, let made):
        carried.forEachRegister(body)
        made.forEachRegister(body)
      }
    }
  }

  /// Cells as they are, at another grain or under another name.
  package enum Moves: Hashable, Sendable {
    /// Cells of elements as sent, those that stay.
    case kept(Register, list: ListID)
    /// Each parent's cell for all its elements; the target's grain is of `list`.
    case repeated(Register, list: ListID)
    /// A constant for every cell of the grain.
    case spread(Register)
    /// The same cells under another quantum or type; costs nothing.
    case renamed(Register)
    /// Takes the cells of the elements whose turn it is from those of a list.
    case taken(Register, turn: Int)
    /// Takes for the elements whose turn it is the cells of their parents.
    case takenAbove(Register, turn: Int)
    /// Cells of the elements whose turn it is, put down among those of the whole list.
    case settled(Register, turn: Int)

    var source: Register {
      switch self {
      case .kept(let a, _), .repeated(let a, _), .spread(let a), .renamed(let a),
        .taken(let a, _), .takenAbove(let a, _), .settled(let a, _):
        a
      }
    }
  }

  /// Up one list: over the elements of `list`, for each parent; elements where `counted` is
  /// 0 are left out.
  package enum Aggregates: Hashable, Sendable {
    /// The sum from zero, in list order.
    case sum(Register, list: ListID, counted: Register?)
    case count(list: ListID, counted: Register?)
    /// The first operand plus all elements, added one by one in list order.
    case accumulate(Register, Register, list: ListID)
    /// The running value below each element: the first operand (parent) plus the elements up to and
    /// with this one.
    case running(Register, Register, list: ListID)
    /// `given` where there is an element that counts.
    case leastOf(Register, list: ListID, counted: Register?)
    case greatestOf(Register, list: ListID, counted: Register?)
    case firstOf(Register, list: ListID, counted: Register?)
    case lastOf(Register, list: ListID, counted: Register?)
    /// Flags: of any (all) elements.
    case anyOf(Register, list: ListID)
    case allOf(Register, list: ListID)
    /// The sum of earlier elements of the same parent; see `PriceExpression.sumBefore`.
    case sumBefore(PlanValue, key: PlanValue?, list: ListID)
    /// The value of the element beside, among those that count; see
    /// `PriceExpression.neighbour`. `given` where there is one, and its value is.
    case neighbour(PlanValue, key: PlanValue?, counted: Register?, list: ListID, isAfter: Bool)
    /// Shares of the parent's amount: exact ones in minor units, as the amount is; of doubles
    /// so many minor units are one.
    case split(Register, weight: Register, list: ListID, units: Int128)
    /// Lists of texts of all elements, in order, up to the parent.
    case textsUp(Register, list: ListID, counted: Register?)

    func forEachSource(_ body: (Register) -> Void) {
      switch self {
      case .anyOf(let a, _), .allOf(let a, _): body(a)
      case .accumulate(let a, let b, _), .running(let a, let b, _), .split(let a, let b, _, _):
        body(a)
        body(b)
      case .sum(let a, _, let counted), .leastOf(let a, _, let counted),
        .greatestOf(let a, _, let counted), .firstOf(let a, _, let counted),
        .lastOf(let a, _, let counted), .textsUp(let a, _, let counted):
        body(a)
        if let counted { body(counted) }
      case .count(_, let counted):
        if let counted { body(counted) }
      case .sumBefore(let a, let key, _):
        a.forEachRegister(body)
        key?.forEachRegister(body)
      case .neighbour(let a, let key, let counted, _, _):
        a.forEachRegister(body)
        key?.forEachRegister(body)
        if let counted { body(counted) }
      }
    }
  }
}
