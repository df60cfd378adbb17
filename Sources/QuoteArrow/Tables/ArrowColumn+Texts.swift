import CArrow
import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// The cells of a column as a CSV file would have them.
extension ArrowColumn {
  /// Writes rows as texts.
  func append(_ rows: Range<Int>, to run: TextRun) throws(Trouble) {
    if dictionary == nil {
      switch type {
      case .text(let offsetBytes): return try unsafe appendTexts(rows, offsetBytes, to: run)
      case .textView: return try unsafe appendViews(rows, to: run)
      case .nothing, .flag, .whole, .double, .shortFloat, .decimal, .days, .dayMilliseconds, .time,
        .moment, .list, .listView, .fixedList, .structure, .other:
        break
      }
    }
    let cells = ArrowCellText(column: self, digits: digits)
    for row in rows {
      let start = run.bytes.count
      if try isGiven(row) { try cells.append(row, to: run.bytes) }
      guard run.bytes.count <= TextRun.mostBytes else { throw .tooMuchText(name) }
      run.endCell(from: start)
    }
  }

  @unsafe private func appendTexts(
    _ rows: Range<Int>, _ offsetBytes: Int, to run: TextRun
  ) throws(Trouble) {
    let given = try given(rows)
    let offsets = try unsafe buffer(1)
    let (bytes, start) = (Int32(offsetBytes), first + rows.lowerBound)
    var (lower, upper) = (Int64(0), Int64(0))
    if !rows.isEmpty {
      lower = unsafe carrow_offset(offsets, bytes, start)
      upper = unsafe carrow_offset(offsets, bytes, start + rows.count)
    }
    guard 0 <= lower, lower <= upper else { throw offsetsGoDown }
    let span = upper - lower
    guard span < TextRun.mostBytes - run.bytes.count else { throw .tooMuchText(name) }
    let room = unsafe run.room(bytes: Int(span), cells: rows.count)
    if span > 0 {
      guard let data = unsafe array?.pointee.buffers?[2] else {
        throw .brokenArrow("the array of `\(name)` lacks its texts")
      }
      let from = unsafe data + Int(lower)
      unsafe room.bytes.update(from: from.assumingMemoryBound(to: UInt8.self), count: Int(span))
    }
    let known = unsafe given.map { unsafe UnsafePointer($0.pointer) }
    // Those between are looked at on the way.
    if !rows.isEmpty,
      unsafe carrow_marks(offsets, bytes, start, rows.count, known, room.first, room.marks) == 0
    {
      run.removeAll()
      throw offsetsGoDown
    }
    try take(Int(span), rows.count, run)
  }

  @unsafe private func appendViews(_ rows: Range<Int>, to run: TextRun) throws(Trouble) {
    let given = try given(rows)
    let views = try unsafe buffer(1)
    let known = unsafe given.map { unsafe UnsafePointer($0.pointer) }
    let (buffers, lengths, texts) = try unsafe viewBuffers()
    let start = first + rows.lowerBound
    let span = unsafe carrow_view_span(
      views, start, rows.count, known, buffers, lengths, texts)
    guard span >= 0 else { throw .brokenArrow("a text of `\(name)` lies outside its buffer") }
    guard span < TextRun.mostBytes - run.bytes.count else { throw .tooMuchText(name) }
    let room = unsafe run.room(bytes: Int(span), cells: rows.count)
    unsafe carrow_view_texts(
      views, start, rows.count, known, buffers, room.first, room.bytes, room.marks)
    try take(Int(span), rows.count, run)
  }

  /// Where long texts of views are.
  @unsafe private func viewBuffers() throws(Trouble) -> (
    UnsafeMutablePointer<UnsafeRawPointer?>, UnsafePointer<Int64>?, Int
  ) {
    guard let held = unsafe array?.pointee, unsafe held.n_buffers >= 3 else {
      throw .brokenArrow("the array of `\(name)` lacks a buffer")
    }
    let texts = unsafe Int(held.n_buffers) - 3
    let lengths = unsafe held.buffers[texts + 2]?.assumingMemoryBound(to: Int64.self)
    guard unsafe texts == 0 || lengths != nil else {
      throw .brokenArrow("the array of `\(name)` lacks the lengths of its texts")
    }
    return unsafe (held.buffers + 2, UnsafePointer(lengths), texts)
  }

  /// The bytes of one text, which is given; checked as those of a run are.
  @unsafe func text(_ row: Int) throws(Trouble) -> UnsafeBufferPointer<UInt8> {
    let (start, at) = (try unsafe buffer(1), first + row)
    guard case .text(let bytes) = type else {
      let (buffers, lengths, texts) = try unsafe viewBuffers()
      let span = unsafe carrow_view_span(start, at, 1, nil, buffers, lengths, texts)
      guard span >= 0 else { throw .brokenArrow("a text of `\(name)` lies outside its buffer") }
      return unsafe UnsafeBufferPointer(
        start: carrow_view_text(start, at, buffers), count: Int(span))
    }
    let span = unsafe carrow_span(start, Int32(bytes), at, 1)
    guard span >= 0 else { throw offsetsGoDown }
    if span == 0 { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    guard let data = unsafe array?.pointee.buffers?[2] else {
      throw .brokenArrow("the array of `\(name)` lacks its texts")
    }
    let from = unsafe data + Int(carrow_offset(start, Int32(bytes), at))
    return unsafe UnsafeBufferPointer(
      start: from.assumingMemoryBound(to: UInt8.self), count: Int(span))
  }

  private var offsetsGoDown: Trouble { .brokenArrow("the offsets of `\(name)` go down") }

  private func take(_ bytes: Int, _ cells: Int, _ run: TextRun) throws(Trouble) {
    guard run.advance(bytes: bytes, cells: cells) else {
      throw .brokenArrow("the offsets of `\(name)` do not fit its texts")
    }
  }
}
