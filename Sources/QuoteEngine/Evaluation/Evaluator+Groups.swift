import QuoteBookings
import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Makes the groups of a list's elements and their members. The members' list says
  /// in `gathered` which element each member is, and in `positions` the other way round.
  func group(_ list: ListID, _ keys: [Register], _ target: Register) {
    guard let groups = plan.model.lists[list].groups else { return }
    let (own, members) = (lists[groups.list], groups.members)
    let parents = max(0, own.keptOffsets.count - 1)
    unsafe registers.target(target, rows: parents)
    let flags = unsafe registers.cells(target, as: UInt8.self)
    for i in 0..<parents { unsafe flags[i] = 0 }
    let hashes = scratch.hashes
    hash(keys, own.keptCount, into: hashes)
    let state = lists[list]
    let (below, groupOf) = (lists[members], scratch.neighbours)
    state.sentOffsets.resize(to: parents + 1)
    state.sentOffsets[0] = 0
    groupOf.resize(to: own.keptCount)
    let firsts = state.gathered
    firsts.removeAll()
    for parent in 0..<parents {
      find(
        keys, Int(own.keptOffsets[parent])..<Int(own.keptOffsets[parent + 1]), firsts: firsts,
        groupOf: groupOf)
      state.sentOffsets[parent + 1] = Int32(firsts.count)
    }
    settle(list, sent: firsts.count, parents)
    place(groupOf, firsts.count, state: below, count: own.keptCount)
    settle(members, sent: own.keptCount, firsts.count)
  }

  /// The elements are all there, below their parents.
  private func settle(_ list: ListID, sent count: Int, _ parents: Int) {
    lists[list].sentRows = nil
    lists[list].firstSent = 0
    lists[list].sentCount = count
    index(lists[list].sentOffsets, parents, into: lists[list].sentParents)
    keepAll(list)
  }

  /// Members group by group, those of a group in the order of their list.
  private func place(
    _ groupOf: ColumnBuffer<Int32>, _ groups: Int, state: ListState, count: Int
  ) {
    let offsets = state.sentOffsets
    offsets.resize(to: groups + 1)
    for i in 0...groups { offsets[i] = 0 }
    for i in 0..<count { offsets[Int(groupOf[i]) + 1] += 1 }
    for i in 0..<groups { offsets[i + 1] += offsets[i] }
    let next = scratch.positions
    next.resize(to: groups)
    for i in 0..<groups { next[i] = offsets[i] }
    state.gathered.resize(to: count)
    state.positions.resize(to: count)
    for i in 0..<count {
      let member = next[Int(groupOf[i])]
      next[Int(groupOf[i])] = member + 1
      state.gathered[Int(member)] = Int32(i)
      state.positions[i] = member
    }
  }

  /// The group of each element of a parent; `firsts` are the first elements of all groups so far.
  /// Few groups are gone through one by one, more are found by what their keys hash to.
  private func find(
    _ keys: [Register], _ elements: Range<Int>, firsts: ColumnBuffer<Int32>,
    groupOf: ColumnBuffer<Int32>
  ) {
    let start = firsts.count
    let (hashes, slots) = (scratch.hashes, scratch.slots)
    let isWide = elements.count > 16
    var mask = 0
    if isWide {
      mask = (1 << (Int.bitWidth - elements.count.leadingZeroBitCount + 1)) - 1
      slots.resize(to: mask + 1)
      for i in 0...mask { slots[i] = -1 }
    }
    for element in elements {
      var found: Int32 = -1
      if isWide {
        var slot = Int(truncatingIfNeeded: hashes[element] >> 20) & mask
        while slots[slot] >= 0 {
          let group = slots[slot]
          if areAlike(keys, element, Int(firsts[Int(group)])) {
            found = group
            break
          }
          slot = (slot + 1) & mask
        }
        if found < 0 { slots[slot] = Int32(firsts.count) }
      } else {
        for group in start..<firsts.count
        where areAlike(keys, element, Int(firsts[group])) {
          found = Int32(group)
          break
        }
      }
      if found < 0 {
        found = Int32(firsts.count)
        firsts.append(Int32(element))
      }
      groupOf[element] = found
    }
  }

  private func areAlike(_ keys: [Register], _ a: Int, _ b: Int) -> Bool {
    guard scratch.hashes[a] == scratch.hashes[b] else { return false }
    for key in keys where !areAlike(key, a, b) { return false }
    return true
  }

  private func areAlike(_ key: Register, _ a: Int, _ b: Int) -> Bool {
    switch registers.storage(key) {
    case .integer:
      let cells = unsafe registers.cells(key, as: Int64.self)
      return unsafe cells[a] == cells[b]
    case .wide:
      let cells = unsafe registers.cells(key, as: Int128.self)
      return unsafe cells[a] == cells[b]
    case .double:
      let cells = unsafe registers.cells(key, as: Double.self)
      return unsafe cells[a] == cells[b] || cells[a].bitPattern == cells[b].bitPattern
    case .flag:
      let cells = unsafe registers.cells(key, as: UInt8.self)
      return unsafe cells[a] == cells[b]
    case .choice:
      let cells = unsafe registers.cells(key, as: Int32.self)
      return unsafe cells[a] == cells[b]
    case .text:
      let cells = unsafe registers.cells(key, as: TextSlice.self)
      return unsafe alike(cells[a]).order(to: alike(cells[b])) == 0
    case .texts, .point, .rowSet: preconditionFailure("groups have a key of one value")
    }
  }

  /// A text as it is compared.
  @inline(__always)
  private func alike(_ text: TextSlice) -> TextSlice {
    plan.model.arithmetic.isBinary ? text : text.composed(in: scratch.arena)
  }

  // MARK: - Hashes

  private func hash(_ keys: [Register], _ count: Int, into hashes: ColumnBuffer<UInt64>) {
    hashes.resize(to: count)
    for i in 0..<count { hashes[i] = 0 }
    for key in keys {
      switch registers.storage(key) {
      case .integer: unsafe mix(key, count, Int64.self) { UInt64(bitPattern: $0) }
      case .wide:
        unsafe mix(key, count, Int128.self) { UInt64(truncatingIfNeeded: $0 ^ ($0 >> 64)) }
      // A zero below zero is a zero.
      case .double: unsafe mix(key, count, Double.self) { ($0 + 0).bitPattern }
      case .flag: unsafe mix(key, count, UInt8.self) { UInt64($0) }
      case .choice: unsafe mix(key, count, Int32.self) { UInt64(UInt32(bitPattern: $0)) }
      case .text: unsafe mix(key, count, TextSlice.self) { self.hash($0) }
      case .texts, .point, .rowSet: preconditionFailure("groups have a key of one value")
      }
    }
  }

  private func hash(_ text: TextSlice) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for unsafe byte in unsafe alike(text).bytes {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return hash
  }

  @inline(__always)
  @unsafe private func mix<Cell>(
    _ key: Register, _ count: Int, _: Cell.Type, _ bits: (Cell) -> UInt64
  ) {
    let cells = unsafe registers.cells(key, as: Cell.self)
    let hashes = scratch.hashes
    for i in 0..<count {
      let mixed = unsafe (hashes[i] ^ bits(cells[i])) &* 0x9e37_79b9_7f4a_7c15
      hashes[i] = mixed ^ (mixed >> 32)
    }
  }
}
