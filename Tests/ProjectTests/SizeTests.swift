import TestKit
import Testing

/// Functions, files and lines stay small enough to be read.
@Suite struct SizeTests {
  static let functionLimit = 70
  static let fileLimit = 400
  static let columnLimit = 100

  static func complaints(about source: SwiftSource) -> [String] {
    guard !source.isGenerated else { return [] }
    var complaints: [String] = []
    let lines = source.lines
    if lines.count - 1 > fileLimit {
      complaints.append("\(source.name) has \(lines.count - 1) lines, over \(fileLimit)")
    }
    for (index, line) in lines.enumerated()
    where line.unicodeScalars.count > columnLimit && !source.dataLines.contains(index + 1) {
      complaints.append(
        "\(source.name):\(index + 1) has \(line.unicodeScalars.count) columns, over \(columnLimit)")
    }
    for function in source.functions where function.lineCount > functionLimit {
      complaints.append(
        "\(source.name):\(function.line) `\(function.signature)` has \(function.lineCount) lines, "
          + "over \(functionLimit)")
    }
    return complaints
  }

  @Test(arguments: ["Sources", "Tests"]) func everythingIsSmallEnough(_ path: String) throws {
    for source in try SwiftSource.all(under: path) {
      for complaint in Self.complaints(about: source) { Issue.record("\(complaint)") }
    }
  }

  @Test func aLongFunctionIsFound() {
    let body = (0..<80).map { "    print(\($0))\n" }.joined()
    let source = SwiftSource(
      name: "x.swift",
      text: "struct X {\n  private static func f(\n    a: Int\n  ) {\n\(body)  }\n}\n")
    #expect(
      source.functions == [.init(signature: "private static func f", line: 2, lineCount: 84)])
    #expect(Self.complaints(about: source).count == 1)
  }

  @Test func bracesInTextsAndCommentsDoNotCount() {
    let source = SwiftSource(
      name: "x.swift",
      text: """
        func f() {  // {
          print("{ \\(g("}")) {")
          /* { /* { */ */
        }
        protocol P { func g() }
        func h() {}

        """)
    #expect(source.functions.map(\.lineCount) == [4, 1])
  }

  @Test func aWideLineAndALongFileAreFound() {
    let wide = SwiftSource(name: "x", text: String(repeating: "é", count: 101) + "\n")
    #expect(Self.complaints(about: wide) == ["x:1 has 101 columns, over 100"])
    let narrow = SwiftSource(name: "x", text: String(repeating: "é", count: 100) + "\n")
    #expect(Self.complaints(about: narrow).isEmpty)
    let data = "let x = \"\"\"\n" + wide.text + "\"\"\"\n" + wide.text
    #expect(
      Self.complaints(about: SwiftSource(name: "x", text: data)) == [
        "x:4 has 101 columns, over 100"
      ])
    let long = SwiftSource(name: "x", text: String(repeating: "\n", count: 401))
    #expect(Self.complaints(about: long) == ["x has 401 lines, over 400"])
  }
}
