import QuoteBookings
import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Statuses, reasons, faults, offsets and result columns of the block.
  func finishBlock() {
    quotes.firstRow = rows.lowerBound
    quotes.faults.removeAll()
    for list in lists.indices.dropFirst() {
      let (from, to) = (lists[list].keptOffsets, quotes.offsets[list])
      to.resize(to: from.count)
      for i in 0..<from.count { to[i] = from[i] }
      guard plan.isRecording, plan.model.lists[list].memberOf != nil else { continue }
      let count = lists[list].keptCount
      quotes.elementsOfMembers[list].resize(to: count)
      quotes.membersOfElements[list].resize(to: count)
      for i in 0..<count {
        quotes.elementsOfMembers[list][i] = lists[list].gathered[i]
        quotes.membersOfElements[list][i] = lists[list].positions[i]
      }
    }
    for result in prepared.results { copy(result.value, to: quotes.columns[result.column]) }
    decide()
  }

  // MARK: - Statuses

  /// A decline holds unless what it needs is at fault or an earlier one does;
  /// a fault stands where no decline comes before it. A reason of which a part is
  /// not given is empty: it must not name what nobody said.
  private func decide() {
    let count = rows.count
    quotes.begin(count)
    let faults = prepared.plan.faults.indices.filter { anyRow(prepared.plan.faults[$0].holds) }
    let declines = prepared.plan.declines.filter {
      anyRow($0.holds) || $0.needs.contains(where: faults.contains)
    }
    if !declines.isEmpty || !faults.isEmpty {
      markUndecided(declines, faults)
      var unsure: [(row: Int, fault: Int)] = []
      for i in 0..<count where undecided[i] != 0 {
        if let fault = decide(i, declines, faults) { unsure.append((i, fault)) }
      }
      if !unsure.isEmpty { explain(unsure) }
    }
    let first = rows.lowerBound
    quotes.faults.borrow(bookings.faults, rows) {
      quotes.statuses[$0 - first] = QuoteBatch.Status.fault.rawValue
    }
  }

  /// Finds the rows in which some decline or fault holds: mostly few.
  private func markUndecided(_ declines: [PlanDecline], _ faults: [Int]) {
    let count = rows.count
    undecided.resize(to: count)
    let marks = unsafe undecided.pointer
    unsafe marks.update(repeating: 0, count: count)
    for flags in declines.map(\.holds) + faults.map({ prepared.plan.faults[$0].holds }) {
      let cells = unsafe registers.cells(flags, as: UInt8.self)
      if isConstant(flags) {
        if unsafe cells[0] != 0 { unsafe marks.update(repeating: 1, count: count) }
      } else {
        for i in 0..<count { unsafe marks[i] |= cells[i] }
      }
    }
  }

  private func anyRow(_ flags: Register) -> Bool {
    let cells = unsafe registers.cells(flags, as: UInt8.self)
    if isConstant(flags) { return unsafe cells[0] != 0 }
    var any: UInt8 = 0
    for i in 0..<rows.count { unsafe any |= cells[i] }
    return any != 0
  }

  private func holds(_ flags: Register, _ row: Int) -> Bool {
    unsafe registers.cells(flags, as: UInt8.self)[isConstant(flags) ? 0 : row] != 0
  }

  /// The fault by its position, where the row is at fault.
  private func decide(_ row: Int, _ declines: [PlanDecline], _ faults: [Int]) -> Int? {
    if bookings.faults.has(rows.lowerBound + row) { return nil }
    for decline in declines {
      if let fault = faults.first(where: {
        decline.needs.contains($0) && holds(prepared.plan.faults[$0].holds, row)
      }) {
        return fault
      }
      guard holds(decline.holds, row) else { continue }
      if let fault = faults.first(where: {
        decline.reasonNeeds.contains($0) && holds(prepared.plan.faults[$0].holds, row)
      }) {
        return fault
      }
      quotes.statuses[row] = QuoteBatch.Status.declined.rawValue
      if let given = decline.reasonGiven, !holds(given, row) { return nil }
      let index = isConstant(decline.reason) ? 0 : row
      let reason = unsafe registers.cells(decline.reason, as: TextSlice.self)[index]
      quotes.setReason(reason, of: row)
      return nil
    }
    return faults.first { holds(prepared.plan.faults[$0].holds, row) }
  }

  /// Faults of pricing, with what was missing: asked of a twin that records,
  /// so that the ordinary run keeps nothing for it.
  private func explain(_ found: [(row: Int, fault: Int)]) {
    guard tellsFaults else {
      for (row, _) in found { quotes.statuses[row] = QuoteBatch.Status.fault.rawValue }
      return
    }
    let twin = self.twin ?? Evaluator(plan: PricePlan(lowering: plan.model, recording: true))
    if !plan.isRecording { self.twin = twin }
    twin.mostMade = mostMade
    let source = plan.isRecording ? self : twin
    if source !== self { _ = source.price(bookings, rows: rows) }
    for (row, fault) in found {
      quotes.statuses[row] = QuoteBatch.Status.fault.rawValue
      let message = FaultMessage(recording: source.recording(row: row), fault: plan.faults[fault])
      var told = RowFault(
        row: rows.lowerBound + row, record: bookings.firstRecord + Int64(rows.lowerBound + row),
        line: rows.lowerBound + row < bookings.lines.count
          ? bookings.lines[rows.lowerBound + row] : 0,
        value: "",
        told: FaultText(
          field: message.field, reason: message.reason, message: message.text,
          rule: plan.faults[fault].place))
      told.source = bookings.source
      quotes.faults.add(told)
    }
  }

  // MARK: - Columns

  private func copy(_ value: PlanValue, to column: ResultColumn) {
    let count = count(
      column.schema.grain.list == .booking ? .booking : .list(column.schema.grain.list))
    if let given = value.given {
      unsafe copy(given, to: column.given, count, UInt8.self)
    } else {
      column.given.removeAll()
    }
    switch column.schema.storage {
    case .integer: unsafe copy(value.cells, to: column.integers, count, Int64.self)
    case .wide: unsafe copy(value.cells, to: column.wides, count, Int128.self)
    case .double: unsafe copy(value.cells, to: column.doubles, count, Double.self)
    case .flag: unsafe copy(value.cells, to: column.flags, count, UInt8.self)
    case .choice: unsafe copy(value.cells, to: column.choices, count, Int32.self)
    case .text: unsafe copy(value.cells, to: column.texts, count, TextSlice.self)
    case .texts: copyTexts(value.cells, to: column, count)
    case .point:
      column.points.resize(to: 2 * count)
      let (from, to) = unsafe (
        registers.cells(value.cells, as: SIMD2<Double>.self), column.points.pointer
      )
      let step = isConstant(value.cells) ? 0 : 1
      for i in 0..<count {
        unsafe to[2 * i] = from[i * step].x
        unsafe to[2 * i + 1] = from[i * step].y
      }
    }
  }

  @unsafe private func copy<Cell: BitwiseCopyable>(
    _ register: Register, to buffer: ColumnBuffer<Cell>, _ count: Int, _: Cell.Type
  ) {
    if unsafe registers.give(register, to: buffer, count: count) { return }
    buffer.resize(to: count)
    let (from, to) = unsafe (registers.cells(register, as: Cell.self), buffer.pointer)
    if isConstant(register) {
      let cell = unsafe from[0]
      for i in 0..<count { unsafe to[i] = cell }
    } else {
      unsafe to.update(from: from, count: count)
    }
  }

  private func copyTexts(_ register: Register, to column: ResultColumn, _ count: Int) {
    let items = registers.texts(register)
    let ends = unsafe registers.cells(register, as: Int32.self)
    column.listOffsets.resize(to: count + 1)
    column.listTexts.resize(to: items.count)
    for i in 0..<items.count { column.listTexts[i] = items[i] }
    for i in 0...count { column.listOffsets[i] = unsafe isConstant(register) ? 0 : ends[i] }
  }
}
