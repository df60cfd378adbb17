extension TextKernels {
  static func lowered(_ text: TextSlice, arena: BlockTexts) -> TextSlice {
    guard text.isASCII else { return arena.copy(text.string.lowercased()) }
    let first = UInt8(ascii: "A")
    guard unsafe text.bytes.contains(where: { $0 &- first < 26 }) else { return text }
    let target = unsafe arena.room(for: text.count)
    for i in 0..<text.count {
      let byte = unsafe text.base[i]
      unsafe target[i] = byte &- first < 26 ? byte | 0x20 : byte
    }
    arena.take(text.count)
    return unsafe TextSlice(base: UnsafePointer(target), count: text.count)
  }

  static func uppered(_ text: TextSlice, arena: BlockTexts) -> TextSlice {
    guard text.isASCII else { return arena.copy(text.string.uppercased()) }
    let first = UInt8(ascii: "a")
    guard unsafe text.bytes.contains(where: { $0 &- first < 26 }) else { return text }
    let target = unsafe arena.room(for: text.count)
    for i in 0..<text.count {
      let byte = unsafe text.base[i]
      unsafe target[i] = byte &- first < 26 ? byte & 0xDF : byte
    }
    arena.take(text.count)
    return unsafe TextSlice(base: UnsafePointer(target), count: text.count)
  }
}
