import QuoteBookings
import QuoteSyntax
import TestKit
import Testing

/// What must not be left in the sources.
@Suite struct LeftoverTests {
  /// Written apart so that this file does not find itself.
  static let banned: [(word: String, instead: String)] = [
    ("FIX" + "ME", "mend it"), ("TO" + "DO", "build it"),
    ("fatalError" + "(", "a precondition with a reason, or an error that is thrown"),
    ("not " + "built yet", "build it"), ("try" + "!", "handle the error"),
  ]

  static func complaints(about source: SwiftSource) -> [String] {
    source.lines.enumerated().flatMap { index, line in
      banned.filter { line.contains($0.word) }
        .map { "\(source.name):\(index + 1) has `\($0.word)`: \($0.instead)" }
    }
  }

  @Test func nothingIsLeftUndone() throws {
    for source in try SwiftSource.all(under: "Sources") where !source.isGenerated {
      for complaint in Self.complaints(about: source) { Issue.record("\(complaint)") }
    }
  }

  @Test func aLeftoverIsFound() {
    let source = SwiftSource(name: "x", text: "a\n// FIX" + "ME: later\n")
    #expect(Self.complaints(about: source) == ["x:2 has `FIX" + "ME`: mend it"])
  }

  /// Folders of the engine whose clocks, environment and locale would make two
  /// runs differ.
  @Test func theEngineReadsNoClockAndNoEnvironment() throws {
    for source in try SwiftSource.library() {
      for word in ["clock_gettime", "getenv", "Date()", "Locale.", "ContinuousClock", "setlocale"] {
        #expect(!source.code.contains(word), "\(source.name) uses \(word)")
      }
    }
  }
}

/// A pattern in a function is read and compiled anew whenever the function runs, unless it is kept.
@Suite struct PatternTests {
  static func complaints(about source: SwiftSource) -> [String] {
    let pattern = kept(/(kept|KeptPattern)?(?:[(:=?,\[]|\breturn)\s*#?\/(?![\/*\s=)#])/)
    let lines = source.codeLines
    // Few lines have a stroke, and a pattern takes long.
    return lines.indices.filter { lines[$0].utf8.contains(UInt8(ascii: "/")) }.flatMap { index in
      // What keeps a pattern may stand on the line above.
      let isKept = index > 0 && lines[index - 1].hasSuffix("kept(")
      let line = (isKept ? "kept(" : "") + lines[index]
      return line.matches(of: pattern).filter { $0.1 == nil }.map { _ in
        "\(source.name):\(index + 1) has a pattern that is made each time: write `kept(/…/)`"
      }
    }
  }

  @Test func patternsAreKept() throws {
    for source in try SwiftSource.library() {
      for complaint in Self.complaints(about: source) { Issue.record("\(complaint)") }
    }
  }

  @Test func aBarePatternIsFound() {
    let text = "a\nif x.contains(/b+/) { y / z }\nlet c = kept(\n  #/d/#)\n"
    let found = Self.complaints(about: SwiftSource(name: "x", text: text))
    #expect(found == ["x:2 has a pattern that is made each time: write `kept(/…/)`"])
  }
}

/// Other modules inline a member of a type only if inlined code may use the type itself.
@Suite struct InlinedMemberTests {
  static func complaints(about source: SwiftSource) -> [String] {
    var found: [String] = []
    var (type, isUsable, before) = ("", true, "")
    for line in source.codeLines {
      if let match = line.firstMatch(of: kept(/^(?:\S.* )?(?:struct|class|enum|extension) (\w+)/)) {
        type = String(match.1)
        isUsable =
          line.contains("extension ") || (before + line).contains("@usableFromInline")
          || line.contains("public ")
      }
      if !isUsable, line.contains("@inlinable") {
        found.append("\(source.name): `\(type)` is not `@usableFromInline`: `\(line)`")
      }
      before = String(line)
    }
    return found
  }

  @Test func membersAreInlinedInOtherModules() throws {
    for source in try SwiftSource.all(under: "Sources") {
      for complaint in Self.complaints(about: source) { Issue.record("\(complaint)") }
    }
  }

  @Test func aMemberThatIsNotInlinedIsFound() {
    let member = "  @inlinable package var b: Int { 1 }\n}\n"
    let bad = SwiftSource(name: "x", text: "package struct A {\n" + member)
    #expect(Self.complaints(about: bad).count == 1)
    let good = SwiftSource(name: "x", text: "@usableFromInline\npackage struct A {\n" + member)
    #expect(Self.complaints(about: good).isEmpty)
  }
}

/// Enums of operators, instructions, formats and types are switched on without
/// `default`, so that a new case is found by the compiler.
@Suite struct SwitchTests {
  /// Whose cases are to be listed, all of them, wherever they are told apart.
  static let closed: Set<String> = [
    "OutputFormat", "InputFormat", "ColumnStorage", "PlanStorage", "HitPolicy", "Arithmetic",
    "RoundingMode", "PlanOperation", "InputType",
  ]

  /// Cases by enum, as far as text shows them.
  static func cases(in sources: [SwiftSource]) -> [String: Set<String>] {
    var cases: [String: Set<String>] = [:]
    for source in sources {
      var name = ""
      for line in source.codeLines {
        if let match = line.firstMatch(of: kept(/\benum (\w+)/)) { name = String(match.1) }
        guard closed.contains(name),
          let match = line.firstMatch(of: kept(/^\s*(?:indirect )?case (\w.*)$/))
        else { continue }
        for part in match.1.split(separator: ",") {
          if let word = part.firstMatch(of: kept(/^\s*(\w+)/)) {
            cases[name, default: []].insert(String(word.1))
          }
        }
      }
    }
    return cases
  }

  /// Switches with a `default` all of whose other labels are cases of one
  /// closed enum and at least half of it.
  static func complaints(about source: SwiftSource, _ cases: [String: Set<String>]) -> [String] {
    let lines = source.codeLines
    return lines.indices.compactMap { index in
      guard lines[index].contains(kept(/^\s*default:/)) else { return nil }
      let depth = lines[index].prefix { $0 == " " }.count
      var labels: Set<String> = []
      for above in lines[..<index].reversed() {
        let indent = above.prefix { $0 == " " }.count
        if indent == depth, above.contains(kept(/\bswitch\b/)) { break }
        if indent < depth, !above.allSatisfy({ $0 == " " }) { break }
        guard indent == depth, above.contains(kept(/^\s*case\s/)) else { continue }
        for match in above.prefix(while: { $0 != ":" }).matches(of: kept(/\.(\w+)/)) {
          labels.insert(String(match.1))
        }
      }
      let found = cases.first { name, all in
        labels.count * 2 >= all.count && !labels.isEmpty && labels.isSubset(of: all)
      }
      return found.map {
        "\(source.name):\(index + 1) tells \($0.key) apart with a default: list the other cases"
      }
    }
  }

  @Test func closedEnumsAreSwitchedOnWhole() throws {
    let sources = try SwiftSource.all(under: "Sources")
    let cases = Self.cases(in: sources)
    for source in sources {
      for complaint in Self.complaints(about: source, cases) { Issue.record("\(complaint)") }
    }
  }

  @Test func aDefaultIsFound() {
    let source = SwiftSource(
      name: "x", text: "switch f {\ncase .csv: 1\ncase .json: 2\ndefault: 3\n}\n")
    let cases: [String: Set<String>] = ["OutputFormat": ["csv", "json", "jsonl"]]
    #expect(
      Self.complaints(about: source, cases)
        == ["x:4 tells OutputFormat apart with a default: list the other cases"])
  }
}
