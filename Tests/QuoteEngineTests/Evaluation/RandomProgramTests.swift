import Foundation
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteLint
@testable import QuoteSyntax

/// The two evaluators held against each other under rules that nobody wrote.
///
/// Some programs in each run, others with `QUOTE_PROGRAMS=10000` (and
/// `QUOTE_FIRST_PROGRAM`, the first seed). A failure names its seed; the rules
/// of a seed are printed with `QUOTE_SHOW_PROGRAM=SEED`, cut down to what is
/// needed where the two disagree, and rules of a file are held with
/// `QUOTE_PROGRAM_FILE=PATH`.
@Suite struct RandomProgramTests {
  static let environment = ProcessInfo.processInfo.environment
  static let first = environment["QUOTE_FIRST_PROGRAM"].flatMap { UInt64($0) } ?? 1
  static let count = environment["QUOTE_PROGRAMS"].flatMap { UInt64($0) } ?? 120
  static let lanes: UInt64 = 8

  /// What the compiler may rightly say of rules whose ranges nobody watched, and of tables
  /// that are looked up in their own cells.
  static let refusals: Set<String> = [
    "may-overflow", "endless-number", "circular", "steps-run-away",
    "groups-or-all",
  ]

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
    let result = await withTaskGroup(of: Tally.self) { group in
      for lane in 0..<Self.lanes {
        group.addTask {
          var own = Tally()
          for seed in stride(from: Self.first + lane, to: Self.first + Self.count, by: 8) {
            Self.run(seed, &own)
          }
          return own
        }
      }
      var all = Tally()
      for await part in group { all.add(part) }
      return all
    }
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
    guard let pricer = compiled(rules.text, recording: seed % 4 == 0, ids: { ids in
      for id in ids { tally.refused[id, default: []].append(seed) }
    }) else { return }
    do {
      let found = try Agreement(pricer: pricer, seed: seed, bookings: 12).differences()
      if !found.isEmpty {
        Issue.record("program \(seed):\n\(found.prefix(3).joined(separator: "\n"))")
      }
      tally.agreed += 1
    } catch {
      Issue.record("program \(seed): \(error)")
    }
  }

  /// Nil where the rules are refused, as `ids` is told.
  static func compiled(
    _ text: String, recording: Bool = false, ids: (Set<String>) -> Void
  ) -> Pricer? {
    do throws(RulesFailure) {
      return try Pricer(
        rulesAt: "rules.yaml", loader: .memory(["rules.yaml": text]), recording: recording)
    } catch {
      if case .rejected(let rejected) = error {
        ids(Set(rejected.diagnostics.filter { $0.severity == .error }.map(\.id)))
      }
      return nil
    }
  }

  @Test(.enabled(if: environment["QUOTE_SHOW_PROGRAM"] != nil))
  func showsAProgram() {
    let seed = Self.environment["QUOTE_SHOW_PROGRAM"].flatMap { UInt64($0) } ?? 1
    let text = RandomRules(seed: seed).text
    print(text)
    _ = Self.compiled(text) { print("refused as \($0.sorted())") }
    guard Self.differs(text, seed) else { return }
    print("the two disagree, and under less:\n")
    print(ReducedRules(text) { Self.differs($0, seed) }.text)
  }

  private static func differs(_ text: String, _ seed: UInt64) -> Bool {
    guard let pricer = compiled(text, recording: seed % 4 == 0, ids: { _ in }) else { return false }
    let found = try? Agreement(pricer: pricer, seed: seed, bookings: 12).differences()
    return found?.isEmpty == false
  }

  @Test func rulesAreReducedToWhatMatters() {
    let reduced = ReducedRules("a:\n  b: 1\n  c:\n    d: 2\ne: 3\n") { $0.contains("c:") }
    #expect(reduced.text == "a:\n  c:\n")
  }

  @Test(.enabled(if: environment["QUOTE_PROGRAM_FILE"] != nil))
  func rulesOfAFile() throws {
    let path = Self.environment["QUOTE_PROGRAM_FILE"] ?? ""
    let text = try Repository.text(of: URL(fileURLWithPath: path))
    let pricer = try #require(
      Self.compiled(text, recording: Self.environment["QUOTE_RECORDING"] != nil) { ids in
        print("refused as \(ids.sorted())")
      })
    let found = try Agreement(pricer: pricer, seed: Self.first, bookings: 12).differences()
    #expect(found.isEmpty, "\(found.prefix(6).joined(separator: "\n"))")
  }

  @Test func aSeedIsAProgram() {
    #expect(RandomRules(seed: 7).text == RandomRules(seed: 7).text)
    #expect(RandomRules(seed: 7).text != RandomRules(seed: 8).text)
  }
}
