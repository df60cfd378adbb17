import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct AreaTests {
  private func square(_ name: String, _ west: Double, _ south: Double, _ size: Double) -> ModelArea
  {
    ModelArea(
      name: name,
      shapes: [
        .box(
          southWest: GeographicPoint(latitude: south, longitude: west),
          northEast: GeographicPoint(latitude: south + size, longitude: west + size))
      ], span: .nowhere)
  }

  @Test func neighboursDoNotOverlap() {
    let areas = AreaOverlaps([
      square("a", 0, 0, 1), square("b", 1, 0, 1), square("c", 0.5, 0.5, 1),
      square("d", 0.2, 0.2, 0.1),
    ])
    #expect(!areas.overlap(0, 1))
    #expect(areas.overlap(0, 2) && areas.overlap(1, 2))
    #expect(areas.overlap(0, 3) && areas.overlap(3, 0))
    #expect(!areas.overlap(2, 3))
  }

  @Test func barsThatCrossOverlap() {
    func bar(_ corners: [(Double, Double)]) -> ModelArea {
      ModelArea(
        name: "bar",
        shapes: [.polygon([corners.map { GeographicPoint(latitude: $0.1, longitude: $0.0) }])],
        span: .nowhere)
    }
    let areas = AreaOverlaps([
      bar([(0, 1), (3, 1), (3, 2), (0, 2)]), bar([(1, 0), (2, 0), (2, 3), (1, 3)]),
      bar([(0, 1), (3, 1), (3, 2), (0, 2)]),
    ])
    #expect(areas.overlap(0, 1))
    #expect(areas.overlap(0, 2))
  }

  @Test func circlesOverlapByTheirRadius() {
    func circle(_ longitude: Double, _ radius: Double) -> ModelArea {
      ModelArea(
        name: "c",
        shapes: [
          .circle(center: GeographicPoint(latitude: 25, longitude: longitude), radius: radius)
        ],
        span: .nowhere)
    }
    // One degree of longitude at 25° north is about 100.8 km.
    let areas = AreaOverlaps([circle(0, 40_000), circle(1, 50_000), circle(1, 65_000)])
    #expect(!areas.overlap(0, 1))
    #expect(areas.overlap(0, 2))
  }

  @Test func rowsOfOneAreaOverlapOnlyWhereAreasDo() {
    let key = SmallTable.key("pickup", .point)
    let areas = [square("a", 0, 0, 1), square("b", 1, 0, 1), square("c", 0.5, 0.5, 1)]
    func inside(_ indices: Set<Int>, negated: Bool = false) -> [KeySet] {
      [KeySet(.areas(indices, negated: negated), matchesNotGiven: false)]
    }
    let apart = SmallTable.table(
      .unique, [key], [inside([0]), inside([1]), inside([0, 1], negated: true)])
    let proved = TableFindings(proving: apart, areas: areas)
    #expect(proved.overlaps.isEmpty && proved.isTotal)
    let meeting = SmallTable.table(.unique, [key], [inside([0]), inside([2])])
    let found = TableFindings(proving: meeting, areas: areas)
    #expect(found.overlaps.map(\.example) == ["pickup in a and c"])
    #expect(found.gap == "pickup outside the areas named")
  }
}
