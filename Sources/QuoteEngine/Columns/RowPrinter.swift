internal import CScan

/// What a printer takes a row's cell from.
public enum PrintedCell {
  /// A column, and its row that is the first row's.
  case column(PrintedColumn, first: Int)
  /// The same text of at most 16 bytes in every plain row.
  case word(TextSlice)
  /// The caller writes it.
  case asked
}

/// Prints rows of CSV: amounts of two decimals, doubles that are whole cents and short
/// plain texts by itself, every other cell as its caller does.
@safe struct RowPrinter {
  /// A cell of the row: where its column's cells are, and how they are written.
  @safe private struct Cell: BitwiseCopyable {
    @unsafe var base: UnsafeRawPointer
    /// From one row's cell to the next, of texts.
    var stride: Int
    var ease: PrintedColumn.Ease
  }

  /// How far printing has come.
  @safe private struct Place {
    var row = 0
    /// The next cell of the row.
    var cell = 0
    /// Where it goes in the output.
    @unsafe var at: UnsafeMutablePointer<UInt8>
  }

  private enum Stop { case done, full, asked }

  private let cells = ColumnBuffer<Cell>()
  private let words = ColumnBuffer<TextSlice>()

  /// What a cell that is not asked for takes at most, its separator included.
  private static let cellRoom = textRoom + 16
  /// Texts longer than this are asked for.
  private static let textRoom = 48

  /// Says what the next rows are made of. Columns and words are lent.
  func begin(_ row: [PrintedCell]) {
    cells.removeAll()
    words.removeAll()
    words.reserve(row.count)
    for cell in row {
      switch cell {
      case .column(let column, let first):
        unsafe cells.append(
          Cell(base: column.address(of: first), stride: 16, ease: column.ease))
      case .word(let word):
        words.append(word)
        let base = unsafe UnsafeRawPointer(words.pointer + (words.count - 1))
        unsafe cells.append(Cell(base: base, stride: 0, ease: .text))
      case .asked:
        unsafe cells.append(
          Cell(base: UnsafeRawPointer(words.pointer), stride: 0, ease: .other))
      }
    }
  }

  /// Appends a row for each status, ended by `\n`. Cells of rows whose status is `plain`
  /// are taken from columns and words; `other` appends a cell, by row and position.
  func append(
    _ statuses: ColumnBuffer<UInt8>, plain: UInt8, to buffer: ByteBuffer,
    other: (Int, Int) -> Void
  ) {
    precondition(cells.count > 0)
    let room = (cells.count + 1) * RowPrinter.cellRoom
    var place = unsafe Place(at: buffer.room(for: room))
    while true {
      let limit = unsafe buffer.room(for: 0) + (buffer.capacity - buffer.count - room)
      let stop = unsafe run(statuses, plain, limit, &place)
      buffer.advance(by: unsafe place.at - buffer.room(for: 0))
      if stop == .done { return }
      if stop == .asked { other(place.row, place.cell) }
      unsafe place.at = buffer.room(for: room)
      if stop == .full { continue }
      unsafe place.at[0] = UInt8(ascii: ",")
      unsafe place.at += 1
      place.cell += 1
    }
  }

  /// Goes on until a row is to be begun beyond `limit`, or a cell is not for this loop. By
  /// itself, so that all it needs stays in registers.
  ///
  /// Sound because room is made for a whole row before it is begun, and again after every
  /// cell that the caller wrote.
  @inline(never)
  @unsafe private func run(
    _ statuses: ColumnBuffer<UInt8>, _ plain: UInt8, _ limit: UnsafeMutablePointer<UInt8>,
    _ place: inout Place
  ) -> Stop {
    let (cells, width) = unsafe (self.cells.pointer, self.cells.count)
    let (rows, statuses) = unsafe (statuses.count, statuses.pointer)
    let (wholes, cents) = unsafe (DecimalTexts.wholes, DecimalTexts.cents)
    var (row, index, at) = unsafe (place.row, place.cell, place.at)
    defer { unsafe place = Place(row: row, cell: index, at: at) }
    while row < rows {
      if unsafe at > limit { return .full }
      let isPlain = unsafe statuses[row] == plain
      while index < width {
        guard isPlain else { return .asked }
        let cell = unsafe cells + index
        if unsafe cell.pointee.ease == .cents {
          let value = unsafe cell.pointee.base.load(fromByteOffset: row &* 8, as: Int64.self)
          guard value.magnitude < DecimalTexts.mostCents else { return .asked }
          unsafe at = DecimalTexts.write(value, to: at, wholes, cents)
        } else if unsafe cell.pointee.ease == .text {
          let text = unsafe cell.pointee.base.load(
            fromByteOffset: row &* cell.pointee.stride, as: TextSlice.self)
          guard text.count <= Self.textRoom,
            unsafe cscan_copy_plain(text.base, text.count, at) != 0
          else { return .asked }
          unsafe at += text.count
          unsafe at[0] = UInt8(ascii: ",")
          unsafe at += 1
        } else {
          let tails: UnsafePointer<UInt64>
          switch unsafe cell.pointee.ease {
          case .python: unsafe tails = DecimalTexts.python
          case .javascript: unsafe tails = DecimalTexts.javascript
          case .cents, .text, .other: return .asked
          }
          let value = unsafe cell.pointee.base.load(fromByteOffset: row &* 8, as: Double.self)
          guard let end = unsafe DecimalTexts.write(value, to: at, wholes, tails) else {
            return .asked
          }
          unsafe at = end
        }
        index &+= 1
      }
      unsafe at[-1] = UInt8(ascii: "\n")
      row &+= 1
      index = 0
    }
    return .done
  }
}

/// Digits written beforehand, four bytes in the order of the text. Never freed,
/// never written again.
enum DecimalTexts {
  /// `0` to `9999` without zeros before them, in the lower half of each; in the
  /// upper half how many digits they are (asked of a number, it would be a branch
  /// that nobody can foretell).
  nonisolated(unsafe) static let wholes: UnsafePointer<UInt64> = {
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 10_000)
    for number in 0..<10_000 {
      var (text, length, rest): (UInt32, UInt64, Int) = (0, 0, number)
      repeat {
        text = text << 8 | UInt32(UInt8(ascii: "0")) + UInt32(rest % 10)
        length += 1
        rest /= 10
      } while rest > 0
      unsafe memory[number] = UInt64(text) | length << 32
    }
    return unsafe UnsafePointer(memory)
  }()

  /// `.00,` to `.99,`.
  nonisolated(unsafe) static let cents: UnsafePointer<UInt32> = {
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 100)
    for number in 0..<100 {
      let digits = UInt32(number / 10) << 8 | UInt32(number % 10) << 16
      unsafe memory[number] = 0x2C30_302E + digits
    }
    return unsafe UnsafePointer(memory)
  }()

  /// As ``cents``, without zeros at the end but for one right after the point, as Python
  /// prints doubles; in the upper half of each how many bytes it is.
  nonisolated(unsafe) static let python = unsafe tails(least: 1)

  /// The same without any zero at the end, nor a point before nothing, as JavaScript does.
  nonisolated(unsafe) static let javascript = unsafe tails(least: 0)

  @unsafe private static func tails(least: Int) -> UnsafePointer<UInt64> {
    let memory = UnsafeMutablePointer<UInt64>.allocate(capacity: 100)
    for number in 0..<100 {
      var digits = [UInt8(number / 10), UInt8(number % 10)].map { $0 + UInt8(ascii: "0") }
      while digits.count > least, digits.last == UInt8(ascii: "0") { digits.removeLast() }
      let text = (digits.isEmpty ? [] : [UInt8(ascii: ".")] + digits) + [UInt8(ascii: ",")]
      let bytes = text.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      unsafe memory[number] = bytes | UInt64(text.count) << 32
    }
    return unsafe UnsafePointer(memory)
  }

  /// Below it, the whole part of an amount is at most two groups of four digits.
  static let mostCents: UInt64 = 10_000_000_000

  /// An amount in hundredths below `mostCents` in size, and a comma; gives the
  /// place after them. Up to 16 bytes are written; the tables are those above.
  @inline(__always)
  @unsafe static func write(
    _ value: Int64, to place: UnsafeMutablePointer<UInt8>, _ wholes: UnsafePointer<UInt64>,
    _ cents: UnsafePointer<UInt32>
  ) -> UnsafeMutablePointer<UInt8> {
    let (at, rest) = unsafe writeWhole(value, to: place, wholes)
    unsafe store(cents[rest], at)
    return unsafe at + 4
  }

  /// The same of a double that is so many whole cents (see `wholeCents`); nil
  /// where it is none, and for a zero with a sign.
  @inline(__always)
  @unsafe static func write(
    _ value: Double, to place: UnsafeMutablePointer<UInt8>, _ wholes: UnsafePointer<UInt64>,
    _ tails: UnsafePointer<UInt64>
  ) -> UnsafeMutablePointer<UInt8>? {
    guard let cents = wholeCents(value, below: Double(mostCents) - 1),
      cents != 0 || value.sign == .plus
    else { return nil }
    let (at, rest) = unsafe writeWhole(cents, to: place, wholes)
    let tail = unsafe tails[rest]
    unsafe store(UInt32(truncatingIfNeeded: tail), at)
    return unsafe at + Int(truncatingIfNeeded: tail &>> 32)
  }

  /// The cents that a double is the nearest one to; nil where there are none, or `most`
  /// (up to 1e15) or more.
  ///
  /// Such a double is most of what is ever printed. Where n, the whole number next to
  /// x · 100, has at most 15 digits and n / 100 rounds back to x, n · 10⁻² is a decimal of
  /// at most 15 digits that reads as x. Decimals of at most 15 digits all read as different
  /// doubles, and the shortest one has no more digits than this one, so it is this one,
  /// without its trailing zeros.
  @inline(__always)
  static func wholeCents(_ value: Double, below most: Double) -> Int64? {
    let hundredfold = value * 100
    guard hundredfold.magnitude < most else { return nil }
    let cents = Int64(hundredfold + (value < 0 ? -0.5 : 0.5))
    return Double(cents) / 100 == value ? cents : nil
  }

  /// The sign and the whole part; gives the place after them, and the hundredths.
  @inline(__always)
  @unsafe private static func writeWhole(
    _ value: Int64, to place: UnsafeMutablePointer<UInt8>, _ wholes: UnsafePointer<UInt64>
  ) -> (UnsafeMutablePointer<UInt8>, Int) {
    var at = unsafe place
    let magnitude = value.magnitude
    unsafe at[0] = UInt8(ascii: "-")
    unsafe at += Int(truncatingIfNeeded: UInt64(bitPattern: value) &>> 63)
    let whole = magnitude / 100
    let rest = Int(truncatingIfNeeded: magnitude &- whole &* 100)
    if whole < 10_000 {
      let text = unsafe wholes[Int(truncatingIfNeeded: whole)]
      unsafe store(UInt32(truncatingIfNeeded: text), at)
      unsafe at += Int(truncatingIfNeeded: text &>> 32)
    } else {
      let high = whole / 10_000
      let text = unsafe wholes[Int(truncatingIfNeeded: high)]
      unsafe store(UInt32(truncatingIfNeeded: text), at)
      unsafe at += Int(truncatingIfNeeded: text &>> 32)
      let low = unsafe wholes[Int(truncatingIfNeeded: whole &- high &* 10_000)]
      // With zeros before it.
      let missing = UInt32(truncatingIfNeeded: 32 &- 8 &* (low &>> 32))
      let digits = UInt32(truncatingIfNeeded: low) &<< missing
      unsafe store(digits | 0x3030_3030 & ((1 &<< missing) &- 1), at)
      unsafe at += 4
    }
    return unsafe (at, rest)
  }

  @inline(__always)
  @unsafe private static func store(_ bytes: UInt32, _ at: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(at).storeBytes(of: bytes.littleEndian, as: UInt32.self)
  }
}
