import QuoteLanguage

/// What is told of cells that were read a column at a time: the same as if each record had been
/// read by itself.
extension BatchFiller {
  /// What is the same for all complaints of a kind.
  private struct Shared {
    var kind = FaultTexts.Kind(field: -1, list: 0, source: -1, reason: .missing)
    var decoder: FieldDecoder
    /// Where sentences of the kind are, if there are any.
    var number: Int?
    /// The column of a sheet.
    var column = -1
    /// Whether the value and the elements' numbers are all that sentences differ in.
    var isPlain = false
  }

  /// Reports cells in the order in which they are to be told, each with its line.
  ///
  /// What is wrong is wrong in many bookings: of neighbours of which the same is told, it is found
  /// out once.
  func tell(
    _ complaints: ColumnBuffer<CellComplaint>, of bytes: InputBytes,
    line: (CellComplaint) -> Int64
  ) {
    let (texts, faults) = (texts, batch.faults)
    var common = Shared(decoder: decoders.lists[0].fields[0])
    texts.prepare(for: layout, &notations)
    complaints.tellKinds(of: bytes, to: seenKinds)
    for index in 0..<complaints.count {
      let complaint = complaints[index]
      if complaint.kind != common.kind { common = shared(by: complaint.kind) }
      let (shown, kinds) = shown(complaint.cell(of: bytes), seenKinds[index])
      guard let place = place(common, of: shown, kinds) else {
        tell(complaint, line: line(complaint), of: bytes)
        common.number = texts.number(of: common.kind)
        continue
      }
      let row = complaint.row
      if common.kind.list == 0 {
        faults.add(
          place.identity, row: row, line: line(complaint), value: shown, kinds: kinds,
          column: common.column
        ) {
          texts.text(at: place)
        }
      } else if !faults.has(row) {
        enter(complaint.element, of: common.kind.list, isSpelled: false)
        let text = texts.text(at: place, on: path)
        path.removeAll()
        faults.add(
          UInt(bitPattern: ObjectIdentifier(text)), row: row, line: line(complaint), value: shown,
          kinds: kinds, column: common.column
        ) {
          text
        }
      }
    }
  }

  /// The same of cells whose lines are those of their bookings.
  func tell(_ complaints: ColumnBuffer<CellComplaint>, of bytes: InputBytes) {
    let lines = batch.lines
    tell(complaints, of: bytes) { lines[$0.row] }
  }

  private func shared(by kind: FaultTexts.Kind) -> Shared {
    let list = decoders.lists[kind.list]
    return Shared(
      kind: kind, decoder: list.fields[kind.field], number: texts.number(of: kind),
      column: layout?.sheet == nil ? -1 : column(of: kind.field, in: list),
      isPlain: !isKey(kind.field, of: list) && decoders.isCountedInOnePlace(kind.list))
  }

  /// Where the sentence on a value is that was told before; nil for the first time.
  @inline(__always)
  private func place(
    _ common: Shared, of shown: TextSlice, _ kinds: ByteKinds
  ) -> FaultTexts.Place? {
    guard common.isPlain, let number = common.number else { return nil }
    if !common.kind.tells(of: shown, kinds, common.decoder) { return texts.plain(number: number) }
    guard common.kind.list == 0 || kinds.arePlain else { return nil }
    return texts.find(number: number, shown.count == 0 ? FaultTexts.noValue : shown)
  }

  /// Reports a cell as if its record were read by itself.
  private func tell(_ complaint: CellComplaint, line: Int64, of bytes: InputBytes) {
    let (kind, before) = (complaint.kind, (row, self.line))
    (row, self.line) = (complaint.row, line)
    enter(complaint.element, of: kind.list, isSpelled: kind.owner == .spelledElement)
    fault(
      kind.reason, decoders.lists[kind.list], kind.field,
      source: kind.source < 0 ? nil : kind.source, value: complaint.cell(of: bytes))
    path.removeAll()
    (row, self.line) = before
  }

  /// Goes to an element of the batch, from its booking down.
  private func enter(_ element: Int, of list: Int, isSpelled: Bool) {
    guard list > 0 else { return }
    let (parent, first) = parent(of: element, in: list)
    enter(parent, of: decoders.lists[list].parent, isSpelled: false)
    path.push(
      FaultPath.Step(
        list: list, element: element - first,
        source: Int(targets[list].columns.sources[element]), isSpelled: isSpelled))
  }

  /// The parent of an element, and that one's first element.
  private func parent(of element: Int, in list: Int) -> (parent: Int, first: Int) {
    let offsets = targets[list].columns.offsets
    let end = offsets.firstMore(than: element, near: &latestParent)
    return (end - 1, Int(offsets[end - 1]))
  }

  /// Puts complaints that are in the order of the bookings in that in which they are told: those
  /// of a booking's own fields first, and after those of an element those of what is in it.
  func inOrder(_ complaints: ColumnBuffer<CellComplaint>) -> ColumnBuffer<CellComplaint> {
    var first = 0
    while first < complaints.count {
      var (end, isSorted) = (first + 1, true)
      while end < complaints.count, complaints[end].row == complaints[first].row {
        if isBefore(complaints[end], complaints[end - 1]) { isSorted = false }
        end += 1
      }
      if !isSorted {
        let sorted = (first..<end).map { complaints[$0] }.sorted(by: isBefore)
        for (index, complaint) in sorted.enumerated() { complaints[first + index] = complaint }
      }
      first = end
    }
    return complaints
  }

  /// Whether the first of two of a booking is told first: by what they have around them in common.
  private func isBefore(_ one: CellComplaint, _ other: CellComplaint) -> Bool {
    if one.kind.list == other.kind.list {
      return (one.element, one.kind.field) < (other.element, other.kind.field)
    }
    typealias Element = (list: Int, row: Int)
    func around(_ inner: Element) -> Element {
      (decoders.lists[inner.list].parent, parent(of: inner.row, in: inner.list).parent)
    }
    var a: Element = (one.kind.list, one.element)
    var b: Element = (other.kind.list, other.element)
    // The elements of what they have in common that they are in, if they are not of it themselves.
    var (below, otherBelow): (Element?, Element?)
    while a != b {
      // Lists come after those that they are in.
      let (list, otherList) = (a.list, b.list)
      if list >= otherList { (below, a) = (a, around(a)) }
      if otherList >= list { (otherBelow, b) = (b, around(b)) }
    }
    guard let below else { return true }
    guard let otherBelow else { return false }
    return below < otherBelow
  }
}
