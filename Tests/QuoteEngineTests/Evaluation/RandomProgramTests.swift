import Foundation
import Synchronization
import TestKit
import Testing

@testable import QuoteEngine

/// The two evaluators held against each other under rules that nobody wrote.
///
/// Some programs in each run, others with `QUOTE_PROGRAMS=10000` (and
/// `QUOTE_FIRST_PROGRAM`, the first seed). A failure names its seed; the rules
/// of a seed are printed with `QUOTE_SHOW_PROGRAM=SEED`.
@Suite struct RandomProgramTests {
  static let environment = ProcessInfo.processInfo.environment
  static let first = environment["QUOTE_FIRST_PROGRAM"].flatMap { UInt64($0) } ?? 1
  static let count = environment["QUOTE_PROGRAMS"].flatMap { UInt64($0) } ?? 120
  static let lanes: UInt64 = 8

  /// What the compiler may rightly say of rules whose ranges nobody watched.
  static let refusals: Set<String> = []

  /// What became of the programs of a run.
  struct Tally {
    var agreed = 0
    var refused: [String: [UInt64]] = [:]

    mutating func add(_ other: Tally) {
      agreed += other.agreed
      refused.merge(other.refused) { $0 + $1 }
    }
  }

  @Test func bothEvaluatorsAgree() async {
    let tally = Mutex(Tally())
    await withTaskGroup(of: Void.self) { group in
      for lane in 0..<Self.lanes {
        group.addTask {
          var own = Tally()
          for seed in stride(from: Self.first + lane, to: Self.first + Self.count, by: 8) {
            Self.run(seed, &own)
          }
          tally.withLock { $0.add(own) }
        }
      }
    }
    let result = tally.withLock { $0 }
    for (id, seeds) in result.refused.sorted(by: { $0.key < $1.key })
    where !Self.refusals.contains(id) {
      Issue.record("refused as \(id): seeds \(seeds.sorted().prefix(12))")
    }
    let refused = Int(Self.count) - result.agreed
    #expect(refused * 4 < Int(Self.count), "\(refused) of \(Self.count) were refused")
    if Self.count > 1000 {
      print("\(result.agreed) of \(Self.count) programs priced alike, \(refused) refused:")
      for (id, seeds) in result.refused.sorted(by: { $0.value.count > $1.value.count }) {
        print("  \(seeds.count) \(id)")
      }
    }
  }

  /// One program, compiled with and without recording.
  private static func run(_ seed: UInt64, _ tally: inout Tally) {
    let rules = RandomRules(seed: seed)
    let loader = FileLoader.memory(["rules.yaml": rules.text])
    do {
      let pricer = try Pricer(rulesAt: "rules.yaml", loader: loader, recording: seed % 4 == 0)
      let found = try Agreement(pricer: pricer, seed: seed, bookings: 12).differences()
      if !found.isEmpty {
        Issue.record("program \(seed):\n\(found.prefix(3).joined(separator: "\n"))")
      }
      tally.agreed += 1
    } catch RulesFailure.rejected(let rejected) {
      let errors = rejected.diagnostics.filter { $0.severity == .error }
      for id in Set(errors.map(\.id)) { tally.refused[id, default: []].append(seed) }
    } catch {
      Issue.record("program \(seed): \(error)")
    }
  }

  @Test(.enabled(if: environment["QUOTE_SHOW_PROGRAM"] != nil))
  func showsAProgram() throws {
    let seed = Self.environment["QUOTE_SHOW_PROGRAM"].flatMap { UInt64($0) } ?? 1
    let text = RandomRules(seed: seed).text
    print(text)
    do {
      _ = try Pricer(rulesAt: "rules.yaml", loader: .memory(["rules.yaml": text]))
    } catch RulesFailure.rejected(let rejected) {
      print(
        DiagnosticRenderer().render(
          rejected.diagnostics, sources: rejected.sources, style: .plain))
    }
  }

  @Test func aSeedIsAProgram() {
    #expect(RandomRules(seed: 7).text == RandomRules(seed: 7).text)
    #expect(RandomRules(seed: 7).text != RandomRules(seed: 8).text)
  }
}
