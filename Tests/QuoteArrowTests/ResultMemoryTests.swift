import CArrow
import Testing

/// Memory of results, which is used again when consumers have given it back.
struct ResultMemoryTests {
  /// Fills what it was given, and looks later whether somebody else has written there.
  private struct Owned: ~Copyable {
    let words: UnsafeMutableBufferPointer<UInt64>
    let mark: UInt64

    init(bytes: Int, mark: UInt64) throws {
      let memory = try #require(unsafe carrow_memory(bytes))
      unsafe words = UnsafeMutableBufferPointer(
        start: memory.bindMemory(to: UInt64.self, capacity: bytes / 8), count: bytes / 8)
      self.mark = mark
      unsafe words.update(repeating: mark)
    }

    consuming func giveBack() -> Bool {
      let isWhole = unsafe words.allSatisfy { $0 == mark }
      unsafe carrow_forget(UnsafeMutableRawPointer(words.baseAddress))
      return isWhole
    }
  }

  @Test func noMemoryIsGivenToTwo() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for worker in 1...4 as ClosedRange<UInt64> {
        group.addTask {
          var size = 48_000
          var isWhole = true
          for round in 0..<400 as Range<UInt64> {
            let first = try Owned(bytes: size, mark: worker << 32 | round)
            let second = try Owned(bytes: 2 * size, mark: ~(worker << 32 | round))
            isWhole = first.giveBack() && isWhole
            isWhole = second.giveBack() && isWhole
            size = (size * 7 + 4_096) % 300_000 / 8 * 8 + 8_192
          }
          return isWhole
        }
      }
      for try await isWhole in group { #expect(isWhole) }
    }
  }

  @Test func whatWaitsIsBounded() {
    let all = (0..<64).map { _ in unsafe carrow_memory(3 << 20) }
    for unsafe memory in unsafe all { unsafe carrow_forget(memory) }
    // Other tests may take of what waits meanwhile, and give back to it.
    #expect(carrow_waiting() <= 64 << 20)
  }
}
