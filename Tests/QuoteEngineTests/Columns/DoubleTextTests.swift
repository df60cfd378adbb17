import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import TestKit
import Testing

/// Doubles as text, held against the languages they are printed for.
@Suite struct DoubleTextTests {
  private static let nasty: [Double] = [
    0, -0.0, 1, -1, 0.1, 0.2, 0.1 + 0.2, 1.005, 2.675, 0.5, 1.5, 2.5, 0.125, 0.375, 50.625,
    1e15, 1e16, 123_456_789_012_345_680, 9_007_199_254_740_994, 9_999_999_999_999_998, 1e20,
    1e21, 1e22, 1e23, .leastNonzeroMagnitude, 2.2250738585072014e-308, 1.7976931348623157e308,
    0.0001,
    0.00001, 0.00012345, 1e-6, 1e-7, 1.5e-7, 4.35, 0.01, 0.07, 99.99, 1e13, 9_999_999_999_999.99,
    9_007_199_254_740.99, 90_071_992_547_409.91, 123.456, 1e-5, 12e-6, 0x1p-44, 999.995, 9.995,
    0.995, -0.001, -0.005, 1e100, 8.41e21, 2.0e-3, 609.20, 564.0749999999999, .infinity,
    -.infinity, .nan,
  ]

  private static func values(seed: UInt64, count: Int) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    var values = nasty
    for index in 0..<count {
      switch index % 5 {
      case 0: values.append(Double(bitPattern: generator.next()))
      case 1:
        let cents = Int.random(in: -10_000_000...10_000_000, using: &generator)
        values.append(Double(cents) / 100)
      case 2: values.append(Double.random(in: -100_000...100_000, using: &generator))
      case 3:
        let parts = Int.random(in: -1_000_000...1_000_000, using: &generator)
        values.append(Double(parts) / 1024)
      default:
        let cents = Double(Int.random(in: 1..<1 << 54, using: &generator)) / 100
        values.append(Bool.random(using: &generator) ? cents : cents.nextUp)
      }
    }
    return values
  }

  private static func ours(_ value: Double, _ arithmetic: Arithmetic) -> [String] {
    let buffer = ByteBuffer()
    var texts: [String] = []
    buffer.append(shortest: value, as: arithmetic)
    texts.append(buffer.string)
    for places in [0, 1, 2, 4, 7] {
      buffer.removeAll()
      buffer.append(value, places: places, as: arithmetic)
      texts.append(buffer.string)
    }
    return texts
  }

  private static func input(_ values: [Double]) -> String {
    values.map { String($0.bitPattern, radix: 16) }.joined(separator: "\n") + "\n"
  }

  @Test(arguments: LongRun.parts(seed: 7, short: 20_000, long: 10_000_000))
  func pythonPrintsTheSame(part: LongRun.Part) throws {
    let values = Self.values(seed: part.seed, count: part.count)
    let script = """
      import sys, struct
      for line in sys.stdin:
        x = struct.unpack('>d', int(line, 16).to_bytes(8, 'big'))[0]
        print(repr(x), *[f'{x:.{n}f}' for n in (0, 1, 2, 4, 7)])
      """
    guard let lines = try Interpreter.python3.run(script, input: Self.input(values)) else { return }
    #expect(lines.count == values.count)
    for (value, line) in zip(values, lines) {
      let text = Self.ours(value, .python).joined(separator: " ")
      if text != line { Issue.record("\(value.bitPattern): ours \(text), Python \(line)") }
    }
  }

  @Test(arguments: LongRun.parts(seed: 11, short: 20_000, long: 10_000_000))
  func javaScriptPrintsTheSame(part: LongRun.Part) throws {
    let values = Self.values(seed: part.seed, count: part.count)
    let script = """
      const view = new DataView(new ArrayBuffer(8)), out = [];
      for (const line of require('fs').readFileSync(0, 'utf8').trim().split('\\n')) {
        view.setBigUint64(0, BigInt('0x' + line)); const x = view.getFloat64(0);
        out.push([String(x), ...[0, 1, 2, 4, 7].map(n => x.toFixed(n))].join(' '));
      }
      require('fs').writeSync(1, out.join('\\n') + '\\n');
      """
    guard let lines = try Interpreter.node.run(script, input: Self.input(values)) else { return }
    #expect(lines.count == values.count)
    for (value, line) in zip(values, lines) {
      let text = Self.ours(value, .javascript).joined(separator: " ")
      if text != line { Issue.record("\(value.bitPattern): ours \(text), JavaScript \(line)") }
    }
  }

  @Test func whatIsPrintedReadsBack() {
    let buffer = ByteBuffer()
    for value in Self.values(seed: 3, count: 20_000) where value.isFinite {
      buffer.removeAll()
      buffer.append(shortest: value, as: .python)
      if DoubleText.read(buffer.string)?.bitPattern != value.bitPattern {
        Issue.record("\(buffer.string)")
      }
    }
  }

  @Test func beyondTheRange() {
    #expect(DoubleText.read("1e400") == .infinity)
    #expect(DoubleText.read("-1e400") == -.infinity)
    #expect(DoubleText.read("1e-400") == 0)
    #expect(DoubleText.read("4e-324") == .leastNonzeroMagnitude)
    #expect(DoubleText.read("9007199254740993") == 9_007_199_254_740_992)
  }

  static let texts = [
    "1", " 1 ", "\t-2.5\n", "+3", "+-3", "1_000", "1__0", "_1", "1_", "1_.5", "1._5", "1_0.2_5",
    "1e1_0", "1_e5", "1e_5", ".5", "5.", ".", "", " ", "e5", "1e", "1e+", "1e5", "1E-5", "inf",
    "-Inf", "+INFINITY", "infinit", "nan", "-NaN", "NAN(1)", "Infinity", "-Infinity", "infinity",
    "0x1F", "0X1f", "-0x1", "0o17", "0b101", "0b102", "0x", "0x20000000000001", "0x20000000000003",
    "0x800000000000040000000000001", "\u{661}\u{662}", "\u{ff11}.\u{ff15}", "\u{a0}7\u{a0}",
    "\u{3000}7", "7\u{85}", "\u{feff}7", "\u{1c}7", "\u{1c}\u{661}", "1 2", "1,5", "١٢٣_٤", "²",
    "½",
    "9223372036854775807", "-9223372036854775808", "9223372036854775808", "007", "0_7", "1.0",
    "--1",
    "1\u{0}", "\u{1d7d9}", "1e400", "-1e-400", "1d5", "1f", "0x1p3", "True", "Ⅷ", "一",
  ]

  /// Texts of what numbers are written with, most of them no numbers.
  static func numberTexts(seed: UInt64, count: Int) -> [String] {
    let pieces = [
      "0", "1", "7", "12", "305", "_", ".", "e", "E", "-", "+", " ", "\u{661}", "\u{ff15}",
      "inf", "nan", "\t", "\u{a0}", "x", "0x", "e-3", ".5", "00",
    ]
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      (0..<Int.random(in: 1...6, using: &generator)).reduce(into: "") { text, _ in
        text += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
      }
    }
  }

  @Test(arguments: LongRun.parts(seed: 13, short: 3000, long: 1_000_000))
  func pythonReadsTheSame(part: LongRun.Part) throws {
    let texts = Self.texts + Self.numberTexts(seed: part.seed, count: part.count)
    let input = texts.map { text in
      text.utf8.map { String($0, radix: 16) }.joined(separator: " ")
    }
    let script = """
      import sys, struct
      for line in sys.stdin.read().split('\\n')[:-1]:
        text = bytes(int(x, 16) for x in line.split()).decode()
        try:
          f = float(text)
          f = str(int.from_bytes(struct.pack('>d', f), 'big') if f == f else 'nan')
        except ValueError: f = 'no'
        try: i = int(text); i = i if -2**63 <= i < 2**63 else 'large'
        except ValueError: i = 'no'
        print(f, i)
      """
    guard
      let lines = try Interpreter.python3.run(
        script, input: input.joined(separator: "\n") + "\n")
    else { return }
    #expect(lines.count == texts.count)
    for (text, line) in zip(texts, lines) {
      let double = PythonNumber.double(text).map { $0.isNaN ? "nan" : "\($0.bitPattern)" } ?? "no"
      var integer = "no"
      do { integer = "\(try PythonNumber.integer(text))" } catch {
        integer = error == .tooLarge ? "large" : "no"
      }
      #expect("\(double) \(integer)" == line, "\(text.debugDescription)")
      exactlyTheSame(text)
    }
  }

  /// The exact number of a text is the one whose nearest double Python gives.
  private func exactlyTheSame(_ text: String) {
    let (double, decimal) = (PythonNumber.double(text), PythonNumber.decimal(text))
    guard let double, double.isFinite else {
      #expect(decimal == nil || double?.isInfinite == true, "\(text.debugDescription)")
      return
    }
    guard let exact = try? decimal?.ratio() else {
      let isNear = (1e-15...1e15).contains(double.magnitude)
      #expect(!isNear || text.utf8.count > 20, "\(text.debugDescription)")
      return
    }
    #expect(exact.nearestDouble == double, "\(text.debugDescription)")
  }
}
