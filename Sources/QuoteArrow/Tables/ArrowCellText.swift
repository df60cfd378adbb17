import CArrow
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A cell as a CSV file or a JSON record would have it.
struct ArrowCellText {
  let column: ArrowColumn
  /// How many digits of a double count.
  let digits: Int

  private func other(_ column: ArrowColumn) -> ArrowCellText {
    ArrowCellText(column: column, digits: digits)
  }

  /// Appends a given cell as text. A list is JSON; so is an object, but a point is `lat,lng`.
  func append(_ row: Int, to buffer: ByteBuffer) throws(Trouble) {
    if let dictionary = column.dictionary {
      guard let place = try place(row) else { return }
      if try dictionary.isGiven(place) { try other(dictionary).append(place, to: buffer) }
      return
    }
    switch column.type {
    case .list, .listView, .fixedList, .structure:
      if column.joinsTexts, let lists = column.lists { return try join(lists, row, to: buffer) }
      guard let (first, second) = try halves(of: row) else {
        return try appendJSON(row, to: buffer)
      }
      let (hasFirst, hasSecond) = (try first.isGiven, try second.isGiven)
      guard hasFirst || hasSecond else { return }
      if hasFirst { try other(first.column).append(first.row, to: buffer) }
      buffer.append(UInt8(ascii: ","))
      if hasSecond { try other(second.column).append(second.row, to: buffer) }
    case .nothing, .flag, .whole, .double, .shortFloat, .decimal, .text, .textView, .days,
      .dayMilliseconds, .time, .moment, .other:
      try appendPlain(row, to: buffer)
    }
  }

  private func join(
    _ lists: ArrowElements, _ row: Int, to buffer: ByteBuffer
  ) throws(Trouble) {
    let elements = try lists.elements(of: row)
    for element in elements {
      if element > elements.lowerBound { buffer.append("; ") }
      try other(lists.element).append(element, to: buffer)
    }
  }

  /// A number somewhere in the table.
  private struct Half {
    let column: ArrowColumn
    let row: Int

    var isGiven: Bool { get throws(Trouble) { try column.isGiven(row) } }
  }

  /// Latitude and longitude: of an object which has only these, of a list whose type says that it
  /// has two doubles, and of any other one that an input reads a point from.
  private func halves(of row: Int) throws(Trouble) -> (Half, Half)? {
    if case .structure = column.type {
      guard column.holdsPoints || column.children.count == 2,
        let latitude = column.children.first(where: { $0.name == "lat" }),
        let longitude = column.children.first(where: { $0.name == "lng" })
      else { return nil }
      return (Half(column: latitude, row: row), Half(column: longitude, row: row))
    }
    guard let lists = column.lists else { return nil }
    let element = lists.element
    let isPair = column.type == .fixedList(size: 2) && element.type == .double
    guard isPair || column.holdsPoints && element.type.isNumber else { return nil }
    let two = try lists.elements(of: row)
    guard two.count == 2 else { return nil }
    let first = two.lowerBound
    return (Half(column: element, row: first), Half(column: element, row: first + 1))
  }

  // MARK: JSON

  /// Members that are not given are left out, as is an empty text: a CSV file has neither.
  private func appendJSON(_ row: Int, to buffer: ByteBuffer) throws(Trouble) {
    guard try column.isGiven(row) else { return buffer.append("null") }
    if let dictionary = column.dictionary {
      guard let place = try place(row) else { return buffer.append("null") }
      return try other(dictionary).appendJSON(place, to: buffer)
    }
    if column.holdsPoints, let (first, second) = try halves(of: row) {
      return try appendJSON(first, second, to: buffer)
    }
    switch column.type {
    case .list, .listView, .fixedList:
      guard let lists = column.lists else { return buffer.append("null") }
      buffer.append(UInt8(ascii: "["))
      let elements = try lists.elements(of: row)
      for element in elements {
        if element > elements.lowerBound { buffer.append(UInt8(ascii: ",")) }
        guard buffer.count <= TextRun.mostBytes else { throw .tooMuchText(column.name) }
        try other(lists.element).appendJSON(element, to: buffer)
      }
      buffer.append(UInt8(ascii: "]"))
    case .structure: try appendObject(row, to: buffer)
    case .whole, .double, .shortFloat, .decimal: try appendPlain(row, to: buffer)
    case .flag:
      let isTrue = try flag(row)
      buffer.append(isTrue ? "true" : "false")
    case .text, .textView: try unsafe buffer.append(json: column.text(row))
    case .nothing, .days, .dayMilliseconds, .time, .moment, .other:
      // Nothing in them would have to be escaped.
      buffer.append(UInt8(ascii: "\""))
      try appendPlain(row, to: buffer)
      buffer.append(UInt8(ascii: "\""))
    }
  }

  private func appendJSON(_ lat: Half, _ lng: Half, to buffer: ByteBuffer) throws(Trouble) {
    buffer.append(#"{"lat":"#)
    try other(lat.column).appendJSON(lat.row, to: buffer)
    buffer.append(#","lng":"#)
    try other(lng.column).appendJSON(lng.row, to: buffer)
    buffer.append(UInt8(ascii: "}"))
  }

  private func appendObject(_ row: Int, to buffer: ByteBuffer) throws(Trouble) {
    buffer.append(UInt8(ascii: "{"))
    let start = buffer.count
    for child in column.children where try child.isGiven(row) {
      let before = buffer.count
      if before > start { buffer.append(UInt8(ascii: ",")) }
      buffer.append(text: child.name, as: .json)
      buffer.append(UInt8(ascii: ":"))
      let value = buffer.count
      try other(child).appendJSON(row, to: buffer)
      let written = buffer.slice(value, buffer.count)
      if written.isEqual(to: "\"\"") || written.isEqual(to: "null") { buffer.truncate(to: before) }
    }
    buffer.append(UInt8(ascii: "}"))
  }

  // MARK: Plain cells

  private func appendPlain(_ row: Int, to buffer: ByteBuffer) throws(Trouble) {
    switch column.type {
    case .text, .textView: try unsafe buffer.append(column.text(row))
    case .flag: buffer.append(try flag(row) ? "true" : "false")
    case .whole(let bytes, let isSigned):
      let value = try whole(row, bytes, isSigned)
      if isSigned { buffer.append(integer: value) } else {
        buffer.append(digits: UInt64(bitPattern: value))
      }
    case .double: DoubleDigits.append(try double(row), digits: digits, to: buffer)
    case .shortFloat(let bytes): try appendFloat(row, bytes, to: buffer)
    case .decimal(let bytes, let places): try appendDecimal(row, bytes, places, to: buffer)
    case .days: append(days: try whole(row, 4, true), to: buffer)
    case .dayMilliseconds: append(try whole(row, 8, true), perSecond: 1000, hasZone: false, buffer)
    case .time(let bytes, let perSecond):
      let value = try whole(row, bytes, true)
      append(clock: value, perSecond, to: buffer)
    case .moment(let perSecond, let hasZone):
      append(try whole(row, 8, true), perSecond: perSecond, hasZone: hasZone, buffer)
    case .nothing, .list, .listView, .fixedList, .structure: break
    case .other(let format): throw .unreadableColumn(column.path, format)
    }
  }

  private func append(days: Int64, to buffer: ByteBuffer) {
    buffer.append(date: CalendarDate(daysSince1970: Int32(clamping: days)))
  }

  private func append(clock: Int64, _ perSecond: Int64, to buffer: ByteBuffer) {
    let seconds = clock / perSecond
    guard clock >= 0, seconds < 86_400 else { return buffer.append(text: "\(seconds) s") }
    buffer.append(time: TimeOfDay(secondsSinceMidnight: Int32(seconds)), withSeconds: true)
    append(fraction: clock % perSecond, perSecond, to: buffer)
  }

  /// A moment as ISO 8601 has it; without `Z` where it has no zone.
  private func append(_ value: Int64, perSecond: Int64, hasZone: Bool, _ buffer: ByteBuffer) {
    var (seconds, rest) = value.quotientAndRemainder(dividingBy: perSecond)
    if rest < 0 { (seconds, rest) = (seconds - 1, rest + perSecond) }
    var (days, clock) = seconds.quotientAndRemainder(dividingBy: 86_400)
    if clock < 0 { (days, clock) = (days - 1, clock + 86_400) }
    append(days: days, to: buffer)
    buffer.append(UInt8(ascii: "T"))
    buffer.append(time: TimeOfDay(secondsSinceMidnight: Int32(clock)), withSeconds: true)
    append(fraction: rest, perSecond, to: buffer)
    if hasZone { buffer.append(UInt8(ascii: "Z")) }
  }

  /// The zeros at its end are left out.
  private func append(fraction: Int64, _ perSecond: Int64, to buffer: ByteBuffer) {
    guard fraction > 0 else { return }
    var (rest, width, unit) = (fraction.magnitude, 0, perSecond)
    while unit > 1 { (width, unit) = (width + 1, unit / 10) }
    while rest % 10 == 0 { (rest, width) = (rest / 10, width - 1) }
    buffer.append(UInt8(ascii: "."))
    buffer.append(digits: rest, width: width)
  }

  private func appendDecimal(
    _ row: Int, _ bytes: Int, _ places: Int, to buffer: ByteBuffer
  ) throws(Trouble) {
    let limbs = try unsafe column.buffer(1)
    let from = unsafe limbs + (column.first + row) * bytes
    if bytes <= 16, places >= 0 {
      let value =
        switch bytes {
        case 4: unsafe Int128(from.loadUnaligned(as: Int32.self))
        case 8: unsafe Int128(from.loadUnaligned(as: Int64.self))
        case _: unsafe from.loadUnaligned(as: Int128.self)
        }
      return buffer.append(wide: value, places: places)
    }
    let words = (0..<max(1, bytes / 8)).map { word -> UInt64 in
      bytes == 4
        ? unsafe UInt64(bitPattern: Int64(from.loadUnaligned(as: Int32.self)))
        : unsafe from.loadUnaligned(fromByteOffset: 8 * word, as: UInt64.self)
    }
    buffer.append(text: WideDigits.text(of: words, places: places))
  }

  // MARK: One cell

  private func place(_ row: Int) throws(Trouble) -> Int? {
    guard case .words(let words) = try column.cells(row..<row + 1) else { return nil }
    let code = words.first
    return code < 0 ? nil : Int(code)
  }

  private func flag(_ row: Int) throws(Trouble) -> Bool {
    let bits = try unsafe column.buffer(1).assumingMemoryBound(to: UInt8.self)
    let at = column.first + row
    return unsafe bits[at >> 3] >> UInt8(at & 7) & 1 == 1
  }

  private func whole(_ row: Int, _ bytes: Int, _ isSigned: Bool) throws(Trouble) -> Int64 {
    var value: Int64 = 0
    let from = try unsafe column.buffer(1)
    _ = unsafe carrow_widen(from, Int32(bytes), isSigned ? 1 : 0, column.first + row, 1, &value)
    return value
  }

  private func double(_ row: Int) throws(Trouble) -> Double {
    let from = try unsafe column.buffer(1) + 8 * (column.first + row)
    return unsafe from.loadUnaligned(as: Double.self)
  }

  /// The shortest decimal that is this float and no other one. Sums and products of floats are a
  /// little beside the decimal that they stand for, which counts where all digits do not.
  private func appendFloat(
    _ row: Int, _ bytes: Int, to buffer: ByteBuffer
  ) throws(Trouble) {
    let from = try unsafe column.buffer(1) + bytes * (column.first + row)
    let value =
      bytes == 4
      ? unsafe from.loadUnaligned(as: Float.self)
      : unsafe HalfFloat.value(of: from.loadUnaligned(as: UInt16.self))
    guard value.isFinite else {
      return DoubleDigits.append(Double(value), digits: digits, to: buffer)
    }
    if bytes == 4, DoubleDigits.appendFewDigits(of: value, to: buffer) { return }
    let size = bytes == 4 ? FloatSize.single : .half
    buffer.append(text: size.text(of: value, isShort: digits < 17))
  }
}

/// How many digits floats of a size have.
enum FloatSize {
  case half
  case single

  /// Decimals with so many digits always come back as they were.
  private var digits: Int { self == .half ? 3 : 6 }

  /// The distance of two floats here.
  private func step(at value: Float) -> Double {
    if self == .single { return Double(value.ulp) }
    return max(Double(value.ulp) * 8192, 1.0 / 16_777_216)
  }

  /// The shortest decimal that is this float; for a short one, a decimal with few digits that is
  /// one step beside it, where that takes two digits less.
  func text(of value: Float, isShort: Bool) -> String {
    let (exact, step) = (Double(value), step(at: value))
    func rounded(_ count: Int) -> (text: String, error: Double) {
      let text = DoubleDigits.text(of: exact, digits: count)
      return (text, abs((Double(text) ?? .infinity) - exact))
    }
    let few = rounded(digits)
    let most = digits + 3
    let count = (digits...most).first { rounded($0).error < step / 2 } ?? most
    return isShort && count > digits + 1 && few.error <= step ? few.text : rounded(count).text
  }
}

/// Floats of two bytes.
enum HalfFloat {
  static func value(of bits: UInt16) -> Float {
    let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023))
    let magnitude: Float
    switch exponent {
    case 0: magnitude = fraction / 16_777_216
    case 31: magnitude = fraction == 0 ? .infinity : .nan
    case _:
      let power = Float(sign: .plus, exponent: exponent - 15, significand: 1)
      magnitude = (1 + fraction / 1024) * power
    }
    return bits >> 15 == 1 ? -magnitude : magnitude
  }
}

extension Trouble {
  /// `format` is the text by which a schema tells the type.
  static func unreadableColumn(_ path: String, _ format: String) -> Trouble {
    let (what, cure) = ArrowType.unread(format)
    return Trouble(
      "unreadable-column",
      "the column `\(path)` holds \(what), from which no input is read; \(cure)")
  }
}
