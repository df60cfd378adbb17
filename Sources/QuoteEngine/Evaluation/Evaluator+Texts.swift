extension Evaluator {
  /// Functions of texts, and values turned into texts.
  func runTexts(
    _ instruction: PreparedInstruction, _ count: Int, _ scratch: KernelScratch
  ) {
    let target = instruction.target
    unsafe registers.target(target, rows: count)
    switch instruction.operation {
    case .textFunction(let function, let value): apply(function, value, target, count, scratch)
    case .textOf(let source, let style, let offset):
      unsafe PrintKernels.run(
        column(source), style,
        minutes: offset.map { unsafe UnsafePointer(registers.cells($0, as: Int64.self)) },
        zone: prepared.zone, into: registers.cells(target), count: count, scratch: scratch)
    case .choiceText(let source, let words): choiceTexts(source, words, target, count)
    case .concatenate(let parts):
      unsafe withColumns(parts.map { PlanValue($0) }) { columns in
        unsafe TextKernels.concatenate(
          columns, into: registers.cells(target), count: count, arena: scratch.arena)
      }
    case .textLength(let source):
      unsafe TextKernels.length(
        registers.cells(source), into: registers.cells(target), count: count)
    case .joined(let source, let separator):
      unsafe TextListKernels.joined(
        offsets: registers.cells(source), items: registers.texts(source).pointer,
        separator: scratch.arena.copy(separator), into: registers.cells(target), count: count,
        arena: scratch.arena)
    case .gatherTexts(let parts):
      unsafe withColumns(parts) { columns in
        unsafe TextListKernels.gather(
          columns, into: registers.cells(target), items: registers.texts(target), count: count)
      }
    case .parseDate(let source, _):
      guard case .pattern(let pattern) = instruction.step, let given = instruction.given else {
        return
      }
      unsafe registers.target(given, rows: count)
      unsafe pattern.read(
        registers.cells(source), into: registers.cells(target), given: registers.cells(given),
        count: count, arithmetic: plan.model.arithmetic)
    case .parseInteger(let source), .parseNumber(let source):
      parse(source, instruction, count)
    case .parameter, .field, .fieldGiven, .cameFrom, .element, .open, .keep, .make, .kept,
      .repeated, .spread, .renamed, .arithmetic, .divide, .negate, .absolute, .scale, .widen,
      .narrow, .toDouble, .scaleDouble, .round, .roundQuotient, .roundPlaces, .wholeOf, .square,
      .squareRoot, .extreme, .compare, .and, .or, .not, .select, .zeroUnless, .within, .inArea,
      .sum, .count, .accumulate, .running, .leastOf, .greatestOf, .firstOf, .lastOf, .anyOf,
      .allOf, .sumBefore, .split, .find, .match, .cell, .cellGiven, .combine, .rowIs, .rowAmong,
      .textsOfRows, .textsUp, .dateFunction, .distance:
      preconditionFailure("not a text's operation")
    }
  }

  private func apply(
    _ function: TextFunction, _ value: PlanValue, _ target: Register, _ count: Int,
    _ scratch: KernelScratch
  ) {
    let (from, to) = unsafe (
      UnsafePointer(registers.cells(value.cells, as: TextSlice.self)),
      registers.cells(target, as: TextSlice.self)
    )
    switch function {
    case .lower: unsafe TextKernels.lower(from, into: to, count: count, arena: scratch.arena)
    case .upper: unsafe TextKernels.upper(from, into: to, count: count, arena: scratch.arena)
    case .trim: unsafe TextKernels.trim(from, into: to, count: count)
    case .left(let scalars): unsafe TextKernels.left(from, scalars, into: to, count: count)
    }
  }

  private func choiceTexts(_ source: Register, _ words: [String], _ target: Register, _ count: Int)
  {
    let slices = words.map { scratch.arena.copy($0) }
    let (from, to) = unsafe (
      registers.cells(source, as: Int32.self), registers.cells(target, as: TextSlice.self)
    )
    for i in 0..<count {
      let index = unsafe Int(from[i])
      unsafe to[i] = slices.indices.contains(index) ? slices[index] : .empty
    }
  }

  /// As Python's `int()` and `float()` read a text; integers as whole multiples
  /// of the target's quantum.
  private func parse(_ source: Register, _ instruction: PreparedInstruction, _ count: Int) {
    let target = instruction.target
    let given = instruction.given
    if let given { unsafe registers.target(given, rows: count) }
    let from = unsafe registers.cells(source, as: TextSlice.self)
    let range = plan[target].range
    let least = (range.lower / plan[target].quantum).ceiling.map { Int64(clamping: $0) } ?? .min
    let most = (range.upper / plan[target].quantum).floor.map { Int64(clamping: $0) } ?? .max
    let isInteger = if case .parseInteger = instruction.operation { true } else { false }
    for i in 0..<count {
      let text = unsafe from[i]
      var isRead = false
      if registers.storage(target) == .double {
        let read = unsafe PythonNumber.double(text.bytes)
        let value = read.flatMap { $0.isFinite ? $0 : nil }
        unsafe registers.cells(target, as: Double.self)[i] = value ?? 0
        isRead = value != nil
      } else {
        var value: Int64? =
          isInteger
          ? unsafe (try? PythonNumber.integer(text.bytes))
          : unsafe exact(text, plan[target].quantum)
        // What no range was proved for is not read.
        if let read = value, read < least || read > most { value = nil }
        unsafe registers.cells(target, as: Int64.self)[i] = value ?? 0
        isRead = value != nil
      }
      if let given { unsafe registers.cells(given, as: UInt8.self)[i] = isRead ? 1 : 0 }
    }
  }

  @unsafe private func exact(_ text: TextSlice, _ quantum: Ratio) -> Int64? {
    guard let value = unsafe PythonNumber.decimal(text.bytes), let ratio = try? value.ratio()
    else { return nil }
    let steps = ratio / quantum
    return steps.isWhole ? Int64(exactly: steps.numerator) : nil
  }
}
