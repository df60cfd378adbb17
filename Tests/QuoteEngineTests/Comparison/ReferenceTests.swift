import Testing

@testable import QuoteEngine

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
    #expect(summary.failures == ["3 bookings differ", "2 keys come twice"])
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

  @Test func aReferenceWithoutTheKeyIsTrouble() throws {
    #expect(throws: Trouble.self) {
      try ComparisonKit.reference(["A"], "number,total\nA,12.96\n")
    }
  }

  @Test func namesThatNobodyHasAreNoComparison() throws {
    let (summary, _) = try ComparisonKit.reference(["A"], "id,status,sum\nA,quoted,12.96\n")
    #expect(summary.failures == ["nothing was compared: no name of ours is on the other side"])
  }
}
