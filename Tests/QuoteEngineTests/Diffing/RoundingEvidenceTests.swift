@testable import QuoteCauses
import Testing

@testable import QuoteAnalysis
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteReports
@testable import QuoteSyntax

/// What is believed of a way to round, and what need not be tried any longer.
@Suite struct RoundingEvidenceTests {
  private let evidence = RoundingEvidence()

  private static func profile(_ name: String = "half_even") throws -> RoundingProfiles.Profile {
    let loader = FileLoader.memory(["r.yaml": ComparisonKit.rules])
    return RoundingProfiles.Profile(
      name: name, pricer: try Pricer(rulesAt: "r.yaml", loader: loader))
  }

  @Test func aWayThatFailsOnEightBookingsIsNotTriedAgain() throws {
    let profile = try Self.profile()
    for _ in 0..<7 { evidence.add(profile, at: "fee", explained: 0, contrary: 30) }
    #expect(!evidence.isHopeless(profile, at: "fee"))
    evidence.add(profile, at: "fee", explained: 0, contrary: 30)
    #expect(evidence.isHopeless(profile, at: "fee"))
    // Elsewhere it may still be the one, and there may be others.
    #expect(!evidence.isHopeless(profile, at: "total"))
    #expect(!evidence.isHopeless(try Self.profile("up"), at: "fee"))
  }

  @Test func aWayThatMakesOneTheSameIsTriedOn() throws {
    let profile = try Self.profile()
    evidence.add(profile, at: "fee", explained: 1, contrary: 0)
    for _ in 0..<20 { evidence.add(profile, at: "fee", explained: 0, contrary: 1) }
    #expect(!evidence.isHopeless(profile, at: "fee"))
    #expect(evidence.values(of: profile).isEmpty)
    for _ in 0..<59 { evidence.add(profile, at: "fee", explained: 1, contrary: 0) }
    #expect(evidence.values(of: profile) == ["fee"])
  }
}
