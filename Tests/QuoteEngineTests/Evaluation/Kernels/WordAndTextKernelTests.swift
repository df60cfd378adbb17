import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct WordIndexTests {
  @Test func everyWordHasItsPlace() {
    let words =
      (0..<3000).map { "word-\($0 * 7919)" + String(repeating: "z", count: $0 % 25) } + [
        "", "a", "a\0",
      ]
    let index = WordIndex(words)
    let scratch = KernelScratch()
    for (place, word) in words.enumerated() {
      #expect(index.code(scratch.arena.copy(word)) == Int32(place))
      #expect(index.code(scratch.arena.copy(word + "?")) == index.unknown)
    }
  }

  /// Texts that words begin, words with another byte or another length, of all lengths, as
  /// many at once as there are: each has the code that a dictionary tells.
  @Test(arguments: [(8, 40), (8, 5000), (16, 40), (16, 5000), (40, 700), (40, 5000)])
  func manyAtOnceHaveTheirPlaces(longest: Int, count: Int) {
    var random = SeededGenerator(seed: UInt64(longest * count))
    func text() -> String {
      let length = Int.random(in: 0...longest, using: &random)
      return String((0..<length).map { _ in "ab\0é".randomElement(using: &random)! })
    }
    let words = Array(Set((0..<count).map { _ in text() }.filter { $0.utf8.count <= longest }))
      .sorted()
    let index = WordIndex(words)
    let places = Dictionary(uniqueKeysWithValues: words.enumerated().map { ($1, Int32($0)) })
    let scratch = KernelScratch()
    for many in [0, 1, 31, 32, 33, 1000] {
      let texts = (0..<many).map { _ -> String in
        let word = words.randomElement(using: &random)!
        switch Int.random(in: 0..<5, using: &random) {
        case 0: return text()
        case 1: return word + "\0"
        case 2: return word + String(repeating: "b", count: 20)
        case 3: return String(word.dropLast())
        default: return word
        }
      }
      let slices = texts.map { scratch.arena.copy($0) }
      var codes = [Int32](repeating: -7, count: many)
      unsafe index.encode(slices, into: &codes, count: many, fold: .none, scratch: scratch)
      #expect(codes == texts.map { places[$0] ?? index.unknown })
      #expect(codes == slices.map { index.code($0) })
    }
  }

  @Test func foldsOnTheWay() {
    let index = WordIndex([
      "furniture", "hot_tub", "été", "@[`{", "a longer category than sixteen", "i\u{307}",
    ])
    let scratch = KernelScratch()
    let texts = [
      "FURNITURE", "  Hot_Tub\u{3000}", "ÉTÉ", "@[`{", "A Longer Category Than Sixteen", "İ",
      "fürniture", "@{`{",
      "\u{1F}furniture\u{85}", "\u{200B}furniture", "",
    ].map { scratch.arena.copy($0) }
    var codes = [Int32](repeating: -1, count: texts.count)
    unsafe index.encode(texts, into: &codes, count: texts.count, fold: .lowerTrim, scratch: scratch)
    #expect(codes == [0, 1, 2, 3, 4, 5, 6, 6, 0, 6, 6])
    unsafe index.encode(texts, into: &codes, count: texts.count, fold: .lower, scratch: scratch)
    #expect(codes == [0, 6, 2, 3, 4, 5, 6, 6, 6, 6, 6])
    unsafe index.encode(texts, into: &codes, count: texts.count, fold: .trim, scratch: scratch)
    #expect(codes == [6, 6, 6, 3, 6, 6, 6, 6, 0, 6, 6])
  }

  /// Every length at every place near a page's end reads what it should.
  @Test func textsAtTheEndOfAPage() {
    let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: 3 * 4096)
    defer { unsafe memory.deallocate() }
    for i in 0..<3 * 4096 { unsafe memory[i] = UInt8(ascii: "a") + UInt8(i % 26) }
    let start = 4096 - Int(UInt(bitPattern: memory) & 4095)
    for length in 0...16 {
      for offset in -20...4 {
        let base = unsafe memory + (start + offset + 4096 - 4096)
        let text = unsafe TextSlice(base: UnsafePointer(base), count: length)
        var (low, high): (UInt64, UInt64) = (0, 0)
        for i in 0..<length {
          if i < 8 { unsafe low |= UInt64(base[i]) << UInt64(8 * i) }
          if i >= 8 { unsafe high |= UInt64(base[i]) << UInt64(8 * i - 64) }
        }
        let found = text.firstBytes
        #expect(found.0 == low && found.1 == high)
      }
    }
  }
}

@Suite struct TextKernelTests {
  private let scratch = KernelScratch()

  @safe private func run(
    _ texts: [String], _ body: (UnsafePointer<TextSlice>, UnsafeMutablePointer<TextSlice>) -> Void
  )
    -> [String]
  {
    let source = texts.map { scratch.arena.copy($0) }
    var target = [TextSlice](repeating: .empty, count: texts.count)
    unsafe source.withUnsafeBufferPointer { source in
      unsafe target.withUnsafeMutableBufferPointer { target in
        unsafe body(source.baseAddress!, target.baseAddress!)
      }
    }
    return target.map(\.string)
  }

  @Test func casing() {
    let texts = ["", "Plain", "plain", "ÀÉß", "ΟΔΟΣ", "İstanbul", "ǅ"]
    #expect(
      run(texts) {
        unsafe TextKernels.lower($0, into: $1, count: texts.count, arena: scratch.arena)
      }
        == ["", "plain", "plain", "àéß", "οδος", "i\u{307}stanbul", "ǆ"])
    #expect(
      run(texts) {
        unsafe TextKernels.upper($0, into: $1, count: texts.count, arena: scratch.arena)
      }
        == ["", "PLAIN", "PLAIN", "ÀÉSS", "ΟΔΟΣ", "İSTANBUL", "Ǆ"])
  }

  @Test func trimmingAndCutting() {
    let texts = [" a b ", "\t\n", "\u{2003}x\u{2028}", "é\u{A0}", "\u{200B}y", "\u{1C}z\u{1F}"]
    #expect(
      run(texts) { unsafe TextKernels.trim($0, into: $1, count: texts.count) }
        == ["a b", "", "x", "é", "\u{200B}y", "z"])
    #expect(
      run(["2026-03-03T10", "日本語", "ab", ""]) {
        unsafe TextKernels.each($0, into: $1, count: 4, composing: nil) { $0.first(2) }
      } == ["20", "日本", "ab", ""])
  }

  @Test func pythonAgreesOnCasingAndTrimming() throws {
    var random = SeededGenerator(seed: 9)
    let spaces: [UInt32] = [
      0x20, 0x09, 0x1C, 0x85, 0xA0, 0x1680, 0x2000, 0x200A, 0x200B, 0x2028, 0x202F, 0x205F, 0x3000,
      0xFEFF,
    ]
    var texts: [String] = []
    for _ in 0..<3000 {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...8, using: &random) {
        let value: UInt32 =
          switch Int.random(in: 0...4, using: &random) {
          case 0: spaces.randomElement(using: &random)!
          case 1, 2: UInt32.random(in: 0x41...0x7A, using: &random)
          case 3: UInt32.random(in: 0xC0...0x17F, using: &random)
          default: UInt32.random(in: 0x391...0x3C9, using: &random)
          }
        if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
      }
      texts.append(String(scalars))
    }
    let script = """
      import sys
      def h(s): return '.'.join('%x' % ord(c) for c in s)
      for line in sys.stdin.read().split('\\n')[:-1]:
          s = ''.join(chr(int(c, 16)) for c in line.split('.') if c)
          print(h(s.lower()), h(s.upper()), h(s.strip()), sep=' ')
      """
    func hex(_ text: String) -> String {
      text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: ".")
    }
    guard
      let answers = try Interpreter.python3.run(
        script, input: texts.map { hex($0) + "\n" }.joined())
    else { return }
    let n = texts.count
    let lower = run(texts) {
      unsafe TextKernels.lower($0, into: $1, count: n, arena: scratch.arena)
    }
    let upper = run(texts) {
      unsafe TextKernels.upper($0, into: $1, count: n, arena: scratch.arena)
    }
    let trimmed = run(texts) { unsafe TextKernels.trim($0, into: $1, count: n) }
    #expect(answers.count == n)
    for i in 0..<n {
      #expect(
        answers[i] == "\(hex(lower[i])) \(hex(upper[i])) \(hex(trimmed[i]))", "\(hex(texts[i]))")
    }
  }

  @Test func order() {
    let words = ["", "Z", "a", "ab", "é", "\u{FFFD}", "😀"].map { scratch.arena.copy($0) }
    for (i, a) in words.enumerated() {
      for (j, b) in words.enumerated() {
        #expect(a.order(to: b).signum() == (i - j).signum())
        #expect(a.isSame(as: b) == (i == j))
      }
    }
  }
}
