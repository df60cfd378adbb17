@testable import QuoteCauses
import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteEngine

/// Sets that are found by the bits of what is in them, beside those of the standard library.
@Suite struct SeenPlacesTests {
  private struct Met: Hashable {
    var what: UInt
    var list: Int32
    var index: Int32
  }

  @Test func aPlaceIsNewOnceInEveryWalk() {
    var random = SeededGenerator(seed: 31)
    let seen = SeenPlaces()
    for walk in 0..<20 {
      seen.removeAll()
      var known: Set<Met> = []
      for _ in 0..<(walk == 7 ? 5000 : 300) {
        let met = Met(
          what: UInt.random(in: 0..<90, using: &random) << 4,
          list: Int32.random(in: 0..<3, using: &random),
          index: Int32.random(in: 0..<40, using: &random))
        #expect(seen.insert(met.what, met.list, met.index) == known.insert(met).inserted)
      }
    }
  }

  @Test func numbersAndAnswersAreKept() {
    var numbers = NumberSet()
    for number in [0, 63, 64, 700] { numbers.insert(number) }
    #expect((0..<1000).filter(numbers.contains) == [0, 63, 64, 700])
    final class Thing {}
    let things = (0..<2000).map { _ in Thing() }
    var answers = ByIdentity<Bool>()
    for (index, thing) in things.enumerated() where index % 3 < 2 {
      answers[ObjectIdentifier(thing)] = index % 3 == 0
    }
    for (index, thing) in things.enumerated() {
      #expect(answers[ObjectIdentifier(thing)] == (index % 3 == 2 ? nil : index % 3 == 0))
    }
  }

  @Test func valuesAreFoundByIdentity() {
    final class Thing {}
    let things = (0..<3000).map { _ in Thing() }
    var values = ByIdentity<PlanValue>()
    #expect(values.isEmpty && values[ObjectIdentifier(things[0])] == nil)
    for (index, thing) in things.enumerated() where index.isMultiple(of: 2) {
      values[ObjectIdentifier(thing)] = PlanValue(Register(index))
      values[ObjectIdentifier(thing)] = PlanValue(Register(index + 1))
    }
    let copy = values
    values[ObjectIdentifier(things[0])] = PlanValue(Register(7))
    for (index, thing) in things.enumerated() {
      let wanted = index.isMultiple(of: 2) ? PlanValue(Register(index + 1)) : nil
      #expect(copy[ObjectIdentifier(thing)] == wanted)
    }
    #expect(values[ObjectIdentifier(things[0])] == PlanValue(Register(7)))
  }
}
