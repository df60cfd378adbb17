import Foundation
import Synchronization
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax
@testable import quote

@Suite struct ProgressTests {
  /// What a terminal gets, if it is one, when a second has gone by.
  private func shown(isTerminal: Bool, _ meter: InputMeter?) -> String {
    let text = Mutex("")
    let moments = Mutex([Int64(1_000_000), 0])
    let console = Console(
      write: { _ in }, complain: { line in text.withLock { $0 += line } },
      outputIsTerminal: false, errorsAreTerminal: isTerminal, environment: { _ in nil },
      now: { Instant(microsecondsSince1970: moments.withLock { $0.popLast() } ?? 0) },
      abandon: { _ in })
    var progress = Progress(console: console, meter: meter)
    progress.show(rows: 1_234_567)
    progress.clear()
    return text.withLock { $0 }
  }

  @Test func onlyATerminalIsTold() {
    let line = "\r\u{1B}[K1,234,567 bookings, 1,234,567 a second\r\u{1B}[K"
    #expect(shown(isTerminal: true, nil) == line)
    #expect(shown(isTerminal: false, nil) == "")
  }

  /// How much there is of plain files is known.
  @Test func theShareOfFilesIsTold() throws {
    let path = NSTemporaryDirectory() + "progress-\(UUID().uuidString).csv"
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data(count: 10_000).write(to: URL(fileURLWithPath: path))
    let sources: [ByteSource] = [.file(path: path), .file(path: path)]
    let meter = try #require(InputMeter(sources))
    #expect(shown(isTerminal: true, meter).contains("[K0 %, 1,234,567"))
    let stream = try ByteStream(sources[0], meter: meter)
    let room = ColumnBuffer<UInt8>()
    room.resize(to: 10_000)
    while try unsafe stream.read(into: room.pointer, count: 10_000) > 0 {}
    #expect(shown(isTerminal: true, meter).contains("[K50 %, 1,234,567"))
    #expect(InputMeter(sources + [.standardInput]) == nil)
    #expect(InputMeter([.file(path: path + ".none")]) == nil)
  }
}
