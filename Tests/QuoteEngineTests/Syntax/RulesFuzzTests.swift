import Foundation
import TestKit
import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Rules with random damage are read or complained about, never more.
struct RulesFuzzTests {
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  static let pieces = [
    "||", "|", "\"", "{", "}", "[", "]", "(", ")", "..", "\\", "#", ": ", "- ", "\n", "\n  ", "=",
    "-",
    "é", "漢", "🙂", "\t", ",", "'", "&a ", "*a", "!x ", "\u{FEFF}", "\r\n", "if ", " then ", "not ",
    "|\n", ">\n",
    "0x", "1_0", "$", "%", "\u{0}", "none", "in ", "...", "---\n",
  ]

  static func damaged(_ text: [UInt8], _ random: inout Random) -> [UInt8] {
    var bytes = text
    for _ in 0..<Int.random(in: 1...8, using: &random) {
      let at = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.insert(contentsOf: Array(pieces.randomElement(using: &random)!.utf8), at: at)
      case 1:
        bytes.removeSubrange(at..<min(bytes.count, at + Int.random(in: 0...20, using: &random)))
      case 2 where at < bytes.count: bytes[at] = UInt8.random(in: 0...255, using: &random)
      case 3:
        let from = Int.random(in: 0...bytes.count, using: &random)
        bytes.insert(contentsOf: Array(bytes[from..<min(bytes.count, from + 40)]), at: at)
      case 4:
        bytes.removeSubrange(at...)
        bytes += text.suffix(Int.random(in: 0...text.count, using: &random))
      case _: break
      }
    }
    return bytes
  }

  @Test(arguments: 0..<8)
  func damageIsNoHarm(seed: Int) throws {
    var random = Random(state: UInt64(seed) &* 7919 &+ 1)
    let files = Repository.files(under: "rules", endings: ["yaml"])
    for _ in 0..<60 {
      guard let file = files.randomElement(using: &random) else { return }
      let bytes = Self.damaged(Array(try Data(contentsOf: file)), &random)
      let loader = FileLoader { _ in bytes }
      var sources = Sources()
      var log = DiagnosticLog()
      var tree = try RuleTree(readingFile: "r.yaml", from: loader, sources: &sources, log: &log)
      _ = tree.dump(sources: sources)
      try? tree.apply(overlayFile: "o.yaml", from: loader, sources: &sources, log: &log)
      tree.apply(
        setting: String(
          decoding: bytes.prefix(Int.random(in: 0...60, using: &random)), as: UTF8.self),
        sources: &sources, log: &log)
      for diagnostic in log.all {
        for label in [diagnostic.primary] + diagnostic.labels {
          let count = Int32(sources[label.span.file]?.text.count ?? 0)
          #expect(
            label.span.lower >= 0 && label.span.lower <= label.span.upper
              && label.span.upper <= count,
            "seed \(seed): \(diagnostic.id) \(label.span)")
        }
      }
      _ = DiagnosticRenderer().render(log.sorted, sources: sources, style: .colored)
    }
  }
}
