import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Nearest changes held against pricing every value that an input can have, on
/// rules made from seeds.
@Suite struct NearestChangeTests {
  @Test(arguments: 1...(LongRun.isAsked ? 200 : 4))
  func everyValueOfEveryInput(seed: Int) throws {
    var rules = SmallRules(seed: UInt64(seed))
    let text = rules.text()
    var bookings = ""
    for index in 0..<2 { bookings += rules.booking(index).text }
    let world = try World(text, bookings)
    var found: [String] = []
    for row in 0..<world.batch.count { found += try world.differences(row) }
    #expect(found.isEmpty, "seed \(seed):\n\(found.prefix(3).joined(separator: "\n"))\n\(text)")
  }

  @Test(arguments: 1...(LongRun.isAsked ? 200 : 3))
  func everyElementMoreAndLess(seed: Int) throws {
    var rules = SmallRules(seed: UInt64(seed))
    let text = rules.text()
    for index in 0..<4 {
      let booking = rules.booking(index)
      let world = try World(text, booking.text)
      let search = world.search(0)
      let booked = search.recording.booking
      let changes = search.edits(
        of: search.groups(of: ListID(1), below: booked).map { $0[0] }, in: ListID(1), below: booked)
      for isRemoval in [false, true] where isRemoval || booking.items.count < 4 {
        for item in booking.items.indices {
          var other = booking
          if isRemoval {
            other.items.remove(at: item)
          } else {
            other.items.append(booking.items[item])
          }
          let really = try World(text, other.text).search(0).base
          let said = changes.first { $0.isEdit(of: item, isRemoval: isRemoval) }
          #expect((said == nil) == search.isSamePrice(really), "seed \(seed), item \(item)")
          guard let said else { continue }
          #expect(said.total == really.shownTotal)
          #expect(said.status == really.status)
          #expect(said.from == "\(booking.items.count)" && said.to == "\(other.items.count)")
        }
      }
    }
  }

  @Test func equalElementsAreShownOnce() throws {
    let world = try World(
      """
      schema: quote/1
      name: pieces
      currency: USD
      inputs:
        id: text, key
        items:
          each:
            n: count [0..8]
          at_most: 9
      quote:
        - line: each
          for: items
          amount: $2 * n
      """, #"{"id":"A","items":[{"n":3},{"n":1},{"n":3},{"n":3},{"n":3},{"n":3}]}"# + "\n")
    let changes = world.search(0).all().changes
    #expect(
      Set(changes.map(\.shownPath)) == ["items", "items[0,2,3,…5].n", "items[1].n"])
    let step = try #require(changes.first { $0.path == "items[0].n" && $0.to == "4" })
    #expect(step.alike == ["items[2].n", "items[3].n", "items[4].n", "items[5].n"])
    #expect(changes.map(\.by).contains("without items[0,2,3,…5]"))
  }

  /// Rules and bookings in memory, priced by plans that record and that profile.
  struct World {
    let recording: Pricer
    let profiling: Pricer
    let batch: BookingBatch

    init(_ rules: String, _ bookings: String) throws {
      let loader = FileLoader.memory(["rules.yaml": rules])
      recording = try Pricer(rulesAt: "rules.yaml", loader: loader, recording: true)
      profiling = try Pricer(rulesAt: "rules.yaml", loader: loader, profiling: true)
      var options = ReaderOptions()
      options.format = .jsonl
      let reader = try BookingReader(
        schema: recording.schema,
        sources: [.memory(name: "bookings", bytes: Array(bookings.utf8))], options: options)
      batch = BookingBatch(schema: recording.schema)
      #expect(try reader.makeParser().read(into: batch))
      #expect(batch.faults.isEmpty)
    }

    func search(_ row: Int) -> ChangeSearch {
      ChangeSearch(batch, row: row, recording.makeEvaluator(), recording.makeEvaluator())
    }

    /// Inputs whose nearest change is another one than pricing every value says.
    func differences(_ row: Int) throws -> [String] {
      let search = search(row)
      var differences: [String] = []
      for (list, schema) in recording.schema.lists.withIDs {
        for place in search.recording.elements(of: list, below: search.recording.booking) {
          for (index, field) in schema.fields.enumerated() {
            let input = InputUses.Input(list: list, field: index)
            let element = search.row(of: place)
            guard let scale = InputScale(field, search.cell(input, row: element)) else { continue }
            let varied = ReachReader.Varied(input: input, place: place)
            let profile = profiles(row, varied, scale, element)
            for isUp in [true, false] {
              let found = search.nearest(varied, scale, isUp: isUp)
              let slow = self.nearest(search, varied, scale, element, isUp: isUp)
              let at = "row \(row) \(field.name)[\(element)] \(isUp ? "up" : "down")"
              if found != slow.map({ .found($0) }) ?? .nowhere {
                differences.append("\(at): \(found), really \(slow as Any)")
              }
              guard let other = profile[isUp ? 1 : 0] else { continue }
              if slow.map({ other.magnitude < $0.magnitude }) ?? true {
                differences.append("\(at): \(found), but the profile changes at \(other)")
              }
            }
          }
        }
      }
      return differences
    }

    /// Every value at most so far away; of times every quarter of an hour.
    private func distances(_ scale: InputScale, isUp: Bool) -> [Int64] {
      let room = isUp ? scale.room.up : scale.room.down
      guard room > 2000 else { return room > 0 ? (1...room).map { isUp ? $0 : -$0 } : [] }
      return (1...room).filter { isMarked(scale, isUp ? $0 : -$0) }.map { isUp ? $0 : -$0 }
    }

    /// Rules turn on whole quarters: the seconds at and before one tell all.
    private func isMarked(_ scale: InputScale, _ distance: Int64) -> Bool {
      guard case .integer(let second) = scale.cell(at: distance) else { return false }
      return [0, 1, 899].contains(second % 900)
    }

    private func nearest(
      _ search: ChangeSearch, _ varied: ReachReader.Varied, _ scale: InputScale, _ row: Int,
      isUp: Bool
    ) -> Int64? {
      distances(scale, isUp: isUp).first { distance in
        let priced = search.price(scale.cell(at: distance), varied.input, row: row)
        return !priced.outcome.firesLike(search.base)
      }
    }

    /// Down and up, the nearest value for which a profile counts something else.
    private func profiles(
      _ row: Int, _ varied: ReachReader.Varied, _ scale: InputScale, _ element: Int
    ) -> [Int64?] {
      let copy = batch.copy(row: row)
      let evaluator = profiling.makeEvaluator()
      func counts() -> [Int] {
        let counters = ProfileCounters(profiling.plan)
        evaluator.price(copy, rows: 0..<1, counting: counters)
        var counts = counters.counts
        for tap in profiling.plan.profile?.taps ?? [] {
          if case .amount = tap.kind { counts[tap.firstCount + 1] = 0 }
        }
        return counts + counters.declines + [counters.quoted]
      }
      let base = counts()
      return [false, true].map { isUp in
        distances(scale, isUp: isUp).first { distance in
          copy.set(
            scale.cell(at: distance), list: varied.input.list, field: varied.input.field,
            row: element)
          return counts() != base
        }
      }
    }
  }
}

extension NearestChange {
  /// Whether it says what one more like this item makes, or one less.
  fileprivate func isEdit(of item: Int, isRemoval: Bool) -> Bool {
    guard kind == .element, by.hasPrefix("without") == isRemoval,
      let open = by.firstIndex(of: "["), let close = by.lastIndex(of: "]")
    else { return false }
    return by[by.index(after: open)..<close].split(separator: ",").contains("\(item)")
  }
}
