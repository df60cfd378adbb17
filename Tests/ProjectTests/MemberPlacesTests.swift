import Foundation
import Testing

/// What a new function or instruction costs, in edits: the lines that name one like it. They were
/// 33 for an operator and 13 for an instruction when walks listed every case that they only passed.
@Suite struct MemberPlacesTests {
  /// Functions that nothing but themselves is called like, and instructions.
  static let functions = [
    "daysInMonth", "weekdayNumber", "instantOf", "addMonths", "parseNumber", "parseDate",
  ]
  static let instructions = [
    "wholeOf", "roundPlaces", "roundQuotient", "textsOfRows", "gatherTexts", "choiceText",
    "concatenate", "cameFrom", "inArea", "accumulate", "textsUp",
  ]
  /// Those that loops of machine code take, and whose steps have other names.
  static let taken = ["scaleDouble", "cellGiven", "rowIs", "rowAmong"]

  /// Where a case is declared, or told apart or made by its name alone; one a line.
  static func places(of member: String, in sources: [SwiftSource]) throws -> [String] {
    let declared = try Regex("\\bcase (?:\\w+, )*\(member)\\b")
    let named = try Regex("(?:^|[ (\\[!])\\.\(member)\\b")
    // Few sources name a member, and to look for a word takes far less than a regular expression.
    return sources.filter { $0.text.range(of: member) != nil }.flatMap { source in
      source.codeLines.enumerated().compactMap { index, line in
        line.contains(declared) || line.contains(named) ? "\(source.name):\(index + 1)" : nil
      }
    }
  }

  /// The family, the row, what evaluates it and the slow twin.
  static func sources() throws -> [SwiftSource] {
    try SwiftSource.all(under: "Sources") + SwiftSource.all(under: "Tests/TestKit/Scalar")
  }

  @Test func aFunctionIsNamedInFewPlaces() throws {
    let sources = try Self.sources()
    for member in Self.functions {
      let places = try Self.places(of: member, in: sources)
      #expect((4...8).contains(places.count), "\(member): \(places)")
    }
  }

  /// Where formulas are lowered to it does not count: that is its use.
  @Test func anInstructionIsNamedInFewPlaces() throws {
    let sources = try Self.sources().filter { !$0.name.contains("PlanLowering") }
    for member in Self.instructions + Self.taken {
      let places = try Self.places(of: member, in: sources)
      #expect((2...5).contains(places.count), "\(member): \(places)")
    }
  }

  @Test func aPlaceIsFound() throws {
    let source = SwiftSource(
      name: "x", text: "case one, two(Int)\nself = .two(1)\n// .two\nother.two(2)\n")
    #expect(try Self.places(of: "two", in: [source]) == ["x:1", "x:2"])
  }
}
