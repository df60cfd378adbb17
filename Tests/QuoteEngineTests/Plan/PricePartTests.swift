import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSyntax

/// The walk from a value to its parts, held against the lowering that prices: whoever asks what
/// decided a value goes by `partsAndRoles`, `name` and `cells`, and nothing may be missing there.
@Suite struct PricePartTests {
  @Test(arguments: EvaluatorAgreementTests.files)
  func everyInputOfAValueIsReachedThroughItsParts(_ name: String) throws {
    let hold = PartsHold(try ProjectRules.pricer(name, recording: true).plan)
    #expect(hold.violations.isEmpty, "\(hold.violations.prefix(3).joined(separator: "\n"))")
  }

  @Test(arguments: 1..<120 as Range<UInt64>)
  func everyInputOfARandomValueIsReachedThroughItsParts(seed: UInt64) throws {
    let loader = FileLoader.memory(["rules.yaml": RandomRules(seed: seed).text])
    guard let rules = try? CompiledRules(rulesAt: "rules.yaml", loader: loader) else { return }
    let hold = PartsHold(PricePlan(lowering: rules.model, recording: true))
    #expect(hold.violations.isEmpty, "\(hold.violations.prefix(3).joined(separator: "\n"))")
  }

  /// A part that the walk would forget is one through which a value reaches inputs.
  @Test func aForgottenPartIsFound() throws {
    var hold = PartsHold(try ProjectRules.pricer("rules/tiers.yaml", recording: true).plan)
    hold.forgetsKeys = true
    #expect(!hold.violations.isEmpty)
  }
}

/// Cuts the registers of a plan at those of a value's parts: what is left of the way from the
/// value upwards must not come to an input.
struct PartsHold {
  let plan: PricePlan
  /// Leaves out the keys of tables, as a walk with a gap would.
  var forgetsKeys = false
  private var instructions: [Register: PlanInstruction] = [:]

  init(_ plan: PricePlan) {
    self.plan = plan
    for instruction in plan.prologue + plan.instructions {
      instructions[instruction.target] = instruction
      if let given = instruction.given { instructions[given] = instruction }
    }
  }

  var violations: [String] {
    var found: [String] = []
    plan.model.visitExpressions { expression in
      guard isMadeOfParts(expression), let value = registers(of: expression) else { return }
      let parts = cuts(below: expression)
      if let field = input(above: value.subtracting(parts), notThrough: parts) {
        let text = plan.model.sources.text(at: expression.span)
        found.append("`\(text)` reads `\(field)` through none of its parts")
      }
    }
    return found
  }

  /// References but to lets are what they name; sums that the waterfall carries are held in several
  /// steps. What is carried from turn to turn has its cells put together in the end, and not out of
  /// those of its parts.
  private func isMadeOfParts(_ expression: PriceExpression) -> Bool {
    if expression.usesPrices(in: plan.model) { return false }
    switch expression.operation {
    case .reference(.letValue): return true
    case .constant, .reference: return false
    case .apply, .and, .or, .isGiven, .defaulting, .conditional, .extreme, .aggregate, .sumBefore,
      .split, .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      return plan.turns.isEmpty
    }
  }

  private func registers(of expression: PriceExpression) -> Set<Register>? {
    plan.trace.expressions[ObjectIdentifier(expression)].map { Set($0.registers) }
  }

  /// The registers of all parts; of a part that no register holds, those of its own parts. What is
  /// computed in one go with the whole (sums and products inside it, branches that are rounded
  /// together) is looked through, so its parts count as well.
  private func cuts(below expression: PriceExpression) -> Set<Register> {
    var parts = expression.partsAndRoles.filter { !(forgetsKeys && $0.role == .key) }
      .map(\.expression)
    if let name = expression.name { parts.append(plan.model.lets[name].value) }
    if let (table, column) = expression.cells {
      let columns: [Int] =
        switch plan.model.tables[table].hit {
        // The ranks decide which row counts.
        case .max, .min: [0, column]
        case .unique, .first, .sum, .product, .graduated: [column]
        }
      for row in plan.model.tables[table].rows {
        parts += columns.compactMap { row.values[$0] }
      }
    }
    return parts.reduce(into: []) { cuts, part in
      let own = registers(of: part)
      if let own { cuts.formUnion(own) }
      if own == nil || part.isLookedThrough { cuts.formUnion(self.cuts(below: part)) }
    }
  }

  /// The first field that is read on the way up from some registers.
  private func input(above registers: Set<Register>, notThrough cuts: Set<Register>) -> String? {
    var open = Array(registers)
    var seen = cuts
    while let register = open.popLast() {
      guard seen.insert(register).inserted, let instruction = instructions[register] else {
        continue
      }
      if case .values(.field(let list, let field)) = instruction.operation {
        return plan.model.schema.lists[list].fields[field].name
      }
      open += instruction.operation.sources
    }
    return nil
  }
}

extension PriceExpression {
  fileprivate var isLookedThrough: Bool {
    switch operation {
    case .apply(.arithmetic, _), .apply(.converted, _), .apply(.negate, _), .apply(.round, _),
      .conditional, .defaulting, .extreme:
      true
    case .apply, .constant, .reference, .and, .or, .isGiven, .aggregate, .sumBefore, .split,
      .neighbour, .steps, .lookup, .isFound, .graduated, .texts:
      false
    }
  }
}
