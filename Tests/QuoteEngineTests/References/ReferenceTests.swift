import TestKit
import Testing

@testable import QuoteAnalysis
@testable import QuoteBookings
@testable import QuoteComparison
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Bookings against a second file.
@Suite struct ReferenceTests {
  static func rows(_ keys: [String], total: (String) -> String = { _ in "12.96" }) -> String {
    "id,status,total\n" + keys.map { "\($0),quoted,\(total($0))\n" }.joined()
  }

  @Test func rowsMayComeInAnyOrder() throws {
    let keys = (1...50).map { "K\($0)" }
    for order in [keys, keys.reversed(), keys.shuffled()] {
      let (summary, found) = try ComparisonKit.reference(keys, Self.rows(order))
      #expect(found.isEmpty && summary.same == 50 && summary.failures.isEmpty)
      #expect(summary.notes.isEmpty)
    }
  }

  @Test func oneCentIsFoundWhateverTheOrder() throws {
    let keys = (1...50).map { "K\($0)" }
    let (_, found) = try ComparisonKit.reference(
      keys, Self.rows(keys.reversed()) { $0 == "K7" ? "12.97" : "12.960" })
    #expect(found.map(\.key) == ["K7"])
    #expect(found.first?.amount == Ratio(-1, 100))
    #expect(found.first?.fields.map(\.path) == ["total"])
  }

  @Test func missingExtraAndRepeatedKeysAreCounted() throws {
    let (summary, found) = try ComparisonKit.reference(
      ["A", "B", "C", "A"], Self.rows(["C", "X", "A", "C", "Y"]))
    #expect(summary.onlyOurs.first.map(\.key) == ["B"])
    #expect(summary.onlyTheirs.first.map(\.key) == ["X", "Y"])
    #expect(summary.onlyTheirs.first.map(\.line) == [3, 6])
    #expect(summary.theirDuplicates.first.map(\.record) == [4])
    #expect(summary.ourDuplicates.first.map(\.record) == [4])
    #expect(summary.same == 2 && summary.different == 3)
    #expect(found.map(\.theirs) == [.missing, .priced, .priced])
    #expect(found.map(\.ours) == [.priced, .missing, .missing])
    #expect(summary.failures == ["3 bookings differ", "2 keys are repeated"])
  }

  /// With a window of nothing every row that comes early goes to disk.
  @Test func whatDoesNotFitIsSortedOnDisk() throws {
    var reading = ReaderOptions()
    reading.memoryBytes = 1024
    let keys = (1...3000).map { "K\($0)" }
    let (summary, found) = try ComparisonKit.reference(
      keys, Self.rows(["X"] + keys.filter { $0 != "K40" }.reversed() + ["K9"]) {
        $0 == "K2999" ? "1" : "12.96"
      }, reading: reading)
    #expect(found.map(\.key) == ["K40", "K2999", "X"])
    #expect(summary.same == 2998)
    #expect(summary.theirDuplicates.first.map(\.key) == ["K9"])
    #expect(summary.notes.count == 1)
  }

  @Test func severalInputsMayBeTheKey() throws {
    var map = ReferenceMap.ownQuotes
    map.join = [("id", ["no"]), ("zone", ["area"])]
    let (summary, found) = try ComparisonKit.reference(
      ["A", "B"], "area,no,total\nnear,A,12.96\nfar,B,12.96\n", map: map)
    #expect(summary.same == 1)
    #expect(found.map(\.key) == ["B, near", "B, far"])
  }

  @Test func jsonIsReadToo() throws {
    var map = ReferenceMap.plain
    map.places.key = ["no"]
    map.places.reply = ["answer"]
    let text = """
      {"no":"B","answer":{"total":12.96,"fee":0.96}}
      {"no":"A","answer":{"total":12.96,"fee":0.95}}
      """
    let (summary, found) = try ComparisonKit.reference(
      ["A", "B"], text, name: "reference.jsonl", map: map)
    #expect(summary.same == 1 && found.first?.key == "A")
    #expect(found.first?.departing == "fee")
  }

  @Test func textsOfACSVStandForNumbers() throws {
    let (summary, found) = try ComparisonKit.reference(
      ["A", "B"], "id,status,total,fee\nA,quoted,1296e-2,\nB,quoted,12.96,x\n")
    #expect(summary.same == 0)
    #expect(found.map { $0.fields.map(\.kind) } == [[.onlyOurs], [.different]])
  }

  @Test func aTotalThatIsAListIsNoTotal() throws {
    let (summary, found) = try ComparisonKit.reference(
      ["A", "B"], "id,status,total\nA,quoted,[5]\nB,quoted,{}\n")
    #expect(summary.same == 0)
    #expect(found.map { $0.fields.map(\.kind) } == [[.notComparable], [.notComparable]])
    #expect(found.map(\.theirTotal) == ["", ""])
  }

  @Test func aReferenceWithoutTheKeyIsTrouble() throws {
    let refused = refusal { try ComparisonKit.reference(["A"], "number,total\nA,12.96\n") }
    #expect(refused == "no-key-column")
  }

  @Test func namesThatNobodyHasAreNoComparison() throws {
    let (summary, _) = try ComparisonKit.reference(["A"], "id,status,sum\nA,quoted,12.96\n")
    #expect(
      summary.failures == [
        "nothing was compared: the other side has none of our names; it has `sum`"
      ])
  }
}

/// Every way to join gives what a dictionary gives.
@Suite struct ReferenceJoinTests {
  /// Rows in a seeded order, some lost, some twice, some of nobody.
  struct Sides {
    var keys: [String] = []
    var rows: [(key: String, total: String)] = []

    init(_ count: Int, seed: UInt64, mixing: Int) {
      var luck = Luck(seed)
      keys = (0..<count).map { "K\($0)" }
      for key in keys where luck.below(50) > 0 {
        rows.append((key, luck.below(9) == 0 ? "12.97" : luck.below(2) == 0 ? "12.96" : "12.960"))
        if luck.below(40) == 0 { rows.append((key, "1")) }
        if luck.below(40) == 0 { rows.append(("X\(luck.below(40))", "3")) }
      }
      for at in rows.indices where mixing > 0 {
        rows.swapAt(at, min(rows.count - 1, at + luck.below(mixing)))
      }
      for _ in 0..<count / 50 { keys.insert(keys[luck.below(count)], at: luck.below(count)) }
    }
  }

  /// What a comparison comes to, told by dictionaries.
  struct Expected: Equatable {
    var same = 0
    var different: [String] = []
    var onlyOurs: [String] = []
    var onlyTheirs: [String] = []
    var ourDuplicates = 0
    var theirDuplicates = 0

    init() {}

    init(_ sides: Sides) {
      var totals: [String: String] = [:]
      for row in sides.rows {
        if totals[row.key] == nil { totals[row.key] = row.total } else { theirDuplicates += 1 }
      }
      var met: Set<String> = []
      for key in sides.keys {
        guard met.insert(key).inserted else {
          ourDuplicates += 1
          continue
        }
        guard let total = totals[key] else {
          onlyOurs.append(key)
          continue
        }
        if total.hasPrefix("12.96") { same += 1 } else { different.append(key) }
      }
      var told: Set<String> = []
      for row in sides.rows where !met.contains(row.key) && told.insert(row.key).inserted {
        onlyTheirs.append(row.key)
      }
    }
  }

  @Test(arguments: LongRun.crossed([1 << 10, 1 << 14, 1 << 17, 48 << 20], [0, 8, 100_000]))
  func agreesWithDictionaries(memory: Int, mixing: Int) throws {
    for seed: UInt64 in LongRun.isAsked ? 1...20 : 1...1 {
      let sides = Sides(LongRun.isAsked ? 3000 : 1500, seed: seed, mixing: mixing)
      var reading = ReaderOptions()
      reading.memoryBytes = memory
      reading.chunkBytes = 4096
      let rows = sides.rows.map { "\($0.key),quoted,\($0.total)\n" }.joined()
      let (summary, found) = try ComparisonKit.reference(
        sides.keys, "id,status,total\n" + rows, reading: reading
      ) { $0.seeksRemedies = false }
      var came = Expected()
      came.same = summary.same
      for booking in found {
        if booking.theirs == .missing {
          came.onlyOurs.append(booking.key)
        } else if booking.ours == .missing {
          came.onlyTheirs.append(booking.key)
        } else {
          came.different.append(booking.key)
        }
      }
      came.ourDuplicates = summary.ourDuplicates.count
      came.theirDuplicates = summary.theirDuplicates.count
      #expect(came == Expected(sides))
      let cents = summary.theirRevenue - summary.ourRevenue
      #expect(cents == -(summary.above + summary.below))
    }
  }

  /// Tables of fingerprints hold what dictionaries hold, whatever goes.
  @Test func tablesHoldWhatDictionariesHold() throws {
    var luck = Luck(3)
    let table = FingerprintTable<UInt64>()
    var known: [Fingerprint: UInt64] = [:]
    for step in 0..<20_000 {
      // Few home slots, so that runs of full ones are long and wrap.
      let key = Fingerprint(
        high: UInt64(7 - luck.below(3)) << 61, low: UInt64(1 + luck.below(800)))
      if luck.below(3) == 0, let slot = table.find(key) {
        table.remove(at: slot)
        known[key] = nil
      } else {
        #expect(table.insert(key, UInt64(step)) == (known[key] == nil))
        if known[key] == nil { known[key] = UInt64(step) }
      }
      #expect(table.count == known.count)
    }
    for (key, value) in known { #expect(table.find(key).map { table[$0] } == value) }
    var drained: [Fingerprint] = []
    try table.drain { drained.append($0) }
    #expect(drained == known.keys.sorted())
    #expect(table.count == 0 && known.keys.allSatisfy { table.find($0) == nil })
  }
}

/// Numbers that only look like chance.
struct Luck {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state >> 33) % bound
  }
}
