import QuoteLanguage

/// What is told of cells of elements that were read a column at a time: the same as if each record
/// had been read by itself.
extension BatchFiller {
  /// Reports a cell of an element.
  func tell(ofElement complaint: CellComplaint, line: Int64, of bytes: InputBytes) {
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
      FaultPath.Step(list: list, element: element - first, source: 0, isSpelled: isSpelled))
  }

  /// The parent of an element, and that one's first element: those of the first parent whose
  /// elements end after it.
  private func parent(of element: Int, in list: Int) -> (parent: Int, first: Int) {
    let offsets = targets[list].columns.offsets
    var (low, high) = (1, offsets.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if Int(offsets[middle]) > element { high = middle } else { low = middle + 1 }
    }
    return (low - 1, Int(offsets[low - 1]))
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
    guard let below else { return otherBelow != nil || one.kind.field < other.kind.field }
    guard let otherBelow else { return false }
    return below < otherBelow
  }
}
