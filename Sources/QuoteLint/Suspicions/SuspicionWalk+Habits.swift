import QuoteLanguage
import QuoteSyntax

/// Amounts that a booking makes fall where they were meant to stay, or rise where they were meant
/// to fall.
extension SuspicionWalk {
  // MARK: Lines named for less

  private static let less: Set<String> = [
    "discount", "discounts", "rebate", "rebates", "reduction", "markdown", "rabatt", "nachlass",
    "skonto", "remise", "sconto", "descuento", "korting",
  ]
  /// Words that make something else of it: the end of a discount, one that is taken back.
  private static let notLess: Set<String> = [
    "before", "without", "after", "lost", "no", "not", "of", "undo", "undone", "expired", "end",
    "ended", "correction", "reversal", "reverse", "reversed", "revoked", "withdrawn", "cancelled",
    "canceled", "missed", "missing", "refused", "forfeited", "back", "return", "returned", "repaid",
    "recovered", "clawback", "against", "minus", "gift", "sold", "bought", "purchase", "issued",
  ]
  /// Words for what is given back, which may also be all that rules price.
  private static let givenBack: Set<String> = ["voucher", "credit", "refund"]

  /// `deposit_returned`, `days_refunded`, `toll_paid_back`, from the last word on.
  /// What is held for a while and given back.
  private static let held: Set<String> = ["deposit", "bond", "advance", "retainer", "prepayment"]
  private static let actsOfGivingBack = [["returned"], ["refunded"], ["back", "paid"]]

  private static let amounts: Set<String> = [
    "line", "amount", "total", "sum", "value", "betrag", "summe",
  ]

  /// What is taken `off` on its account: `roll_off` and `drop_off` are something else.
  private static let reasonsForOff: Set<String> = [
    "percent", "pct", "money", "amount", "price", "club", "member", "members", "membership",
    "code", "voucher", "loyalty", "volume", "bulk", "student", "senior", "staff", "friend",
    "friends", "referral", "cash", "prepaid", "multi",
  ]

  /// What is added to a price.
  private static let more: Set<String> = [
    "surcharge", "surcharges", "supplement", "fee", "fees", "charge", "charges", "tax",
    "vat", "tip", "toll", "tolls", "extra", "extras", "levy", "zuschlag", "aufschlag", "gebühr",
    "mwst", "steuer", "supplément", "recargo", "toeslag",
  ]
  /// Words that make something else of it: what is given back, and what somebody keeps of a price
  /// before it is paid out.
  private static let notMore: Set<String> = notLess.union(less).union(givenBack).union([
    "waiver", "free", "off", "less", "relief", "exempt", "exemption", "prepaid",
    "paid", "included", "deducted", "deduction", "withholding", "withheld", "platform",
    "commission", "processing", "payment", "agency", "franchise", "our", "management", "host",
    "transaction", "success", "listing", "income", "saved", "saving", "savings", "adjustment",
    "allowance", "input", "reclaimed", "remove", "removed", "excl", "export",
  ])
  /// What is paid out begins with one of these, and what is kept of it is taken off.
  private static let paidOut: Set<String> = [
    "payout", "earnings", "gross", "rent", "wage", "salary", "revenue", "proceeds",
  ]

  /// Whether a line that is called a surcharge only ever takes money off.
  private func takesOffForMore(_ line: ModelLine, _ amount: PriceExpression) -> Bool {
    guard Self.takesOff(line, amount) else { return false }
    let first = model.allLines.first { $0.kind == .line }
    let isPaidOut = first.map { !Self.paidOut.isDisjoint(with: Self.words(of: $0.name)) } ?? false
    // Who keeps two fees of a price pays it out.
    return !isPaidOut
      && model.allLines.count { other in
        if case .amount(let amount) = other.effect { Self.takesOff(other, amount) } else { false }
      } == 1
  }

  private static func takesOff(_ line: ModelLine, _ amount: PriceExpression) -> Bool {
    let words = words(of: line.name)
    return line.steps == nil && !line.paysOut && amount.range.upper <= 0 && amount.range.lower < 0
      && more.contains(words.last ?? "") && notMore.isDisjoint(with: words)
  }

  private func addsForLess(_ line: ModelLine) -> Bool {
    guard case .amount(let amount) = line.effect, line.steps == nil, amount.range.lower >= 0,
      amount.range.upper > 0
    else { return false }
    return Self.isForLess(line.name) || givesBack(line, amount)
  }

  /// Whether a line with others above it is called a voucher, or one that takes a part of them is
  /// for early birds, who may also have a price of their own.
  private func givesBack(_ line: ModelLine, _ amount: PriceExpression) -> Bool {
    let words = Self.words(of: line.name)
    // There are many lines, and few with such a name.
    var isFirst: Bool { model.allLines.first { $0.kind == .line }?.id == line.id }
    if let act = Self.actsOfGivingBack.first(where: words.reversed().starts) {
      // Who gives a discount back asks for it, and for what comes back there may be a fee.
      let what = words.dropLast(act.count)
      return !isFirst && (act != ["returned"] || !Self.held.isDisjoint(with: what))
        && Self.less.union(Self.givenBack).union(Self.notLess).isDisjoint(with: what)
    }
    guard let last = words.last, Self.notLess.isDisjoint(with: words) else { return false }
    return Self.givenBack.contains(last) && !isFirst
      || words.suffix(2) == ["early", "bird"] && names.usesPrices(amount)
  }

  /// The words of a name; how much of it there is says no more: `discount_amount` is the discount.
  private static func words(of name: String) -> [String] {
    let words = name.lowercased().split(separator: "_").map(String.init)
      .filter { !$0.allSatisfy(\.isNumber) }
    return words.count > 1 && amounts.contains(words[words.count - 1])
      ? words.dropLast() : words
  }

  private static func isForLess(_ name: String) -> Bool {
    let said = words(of: name)
    guard let last = said.last else { return false }
    let takesOff =
      last == "off" && said.count > 1 && reasonsForOff.contains(said[said.count - 2])
    return (less.contains(last) || takesOff) && notLess.isDisjoint(with: said)
  }

  /// A line that is called a discount and adds money, or a surcharge and takes some off.
  mutating func judgeName(of line: ModelLine) {
    guard case .amount(let amount) = line.effect else { return }
    let value = PriceExpression(
      .reference(.lineAmount(line.id)), type: .quantity(.money), grain: line.grain,
      isOptional: false, range: amount.range, quantum: amount.quantum, span: amount.span)
    let inputs = model.inputs(of: amount) + (line.when.map(model.inputs) ?? [])
    if takesOffForMore(line, amount) {
      let formula = model.sources.text(at: amount.span).trimmedOfSpaces
      return note(
        value.compared(.less, with: value.zero, for: value.grain),
        .namedForMore(line, formula, at: amount.span), inputs)
    }
    let adds = addsForLess(line)
    let figure = adds ? nil : figureForLess(line, amount)
    guard figure != nil || adds else { return }
    let formula = model.sources.text(at: amount.span).trimmedOfSpaces
    // A figure in brackets is told of by itself.
    if case .constant = amount.operation, formula.hasPrefix("(") { return }
    note(
      value.compared(.greater, with: value.zero, for: value.grain),
      figure.map { .figureForLess(line, $0, formula, at: amount.span) }
        ?? .namedForLess(line, formula, at: amount.span),
      inputs)
  }

  /// The factor of an amount that is named for less, where the amount adds money.
  private func figureForLess(_ line: ModelLine, _ amount: PriceExpression) -> String? {
    let words = line.name.lowercased().split(separator: "_").map(String.init)
    guard line.steps == nil, amount.range.lower >= 0, amount.range.upper > 0,
      Self.notLess.isDisjoint(with: words)
    else { return nil }
    return factors(of: amount).lazy.compactMap { factor -> String? in
      let name = model.sources.text(at: factor.span).trimmedOfSpaces
      guard factor.type.isPlainNumber, factor.range.lower >= 0,
        name.wholeMatch(of: kept(/[\w.]+/)) != nil,
        Self.isForLess(name.split(separator: ".").last.map(String.init) ?? name)
      else { return nil }
      return name
    }.first
  }

  private func factors(of value: PriceExpression) -> [PriceExpression] {
    switch value.operation {
    case .apply(.arithmetic(.multiply), let sides):
      return factors(of: sides[0]) + factors(of: sides[1])
    case .apply(.round, let parts), .apply(.converted, let parts): return factors(of: parts[0])
    case _: return [value]
    }
  }

  // MARK: Counts below zero

  /// A price times what is left of a number after some are taken off, `$2 * (n - 5)`: below
  /// five the line pays money out.
  mutating func judge(product value: PriceExpression) {
    guard !isFloored, case .quantity(let type) = value.type, type.numerator == .money,
      case .apply(.arithmetic(.multiply), let sides) = value.operation
    else { return }
    for (price, factor) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      guard case .quantity(let type) = price.type, type.numerator == .money,
        price.range.lower >= 0, factor.range.lower < 0, factor.range.upper > 0,
        case .apply(.arithmetic(.subtract), let terms) = names.resolved(factor).operation,
        terms[0].range.lower >= 0, isFreeOfCharge(terms[1], of: terms[0], factor)
      else { continue }
      note(
        factor.compared(.less, with: factor.zero, for: factor.grain).holdsSurely,
        .countBelowZero(
          model.sources.text(at: factor.span).trimmedOfSpaces,
          zero: ExampleText.value(0, of: factor), at: factor.span),
        model.inputs(of: factor))
      return
    }
  }

  /// Whether what is taken off a number is a part of it that costs nothing.
  private func isFreeOfCharge(
    _ part: PriceExpression, of whole: PriceExpression, _ rest: PriceExpression
  ) -> Bool {
    let part = names.resolved(part)
    switch part.operation {
    case .constant(.quantity(let figure)):
      // A number with decimals may be a price or an index that goes both ways.
      return figure > 0
        && (!rest.type.isPlainNumber || rest.quantum.isWhole
          || isFreePart(figure, of: whole.range))
    case .reference(.field(let list, let field)):
      let words = model.schema.lists[list].fields[field].name.lowercased().split(separator: "_")
      return part.range.lower >= 0 && part.range.upper > 0
        && !Self.free.isDisjoint(with: words.map(String.init))
    case _: return false
    }
  }

  /// Words for a number of something that costs nothing; what was returned or sold is another.
  private static let free: Set<String> = [
    "included", "free", "allowance", "allowed", "inclusive", "prepaid", "quota", "bundled",
    "contingent", "inklusive", "frei",
  ]

  /// Whether a figure that is taken off is a small number of whole kilometres or hours, as far as
  /// is plain: 1 is what a rate is held against, 100 an index, and one further up in the range is
  /// what others are measured by.
  private func isFreePart(_ figure: Ratio, of range: Interval) -> Bool {
    figure.isWhole && figure > 1 && figure != 100 && range.lower.isZero && figure * 4 <= range.upper
  }

  // MARK: Years between dates the wrong way round

  /// `years(a, b)` where b lies before a: a number below zero, which is less than any other.
  mutating func judge(yearsBetween value: PriceExpression) {
    guard !isFloored, value.range.lower < 0, value.range.upper > 0,
      case .apply(.date(let function), let dates) = value.operation,
      function == .years || function == .months
    else { return }
    let (first, second) = (dates[0], dates[1])
    func text(_ value: PriceExpression) -> String {
      model.sources.text(at: value.span).trimmedOfSpaces
    }
    note(
      second.compared(.less, with: first, for: value.grain).holdsSurely,
      .yearsBelowZero(
        text(value), text(first), text(second),
        each: value.grain == .booking ? nil : model.lists[value.grain.list].name, at: value.span),
      model.inputs(of: value))
  }

  // MARK: What equals nothing

  /// `n = 0` of an input that may be not given: an empty cell is not 0.
  mutating func judgeEmpty(in condition: PriceExpression) {
    guard condition.isOptional, !isSettled else { return }
    for part in parts(of: condition) {
      guard case .apply(.compare(.equal), let sides) = part.operation else { continue }
      for (value, nothing) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        guard value.isOptional, case .reference(.field) = names.resolved(value).operation,
          isNothing(nothing),
          !parts(of: condition).contains(where: { asksWhether($0, names.resolved(value)) })
        else { continue }
        let written = model.sources.text(at: value.span).trimmedOfSpaces
        note(
          value.isNotGiven,
          .emptyEquals(
            written, model.sources.text(at: nothing.span).trimmedOfSpaces, at: part.span),
          model.inputs(of: value))
      }
    }
  }

  private func parts(of condition: PriceExpression) -> [PriceExpression] {
    switch condition.operation {
    case .and(let a, let b), .or(let a, let b): parts(of: a) + parts(of: b)
    case .constant, .reference, .apply, .isGiven, .defaulting, .conditional, .extreme, .aggregate,
      .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      [condition]
    }
  }

  private func asksWhether(_ part: PriceExpression, _ value: PriceExpression) -> Bool {
    guard case .isGiven(let asked) = part.operation else { return false }
    return names.areSame(asked, value)
  }

  private func isNothing(_ value: PriceExpression) -> Bool {
    switch value.operation {
    case .constant(.quantity(let figure)): figure.isZero
    case .constant(.text(let text)): text.isEmpty
    case .constant(.flag(let flag)): !flag
    case .constant, .reference, .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme,
      .aggregate, .sumBefore, .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      false
    }
  }
}

extension PriceExpression {
  /// A constant of its kind that is 0.
  var zero: PriceExpression {
    PriceExpression(
      .constant(.quantity(0)), type: type, units: units, grain: .booking, isOptional: false,
      range: Interval(point: 0), quantum: quantum, span: span)
  }

  /// A comparison for each element of the finer of both grains, which the caller knows.
  func compared(
    _ comparison: Comparison, with other: PriceExpression, for grain: Grain
  ) -> PriceExpression {
    PriceExpression(
      .apply(.compare(comparison), [self, other]), type: .flag, grain: grain,
      isOptional: isOptional || other.isOptional, span: span)
  }
}
