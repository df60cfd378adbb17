import CArrow
import CQuote
import Foundation

/// A column, or what is in one, as a stranger lends it: whatever is said here, right or wrong.
final class LentColumn {
  var name: String
  /// Nil: there is none.
  var format: String?
  var length: Int64
  var offset: Int64 = 0
  /// Nil: a null pointer.
  var buffers: [[UInt8]?]
  var children: [LentColumn?] = []
  var dictionary: LentColumn?
  /// What the schema and the array say, where that is not what they have.
  var schemaChildren: Int64?
  var arrayChildren: Int64?
  var bufferCount: Int64?
  var lacksSchemaChildren = false
  var lacksArrayChildren = false
  var lacksArrayDictionary = false
  var lacksBuffers = false

  init(_ name: String, _ format: String, _ length: Int, _ buffers: [[UInt8]?]) {
    self.name = name
    self.format = format
    self.length = Int64(length)
    self.buffers = buffers
  }

  static func bytes<Cell: BitwiseCopyable>(_ cells: [Cell]) -> [UInt8] {
    cells.withUnsafeBytes { Array($0) }
  }

  /// Bits, the first in the lowest place.
  static func bits(_ flags: [Bool]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (flags.count + 7) / 8)
    for (index, flag) in flags.enumerated() where flag { bytes[index / 8] |= 1 << UInt8(index % 8) }
    return bytes
  }

  static func texts(_ name: String, _ texts: [String?]) -> LentColumn {
    var (offsets, data) = ([Int32(0)], [UInt8]())
    for text in texts {
      data += Array((text ?? "").utf8)
      offsets.append(Int32(data.count))
    }
    return LentColumn(
      name, "u", texts.count, [bits(texts.map { $0 != nil }), bytes(offsets), data])
  }

  static func words(_ name: String, _ codes: [Int32?], _ words: [String]) -> LentColumn {
    let column = LentColumn(
      name, "i", codes.count, [bits(codes.map { $0 != nil }), bytes(codes.map { $0 ?? 99 })])
    column.dictionary = texts("", words)
    return column
  }

  static func plain<Cell: BitwiseCopyable>(
    _ name: String, _ format: String, _ cells: [Cell]
  ) -> LentColumn {
    LentColumn(name, format, cells.count, [nil, bytes(cells)])
  }

  static func object(_ name: String, _ length: Int, _ members: [LentColumn]) -> LentColumn {
    let column = LentColumn(name, "+s", length, [nil])
    column.children = members
    return column
  }

  static func list(_ name: String, _ ends: [Int32], _ element: LentColumn) -> LentColumn {
    let column = LentColumn(name, "+l", ends.count, [nil, bytes([0] + ends)])
    column.children = [element]
    return column
  }

  /// The types of this and of all that is in it.
  var formats: [String?] {
    [format] + (dictionary?.formats ?? []) + children.flatMap { $0?.formats ?? [nil] }
  }

  subscript(name: String) -> LentColumn {
    guard let child = children.compactMap(\.self).first(where: { $0.name == name }) else {
      preconditionFailure("there is no `\(name)`")
    }
    return child
  }
}

/// A stream of batches of such columns. Every buffer ends where memory does, so that reading one
/// byte too far ends the process; what was lent and what was given back is counted.
final class LentStream {
  private let batches: [LentColumn]
  private(set) var lent = 0
  private(set) var givenBack = 0
  private var next = 0
  private var pages: [(UnsafeMutableRawPointer, Int)] = []
  private var blocks: [UnsafeMutableRawPointer] = []
  let stream: UnsafeMutablePointer<ArrowArrayStream>
  var schemaFails = false
  var hasNoSchema = false
  /// Fails instead of giving this batch.
  var failsAt: Int?

  init(_ batches: [LentColumn]) {
    self.batches = batches
    stream = .allocate(capacity: 1)
    stream.initialize(to: ArrowArrayStream())
    lent = 1
    stream.pointee.private_data = Unmanaged.passUnretained(self).toOpaque()
    stream.pointee.get_schema = { stream, schema in
      guard let stream, let schema else { return 1 }
      let lender = LentStream.lender(stream.pointee.private_data)
      if lender.schemaFails { return 5 }
      schema.initialize(to: ArrowSchema())
      if lender.hasNoSchema { return 0 }
      lender.fill(schema, lender.batches[0])
      lender.lent += 1
      schema.pointee.release = { schema in
        LentStream.lender(schema?.pointee.private_data).givenBack += 1
        schema?.pointee.release = nil
      }
      return 0
    }
    stream.pointee.get_next = { stream, array in
      guard let stream, let array else { return 1 }
      let lender = LentStream.lender(stream.pointee.private_data)
      array.initialize(to: ArrowArray())
      if lender.failsAt == lender.next { return 5 }
      if lender.next == lender.batches.count { return 0 }
      lender.fill(array, lender.batches[lender.next])
      lender.next += 1
      lender.lent += 1
      array.pointee.release = { array in
        LentStream.lender(array?.pointee.private_data).givenBack += 1
        array?.pointee.release = nil
      }
      return 0
    }
    stream.pointee.get_last_error = { _ in nil }
    stream.pointee.release = { stream in
      LentStream.lender(stream?.pointee.private_data).givenBack += 1
      stream?.pointee.release = nil
    }
  }

  deinit {
    stream.deallocate()
    for (page, size) in pages { munmap(page, size) }
    for block in blocks { free(block) }
  }

  private static func lender(_ pointer: UnsafeMutableRawPointer?) -> LentStream {
    guard let pointer else { preconditionFailure("somebody took what is private") }
    return Unmanaged<LentStream>.fromOpaque(pointer).takeUnretainedValue()
  }

  // MARK: Memory

  private func zeros<Part>(_ count: Int, of: Part.Type) -> UnsafeMutablePointer<Part> {
    guard let block = calloc(max(count, 1), MemoryLayout<Part>.stride) else {
      preconditionFailure("there is no memory")
    }
    blocks.append(block)
    return block.assumingMemoryBound(to: Part.self)
  }

  /// The bytes, behind which nothing can be read.
  private func guarded(_ bytes: [UInt8]) -> UnsafeRawPointer {
    let page = Int(getpagesize())
    let size = (bytes.count + page - 1) / page * page + page
    guard
      let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { preconditionFailure("there are no pages") }
    pages.append((memory, size))
    mprotect(memory + size - page, page, PROT_NONE)
    let start = memory + size - page - bytes.count
    start.copyMemory(from: bytes, byteCount: bytes.count)
    return UnsafeRawPointer(start)
  }

  // MARK: Structures

  private func fill(_ schema: UnsafeMutablePointer<ArrowSchema>, _ column: LentColumn) {
    schema.pointee.private_data = Unmanaged.passUnretained(self).toOpaque()
    schema.pointee.release = { $0?.pointee.release = nil }
    schema.pointee.format = column.format.map { UnsafePointer(text($0)) }
    schema.pointee.name = UnsafePointer(text(column.name))
    schema.pointee.flags = Int64(ARROW_FLAG_NULLABLE)
    schema.pointee.n_children = column.schemaChildren ?? Int64(column.children.count)
    let children = zeros(column.children.count + 1, of: UnsafeMutablePointer<ArrowSchema>?.self)
    for (index, child) in column.children.enumerated() {
      guard let child else { continue }
      let inner = zeros(1, of: ArrowSchema.self)
      fill(inner, child)
      children[index] = inner
    }
    schema.pointee.children = column.lacksSchemaChildren ? nil : children
    if let dictionary = column.dictionary {
      schema.pointee.dictionary = zeros(1, of: ArrowSchema.self)
      fill(schema.pointee.dictionary, dictionary)
    }
  }

  private func text(_ text: String) -> UnsafeMutablePointer<CChar> {
    let copy = zeros(text.utf8.count + 1, of: CChar.self)
    for (index, byte) in text.utf8.enumerated() { copy[index] = CChar(bitPattern: byte) }
    return copy
  }

  private func fill(_ array: UnsafeMutablePointer<ArrowArray>, _ column: LentColumn) {
    array.pointee.private_data = Unmanaged.passUnretained(self).toOpaque()
    array.pointee.release = { $0?.pointee.release = nil }
    array.pointee.length = column.length
    array.pointee.offset = column.offset
    array.pointee.null_count = -1
    array.pointee.n_buffers = column.bufferCount ?? Int64(column.buffers.count)
    let buffers = zeros(column.buffers.count + 1, of: UnsafeRawPointer?.self)
    for (index, bytes) in column.buffers.enumerated() { buffers[index] = bytes.map(guarded) }
    array.pointee.buffers = column.lacksBuffers ? nil : buffers
    array.pointee.n_children = column.arrayChildren ?? Int64(column.children.count)
    let children = zeros(column.children.count + 1, of: UnsafeMutablePointer<ArrowArray>?.self)
    for (index, child) in column.children.enumerated() {
      guard let child else { continue }
      let inner = zeros(1, of: ArrowArray.self)
      fill(inner, child)
      children[index] = inner
    }
    array.pointee.children = column.lacksArrayChildren ? nil : children
    if let dictionary = column.dictionary, !column.lacksArrayDictionary {
      array.pointee.dictionary = zeros(1, of: ArrowArray.self)
      fill(array.pointee.dictionary, dictionary)
    }
  }
}
