import QuoteLanguage
import QuoteSyntax

/// The rows left at the end for code that takes eight at a time: copied aside to where there is
/// room for eight, and what was stored copied back.
struct LoopRest {
  static let rows = 8

  /// What a loop does where one of its places says.
  private struct Access {
    /// Bytes of a cell; 0 for bits.
    var stride = 0
    var isLoaded = false
    var isStored = false

    /// Where those of the range's rows begin.
    @unsafe func cells(
      _ range: Range<Int>, _ place: UnsafeMutableRawPointer?
    ) -> UnsafeMutableRawPointer? {
      let first = range.lowerBound
      return unsafe place.map { unsafe $0 + (stride == 0 ? first / 8 : stride * first) }
    }

    @unsafe func copy(
      _ cells: UnsafeMutableRawPointer?, to place: UnsafeMutableRawPointer?, rows: Int
    ) {
      guard let cells = unsafe cells, let place = unsafe place else { return }
      unsafe place.copyMemory(from: cells, byteCount: stride == 0 ? 1 : stride * rows)
    }
  }

  private var accesses: [Access]

  init(_ program: LoopProgram) {
    accesses = Array(repeating: Access(), count: program.places.count)
    for assignment in program.steps {
      switch assignment.step {
      case .load(let place, let column):
        accesses[place].stride = column.stride
        accesses[place].isLoaded = true
      case .loadBits(let place): accesses[place].isLoaded = true
      case .store(let place, _, let column):
        accesses[place].stride = column.stride
        accesses[place].isStored = true
      case .broadcast, .widen, .narrow, .arithmetic, .longMultiply, .divide, .extreme,
        .leastUnsigned, .absolute, .negateDouble, .toDouble, .round, .compare, .and, .or,
        .not, .zeroUnless, .addWhere, .select, .take:
        continue
      }
    }
  }

  /// Gives the body places whose first row is the first of the range, fewer than eight, which
  /// begins at a multiple of eight.
  @unsafe func withRows(
    _ range: Range<Int>, of places: UnsafePointer<UnsafeMutableRawPointer?>,
    _ body: (UnsafePointer<UnsafeMutableRawPointer?>) -> Void
  ) {
    let room = Self.rows * MemoryLayout<UInt64>.size
    unsafe withUnsafeTemporaryAllocation(
      byteCount: room * accesses.count, alignment: MemoryLayout<UInt64>.alignment
    ) { cells in
      unsafe withUnsafeTemporaryAllocation(
        of: UnsafeMutableRawPointer?.self, capacity: max(1, accesses.count)
      ) { asides in
        unsafe cells.initializeMemory(as: UInt8.self, repeating: 0)
        guard let first = cells.baseAddress else { return }
        for (index, access) in accesses.enumerated() {
          let aside = unsafe first + room * index
          unsafe asides.initializeElement(at: index, to: aside)
          guard access.isLoaded else { continue }
          unsafe access.copy(access.cells(range, places[index]), to: aside, rows: range.count)
        }
        if let places = asides.baseAddress { unsafe body(places) }
        for (index, access) in accesses.enumerated() where access.isStored {
          let aside = unsafe first + room * index
          unsafe access.copy(aside, to: access.cells(range, places[index]), rows: range.count)
        }
      }
    }
  }
}

extension LoopProgram.Column {
  /// Bytes of a cell.
  fileprivate var stride: Int {
    switch self {
    case .integers, .doubles: 8
    case .choices: 4
    case .flags: 1
    }
  }
}
