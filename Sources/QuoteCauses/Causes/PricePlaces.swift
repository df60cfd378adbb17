import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Where values stand in the course of a price.
///
/// The registers of a plan tell which formulas are one: equal operations on equal values share
/// a register, whatever names lie between.
struct PricePlaces {
  /// The lines in the order of the waterfall, members before their group.
  let lines: [ModelLine]
  private let plan: PricePlan
  private let ranks: [Int: Int]
  /// The first line that is made of what a register holds.
  private let first: [Register: Int]

  struct Place: Hashable, Comparable {
    enum Side: Int { case before, itself, behind }

    /// Which line of the order; their count: behind the total.
    var rank: Int
    var side: Side

    static func < (a: Place, b: Place) -> Bool {
      (a.rank, a.side.rawValue) < (b.rank, b.side.rawValue)
    }
  }

  init(of plan: PricePlan) {
    self.plan = plan
    lines = plan.model.waterfall.flatMap(Self.membersAndSelf)
    ranks = Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($1.id, $0) })
    var uses = FirstUses(plan)
    for (rank, line) in lines.enumerated() { uses.visit(line, rank) }
    first = uses.first
  }

  /// A group comes about after its members.
  private static func membersAndSelf(_ line: ModelLine) -> [ModelLine] {
    guard case .members(let members, _) = line.effect else { return [line] }
    return members.flatMap(membersAndSelf) + [line]
  }

  /// Whether it says lines again, and nothing else; not the total.
  func isOfLines(_ formula: PriceExpression) -> Bool {
    formula.type == .quantity(.money) && !formula.restatesTotal(in: plan.model)
      && formula.restatedLines(in: plan.model) != nil
  }

  /// Whether what says lines again does so with a figure of its own, `round(parcel * 30%)`.
  func hasOwnFigure(_ formula: PriceExpression) -> Bool { formula.hasOwnFigure(in: plan.model) }

  func place(of formula: PriceExpression) -> Place {
    if formula.restatesTotal(in: plan.model) {
      return Place(rank: lines.count, side: formula.isTotal ? .itself : .behind)
    }
    if let restated = formula.restatedLines(in: plan.model) {
      // It stands behind the last of them.
      let rank = restated.compactMap { ranks[$0] }.max() ?? lines.count
      return Place(rank: rank, side: .behind)
    }
    var said: PriceExpression? = formula
    // What is made of an input is not what lines are made of.
    while let expression = said, expression === formula || !expression.isInput {
      if let register = plan.register(of: expression), let rank = first[register] {
        return Place(rank: rank, side: .before)
      }
      said = expression.restated(in: plan.model)
    }
    return Place(rank: lines.count, side: .behind)
  }

  /// For each of some values, which of the others it is made of.
  func parts(among formulas: [PriceExpression?]) -> [[Int]] {
    var holding: [Register: [Int]] = [:]
    for (index, formula) in formulas.enumerated() {
      guard let register = formula.flatMap({ plan.register(of: $0) }) else { continue }
      holding[register, default: []].append(index)
    }
    return formulas.map { formula in
      guard let formula, !holding.isEmpty else { return [] }
      let own = plan.register(of: formula)
      var uses = FirstUses(plan)
      uses.visit(formula, 0)
      let others = uses.first.keys.filter { $0 != own }
      return others.flatMap { holding[$0] ?? [] }.filter { formulas[$0] !== formula }
    }
  }
}

/// The first line that is made of a value.
private struct FirstUses {
  /// By the register that holds it: the rank of the line.
  private(set) var first: [Register: Int] = [:]
  private let plan: PricePlan
  private var visited: Set<ObjectIdentifier> = []

  init(_ plan: PricePlan) { self.plan = plan }

  mutating func visit(_ line: ModelLine, _ rank: Int) {
    for formula in line.formulas { visit(formula, rank) }
  }

  mutating func visit(_ expression: PriceExpression, _ rank: Int) {
    guard visited.insert(ObjectIdentifier(expression)).inserted else { return }
    if let register = plan.register(of: expression), first[register] == nil {
      first[register] = rank
    }
    if case .reference(.letValue(let index)) = expression.operation {
      visit(plan.model.lets[index].value, rank)
    }
    for part in expression.parts { visit(part, rank) }
  }
}

extension PricePlan {
  /// Where what an expression comes to is held; nil of constants, which are one whatever they
  /// stand for, and of what is not computed.
  func register(of expression: PriceExpression) -> Register? {
    guard let register = trace.expressions[ObjectIdentifier(expression)]?.cells,
      self[register].grain != .constant
    else { return nil }
    return register
  }
}
