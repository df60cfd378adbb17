import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Zones by the names that bookings give.
@Suite struct NamedZonesTests {
  /// Minutes east of UTC at a moment of the winter of 2026, for each name.
  private func minutes(_ names: [String], _ zones: NamedZones) -> [Int64] {
    let arena = BlockTexts()
    let texts = names.map { arena.copy($0) }
    let moments = [Int64](repeating: 1_768_000_000_000_000, count: names.count)
    var found = [Int64](repeating: -1, count: names.count)
    unsafe texts.withUnsafeBufferPointer { texts in
      unsafe moments.withUnsafeBufferPointer { moments in
        unsafe found.withUnsafeMutableBufferPointer { found in
          unsafe zones.minutesEast(
            texts.baseAddress!, moments.baseAddress!, into: found.baseAddress!, count: names.count)
        }
      }
    }
    return found
  }

  @Test func tellsZonesThatAlternate() {
    let zones = NamedZones()
    let names = (0..<60).map { ["Europe/Berlin", "Asia/Tokyo", "UTC", "America/St_Johns"][$0 % 4] }
    #expect(minutes(names, zones) == (0..<60).map { [60, 540, 0, -210][$0 % 4] })
    #expect(zones.count == 4)
  }

  @Test func forgetsNamesRatherThanGrow() {
    let zones = NamedZones()
    for round in 0..<4 {
      let names = (0..<1000).map { "Nowhere/\(round).\($0)" } + ["Asia/Tokyo", "", "Asia/Tokyo"]
      #expect(minutes(names, zones) == Array(repeating: 0, count: 1000) + [540, 0, 540])
      #expect(zones.count <= NamedZones.most)
    }
  }
}
