import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What every model and every plan promises, whatever the rules say.
@Suite struct InvariantTests {
  @Test(arguments: EvaluatorAgreementTests.files)
  func hold(_ name: String) throws {
    for recording in [false, true] {
      let pricer = try ProjectRules.pricer(name, recording: recording)
      #expect(pricer.model.violations().isEmpty, "\(pricer.model.violations().prefix(3))")
      #expect(pricer.plan.violations.isEmpty, "\(pricer.plan.violations.prefix(3))")
    }
  }

  @Test(arguments: 1..<80 as Range<UInt64>)
  func holdForRandomRules(seed: UInt64) throws {
    let loader = FileLoader.memory(["rules.yaml": RandomRules(seed: seed).text])
    guard let pricer = try? Pricer(rulesAt: "rules.yaml", loader: loader) else { return }
    #expect(pricer.model.violations().isEmpty, "\(pricer.model.violations().prefix(3))")
    #expect(pricer.plan.violations.isEmpty, "\(pricer.plan.violations.prefix(3))")
  }

  @Test func aPlanWithoutItsFirstInstructionIsFound() throws {
    var plan = try ProjectRules.pricer("rules/tiers.yaml").plan
    plan.instructions.removeFirst()
    #expect(!plan.violations.isEmpty)
  }
}

extension PricePlan {
  /// In words: what is read before it is filled, and what mixes grains.
  var violations: [String] {
    var found: [String] = []
    var filled: Set<Register> = []
    func check(_ instruction: PlanInstruction, isOnce: Bool) {
      let target = instruction.target
      for source in instruction.operation.sources {
        if !filled.contains(source) { found.append("r\(target) reads r\(source) too early") }
        let grain = self[source].grain
        if isOnce, grain != .constant { found.append("r\(target) is once, r\(source) is not") }
        if instruction.operation.staysInItsGrain, grain != .constant, grain != instruction.grain {
          found.append("r\(target) of \(instruction.grain) reads r\(source) of \(grain)")
        }
      }
      if filled.contains(target) { found.append("r\(target) is filled twice") }
      filled.insert(target)
      if let given = instruction.given { filled.insert(given) }
    }
    for instruction in prologue { check(instruction, isOnce: true) }
    for instruction in instructions { check(instruction, isOnce: false) }
    let read = results.flatMap(\.registers) + faults.map(\.holds) + declines.map(\.holds)
    for register in read where !filled.contains(register) {
      found.append("a result reads r\(register), which nothing fills")
    }
    return found
  }
}

extension PlanOperation {
  /// Cell by cell: what it reads is of its own grain, or constant.
  var staysInItsGrain: Bool {
    switch self {
    case .numbers, .flags, .tables, .texts, .dates, .places: true
    case .values, .lists, .moves, .aggregates: false
    }
  }
}
