import Foundation

/// Tests at random that are short in every run, and long where asked for:
/// `LONG_RUNS=1 swift test --filter …`.
package enum LongRun {
  package static let isAsked = ProcessInfo.processInfo.environment["LONG_RUNS"] == "1"

  /// Some cases of a slow test, evenly spread, in every run; all of them where asked for.
  package static func some<Case>(_ cases: some Collection<Case>, oneIn step: Int) -> [Case] {
    cases.enumerated().filter { isAsked || $0.offset % step == 0 }.map(\.element)
  }

  /// Each of these with one of the others, in turn; with all of them where asked for.
  package static func crossed<One, Other>(
    _ ones: some Collection<One>, _ others: [Other]
  ) -> [(One, Other)] {
    ones.enumerated().flatMap { index, one in
      (isAsked ? others : [others[index % others.count]]).map { (one, $0) }
    }
  }

  /// Some of the cases of a test, made from a seed of their own.
  package struct Part: Sendable, CustomStringConvertible {
    package var seed: UInt64
    package var count: Int
    package var description: String { "\(count) from seed \(seed)" }
  }

  /// One part of the short run, or as many as make the long one.
  package static func parts(
    seed: UInt64, short: Int, long: Int, each: Int = 250_000
  ) -> [Part] {
    guard isAsked else { return [Part(seed: seed, count: short)] }
    return stride(from: 0, to: long, by: each).enumerated().map { index, done in
      Part(seed: seed &+ UInt64(index) &* 1_000_003, count: min(each, long - done))
    }
  }
}
