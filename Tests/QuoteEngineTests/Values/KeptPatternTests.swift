import Testing

@testable import QuoteSyntax

/// A pattern that is kept finds what it would find if it were made anew.
@Suite struct KeptPatternTests {
  private static let figure = KeptPattern(/-?(\d+)(?:\.\d+)?/)

  @Test func wholeTextsAndFirstOnes() {
    for text in ["12", "-12.5", "12.", "", "x", "1x", "١٢", "12.5é"] {
      let found = text.wholeMatch(of: /-?(\d+)(?:\.\d+)?/)
      #expect(Self.figure.wholeMatch(in: text)?.1 == found?.1, "\(text)")
      #expect(Self.figure.matches(text) == (found != nil), "\(text)")
      let first = text.firstMatch(of: /-?(\d+)(?:\.\d+)?/)
      #expect(Self.figure.firstMatch(in: text)?.0 == first?.0, "\(text)")
    }
  }

  /// Threads tell of faults at the same time.
  @Test func manyUseOneAtATime() async {
    let pattern = KeptPattern(/(\d{4})-\d\d-\d\d/)
    await withTaskGroup(of: Bool.self) { group in
      for task in 0..<16 {
        group.addTask {
          (0..<200).allSatisfy { pattern.wholeMatch(in: "\(2000 + $0)-01-\(10 + task)") != nil }
        }
      }
      for await isFound in group { #expect(isFound) }
    }
  }
}
