import CScan
import Glibc
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

/// Memory that ends where the process may read no further: one byte too many ends the test run.
@safe private final class GuardedMemory {
  private let pages: UnsafeMutableRawPointer
  private let size: Int
  private let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
  /// Where the bytes end that may be read.
  let end: UnsafeMutablePointer<UInt8>

  init(_ count: Int) throws {
    let whole = (count + pageSize - 1) / pageSize * pageSize
    size = whole + pageSize
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    let made = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0)
    guard let made = unsafe made, unsafe made != MAP_FAILED else { throw CancellationError() }
    unsafe pages = made
    unsafe end = (made + whole).assumingMemoryBound(to: UInt8.self)
    let isGuarded = unsafe mprotect(made + whole, pageSize, PROT_NONE) == 0
    #expect(isGuarded)
  }

  deinit { unsafe munmap(pages, size) }

  /// A text of these bytes that ends so many before the last that may be read.
  func text(_ bytes: [UInt8], before end: Int) -> TextSlice {
    let start = unsafe self.end - end - bytes.count
    for (index, byte) in bytes.enumerated() { unsafe start[index] = byte }
    return unsafe TextSlice(base: UnsafePointer(start), count: bytes.count)
  }
}

/// Vectors take more of a text than it has. That is of memory which is there: sixteen bytes
/// behind each text, and no other page than the text's own.
@Suite struct GuardedTextTests {
  private static func letters(_ count: Int, _ generator: inout SeededGenerator) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0x61...0x7A, using: &generator) }
  }

  @Test func textsAtTheEndOfMemory() throws {
    let memory = try GuardedMemory(4096)
    var generator = SeededGenerator(seed: 16)
    for length in 0...40 {
      for padding in 0...TextSlice.padding {
        let bytes = Self.letters(length, &generator)
        let text = memory.text(bytes, before: padding)
        let (fast, slow) = (ByteBuffer(), ByteBuffer())
        Self.write(text, to: fast)
        slow.append(text, as: .csv)
        slow.append(UInt8(ascii: "\n"))
        #expect(fast.string == slow.string, "\(length) bytes, \(padding) behind them")
        guard length <= 16 else { continue }
        let low = bytes.prefix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let high = bytes.dropFirst(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(text.firstBytes == (low, high), "\(length) bytes, \(padding) behind them")
      }
    }
  }

  private static func write(_ text: TextSlice, to buffer: ByteBuffer) {
    let (texts, statuses) = (ColumnBuffer<TextSlice>(), ColumnBuffer<UInt8>())
    texts.append(text)
    statuses.append(1)
    let column = PrintedColumn(texts, form: .text)
    RowPrinter().append(
      [.column(column, first: 0)], statuses, plain: 1, to: buffer,
      other: { row, _, buffer in buffer.append(column, row: row, as: .csv) },
      whole: { _, _ in 0 })
  }

  /// A chunk of input has 64 bytes behind it, and no scanner looks further.
  @Test(arguments: [cscan_portable, cscan_avx2, cscan_avx512])
  func scansAtTheEndOfMemory(_ way: cscan_way) throws {
    guard cscan_can(way) != 0 else { return print("skipped: no such scanner here") }
    let memory = try GuardedMemory(4096)
    var generator = SeededGenerator(seed: 17)
    for length in 0...200 {
      let bytes = (0..<length).map { _ in
        ",\n\"ab;".utf8.randomElement(using: &generator) ?? 0
      }
      let spaces = [UInt8](repeating: 0x20, count: InputChunk.padding)
      let text = memory.text(bytes + spaces, before: 0)
      var marks = [UInt32](repeating: 0, count: length + 64)
      var found = cscan_found()
      let count = unsafe cscan_csv_by(
        way, text.base, 0, length, UInt8(ascii: ","), &marks, &found)
      let expected = bytes.indices.filter { bytes[$0] == 0x2C || bytes[$0] == 0x0A }
      #expect(marks.prefix(count).map { Int($0) } == expected, "\(length) bytes")
    }
  }

  /// Whoever holds texts has the bytes behind them.
  @Test func buffersOfTextsArePadded() {
    let arena = TextArena()
    let texts = BlockTexts()
    for count in [1, 63, 64, 65, 255, 256, 257, 4095, 4096, 70_000] {
      let bytes = ByteBuffer(capacity: count)
      for _ in 0..<count { bytes.append(0x61) }
      let text = bytes.slice(0, count)
      let ofBlock = unsafe texts.copy(text.base, count: count)
      for held in [text, arena.copy(text), ofBlock] {
        let padded = unsafe TextSlice(base: held.base, count: count + TextSlice.padding)
        #expect(padded.string.utf8.prefix(count).allSatisfy { $0 == 0x61 })
      }
    }
  }
}
