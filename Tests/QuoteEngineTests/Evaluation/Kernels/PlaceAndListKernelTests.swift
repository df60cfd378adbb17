import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct AreaCodesTests {
  private func codes(_ areas: [AreaGeometry], _ points: [Double]) -> [Set<Int>] {
    let codes = AreaCodes(areas)
    var found = [Int32](repeating: -1, count: points.count / 2)
    unsafe codes.encode(points, into: &found, count: found.count)
    var members = [Set<Int>](repeating: [], count: codes.count)
    for area in areas.indices {
      for code in codes.codes(where: { $0.contains(area) }) { members[Int(code)].insert(area) }
    }
    return found.map { members[Int($0)] }
  }

  private func check(_ areas: [AreaGeometry], _ points: [Double]) {
    for (i, found) in codes(areas, points).enumerated() {
      let wanted = Set(
        areas.indices.filter {
          areas[$0].contains(latitude: points[2 * i], longitude: points[2 * i + 1])
        })
      #expect(found == wanted, "\(points[2 * i]), \(points[2 * i + 1])")
    }
  }

  private func area(_ shapes: [ModelArea.Shape]) -> AreaGeometry {
    AreaGeometry(ModelArea(name: "a", shapes: shapes, span: .nowhere))
  }

  private func points(_ count: Int, _ random: inout SeededGenerator) -> [Double] {
    (0..<count).flatMap { _ in
      [Double.random(in: 24...28, using: &random), Double.random(in: -82 ... -78, using: &random)]
    }
  }

  @Test(arguments: [1, 3, 8, 9, 40])
  func randomAreasAgreeWithOneByOne(_ count: Int) {
    var random = SeededGenerator(seed: UInt64(count))
    let areas = (0..<count).map { _ -> AreaGeometry in
      let (y, x) = (
        Double.random(in: 25...27, using: &random), Double.random(in: -81 ... -79, using: &random)
      )
      let size = Double.random(in: 0.05...0.8, using: &random)
      switch Int.random(in: 0...5, using: &random) {
      case 0:
        return area([
          .circle(center: GeographicPoint(latitude: y, longitude: x), radius: size * 100_000)
        ])
      case 1:
        return area([
          .box(
            southWest: GeographicPoint(latitude: y, longitude: x),
            northEast: GeographicPoint(latitude: y + size, longitude: x + size))
        ])
      default:
        let ring = (0..<Int.random(in: 3...9, using: &random)).map { _ in
          GeographicPoint(
            latitude: y + Double.random(in: -size...size, using: &random),
            longitude: x + Double.random(in: -size...size, using: &random))
        }
        let hole = [(-0.1, -0.1), (-0.1, 0.1), (0.1, 0.1), (0.1, -0.1)].map {
          GeographicPoint(latitude: y + $0.0 * size, longitude: x + $0.1 * size)
        }
        return area([.polygon([ring, hole])])
      }
    }
    check(areas, points(1500, &random))
  }

  /// Zones that share edges and corners, as a delivery map has them; one of
  /// them several times over.
  @Test func tilesOfAGrid() {
    var random = SeededGenerator(seed: 3)
    var areas = (0..<400).map { index -> AreaGeometry in
      let (y, x) = (25 + Double(index / 20) * 0.1, -81 + Double(index % 20) * 0.1)
      let corners = [(y, x), (y, x + 0.1), (y + 0.1, x + 0.1), (y + 0.1, x)]
      return area([.polygon([corners.map { GeographicPoint(latitude: $0.0, longitude: $0.1) }])])
    }
    areas += [AreaGeometry](repeating: areas[0], count: 14)
    check(Array(areas), points(300, &random))
  }

  @Test func serviceAreaOfTheRecordedBackend() {
    let corners: [(Double, Double)] = [
      (25.30, -80.40), (25.30, -80.15), (25.50, -80.10), (25.80, -80.12), (26.05, -80.08),
      (26.35, -80.06),
      (26.55, -80.03), (26.72, -80.03), (26.90, -80.04), (26.97, -80.10), (26.97, -80.55),
      (26.50, -80.65),
      (25.80, -80.70), (25.30, -80.60),
    ]
    let ring = corners.map { GeographicPoint(latitude: $0.0, longitude: $0.1) }
    let area = area([.polygon([ring])])
    #expect(area.contains(latitude: 25.77, longitude: -80.19))
    #expect(area.contains(latitude: 26.7153, longitude: -80.0534))
    #expect(!area.contains(latitude: 25.77, longitude: -80.05))
    #expect(!area.contains(latitude: 28.5, longitude: -81.4))
  }

  @Test func distancesInSteps() {
    let miami = [25.7617, -80.1918]
    let palm = [26.7153, -80.0534]
    var steps: [Int64] = [0]
    unsafe PlaceKernels.steps(.geodesic, miami, palm, step: 1, into: &steps, count: 1)
    #expect((106_000...107_000).contains(steps[0]))
    var tenths: [Int64] = [0]
    let tenth = Ratio(1_609_344, 10_000)
    unsafe PlaceKernels.steps(.geodesic, miami, palm, step: tenth, into: &tenths, count: 1)
    #expect(tenths[0] == Int64((Double(steps[0]) / 160.9344).rounded()))
    var miles = [0.0]
    unsafe PlaceKernels.doubles(
      .geodesic, miami, palm, step: tenth, unit: Ratio(1_609_344, 1000), into: &miles, count: 1)
    #expect(miles[0] == Double(tenths[0]) / 10)
  }
}

@Suite struct ListKernelTests {
  private func column(
    _ cells: UnsafeRawPointer, _ storage: PlanStorage, given: UnsafePointer<UInt8>? = nil
  )
    -> KernelColumn
  {
    unsafe KernelColumn(storage: storage, cells: cells, items: nil, given: given)
  }

  @Test(arguments: [5, 80])
  func sumsOfWhatComesEarlier(_ longest: Int) {
    var random = SeededGenerator(seed: UInt64(longest))
    var offsets: [Int32] = [0]
    for _ in 0..<30 {
      offsets.append(offsets.last! + Int32.random(in: 0...Int32(longest), using: &random))
    }
    let count = Int(offsets.last!)
    let values = (0..<count).map { _ in Int64.random(in: -50...50, using: &random) }
    let keys = (0..<count).map { _ in Int64.random(in: 0...9, using: &random) }
    let given = (0..<count).map { _ in UInt8.random(in: 0...4, using: &random) == 0 ? UInt8(0) : 1 }
    let scratch = KernelScratch()
    for isKeyed in [false, true] {
      var sums = [Int64](repeating: -1, count: count)
      var sumsGiven = [UInt8](repeating: 9, count: count)
      var doubles = [Double](repeating: -1, count: count)
      let asDoubles = values.map(Double.init)
      unsafe values.withUnsafeBufferPointer { values in
        unsafe keys.withUnsafeBufferPointer { keys in
          unsafe asDoubles.withUnsafeBufferPointer { asDoubles in
            let value = unsafe column(values.baseAddress!, .integer, given: given)
            let key = unsafe column(keys.baseAddress!, .integer, given: given)
            unsafe SumBeforeKernels.run(
              value, key: isKeyed ? key : nil, elements: offsets, parents: 30, into: &sums,
              scratch: scratch)
            unsafe SumBeforeKernels.given(
              value, key: isKeyed ? key : nil, elements: offsets, parents: 30, into: &sumsGiven,
              scratch: scratch)
            unsafe SumBeforeKernels.run(
              column(asDoubles.baseAddress!, .double), key: isKeyed ? key : nil, elements: offsets,
              parents: 30, into: &doubles, scratch: scratch)
          }
        }
      }
      for parent in 0..<30 {
        let range = Int(offsets[parent])..<Int(offsets[parent + 1])
        for i in range {
          let earlier = range.filter { other in
            isKeyed
              ? given[other] == 1 && given[i] == 1 && (keys[other], other) < (keys[i], i)
              : other < i
          }
          #expect(sums[i] == earlier.reduce(0) { $0 + values[$1] })
          #expect(doubles[i] == Double(sums[i]))
          let isGiven = isKeyed ? given[i] == 1 : earlier.allSatisfy { given[$0] == 1 }
          #expect(sumsGiven[i] == (isGiven ? 1 : 0))
        }
      }
    }
  }

  @Test func sharesAddUp() {
    let scratch = KernelScratch()
    func split(_ amount: Int64, _ weights: [Int64]) -> ([Int64], [UInt8]) {
      var parts = [Int64](repeating: -1, count: weights.count)
      var given = [UInt8](repeating: 9, count: weights.count)
      let offsets: [Int32] = [0, Int32(weights.count)]
      unsafe [amount].withUnsafeBufferPointer { amount in
        unsafe weights.withUnsafeBufferPointer { weights in
          unsafe SplitKernels.run(
            column(amount.baseAddress!, .integer), weight: column(weights.baseAddress!, .integer),
            elements: offsets, parents: 1, into: &parts, as: .integer, given: &given,
            scratch: scratch)
        }
      }
      return (parts, given)
    }
    #expect(split(1000, [1, 1, 1]).0 == [334, 333, 333])
    #expect(split(100, [3, 3, 1]).0 == [43, 43, 14])
    #expect(split(-1000, [1, 1, 1]).0 == [-334, -333, -333])
    #expect(split(-100, [3, 3, 1]).0 == [-43, -43, -14])
    #expect(split(10, [0, 0]) == ([0, 0], [0, 0]))
    #expect(split(7, [0, 5]).0 == [0, 7])
    var random = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let weights = (0..<Int.random(in: 1...9, using: &random)).map { _ in
        Int64.random(in: 1...100_000, using: &random)
      }
      let amount = Int64.random(in: -10_000_000...10_000_000, using: &random)
      #expect(split(amount, weights).0.reduce(0, +) == amount)
      #expect(split(-amount, weights).0 == split(amount, weights).0.map { -$0 })
    }
  }

  @Test func textsOfLists() {
    let arena = BlockTexts()
    let words = ["a", "bb", "", "d"].map { arena.copy($0) }
    let given: [UInt8] = [1, 1, 1, 0]
    var offsets = [Int32](repeating: -1, count: 3)
    let items = ColumnBuffer<TextSlice>()
    var joined = [TextSlice](repeating: .empty, count: 2)
    unsafe words.withUnsafeBufferPointer { words in
      let texts = unsafe column(words.baseAddress!, .text, given: given)
      unsafe TextListKernels.up(
        texts, counted: nil, elements: [0, 3, 4], parents: 2, into: &offsets, items: items)
      unsafe TextListKernels.joined(
        offsets: offsets, items: items.pointer, separator: arena.copy(", "), into: &joined,
        count: 2, arena: arena)
    }
    #expect(offsets == [0, 3, 3])
    #expect(joined.map(\.string) == ["a, bb, ", ""])
  }
}
