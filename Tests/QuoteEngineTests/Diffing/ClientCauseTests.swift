import Foundation
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// What clients show by formulas of their own, against the backend's rules:
/// every difference is in a group that says what the formulas have and lack.
@Suite struct ClientCauseTests {
  /// A client's rules against the backend's, over rows that both can read.
  static func causes(_ client: String, _ rows: [String]) throws -> [String: [String]] {
    let rules = Repository.root.appending(path: "rules").path
    let differ = try Differ(rulesAt: "\(rules)/\(client).yaml", map: .plain)
    let backend = try Pricer(rulesAt: "\(rules)/umuve-backend.yaml")
    var reading = ReaderOptions()
    reading.asOf = Instant(iso: "2026-03-02T15:00:00Z")
    let text = rows.joined(separator: "\n") + "\n"
    let run = try differ.rules(
      backend, bookings: [ComparisonKit.source("rows.csv", text)], reading: reading)
    var causes: [String: [String]] = [:]
    let summary = try differ.run(run) { booking throws(Trouble) in
      causes[booking.cause, default: []].append(booking.key)
    }
    #expect(summary.different == rows.count - 1)
    // Each has one first cause; what differs behind that is a cause of its own.
    #expect(causes.values.reduce(0) { $0 + $1.count } == summary.different)
    #expect(summary.causes.all.reduce(0) { $0 + $1.bookings } >= summary.different)
    return causes
  }

  @Test func thePlatformHasABaseAndOnePrice() throws {
    let rows = [
      "category,quantity", "furniture,1", "furniture,4", "appliances,2", "general,5",
      "construction,10", "hot_tub,1",
    ]
    #expect(
      try Self.causes("umuve-web-fallback", rows) == [
        "only ours: base, fee; only theirs: service_fee, minimum": ["1"],
        "only ours: base, fee; only theirs: service_fee": ["3", "6"],
        "only ours: base, fee; only theirs: bulk_discount, service_fee": ["2", "4", "5"],
      ])
  }

  @Test func thePortalHasOneLineForFeeAndTax() throws {
    let rows = [
      "itemCategory,category,quantity", "furniture,furniture,1", "furniture,furniture,4",
      "appliances,appliances,2", "hot_tub,hot_tub,1",
    ]
    #expect(
      try Self.causes("umuve-portal-fallback", rows) == [
        "only ours: fee_and_tax; only theirs: service_fee, minimum": ["1"],
        "only ours: fee_and_tax; only theirs: bulk_discount, service_fee": ["2"],
        "only ours: fee_and_tax; only theirs: service_fee": ["3", "4"],
      ])
  }

  /// A quarter of a truck is two things of a general kind to the backend.
  @Test func theAppHasATruckAndNothingElse() throws {
    let rows = [
      "service,volumeTier,category,quantity", "Junk Removal,1/4 Truck,general,2",
      "Junk Removal,1/2 Truck,general,5", "Junk Removal,Full Truck,general,16",
    ]
    #expect(
      try Self.causes("umuve-app", rows) == [
        "only ours: junk_removal; only theirs: haul, service_fee, minimum": ["1"],
        "only ours: junk_removal; only theirs: haul, bulk_discount, service_fee": ["2", "3"],
      ])
  }
}
