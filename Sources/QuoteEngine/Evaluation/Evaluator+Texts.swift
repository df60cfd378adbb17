import QuoteBookings
import QuoteLanguage
import QuoteSyntax

extension Evaluator {
  /// Functions of texts, and values turned into texts.
  func run(
    _ operation: PlanOperation.Texts, _ instruction: PreparedInstruction, count: Int,
    scratch: KernelScratch
  ) {
    let target = instruction.target
    unsafe registers.target(target, rows: count)
    switch operation {
    case .textFunction(let function, let source):
      apply(function, source, instruction: instruction, count: count, scratch: scratch)
    case .textOf(let source, let style, let offset):
      unsafe PrintKernels.run(
        column(source), style,
        minutes: offset.map { unsafe UnsafePointer(registers.cells($0, as: Int64.self)) },
        zone: prepared.zone, into: registers.cells(target), count: count, scratch: scratch)
    case .minutesEast(let zone, let moment):
      unsafe scratch.zones.minutesEast(
        registers.cells(zone), registers.cells(moment), into: registers.cells(target),
        count: count)
    case .instantIn(let zone, let date, let time):
      unsafe scratch.zones.instants(
        registers.cells(zone), dates: registers.cells(date), times: registers.cells(time),
        into: registers.cells(target), count: count)
    case .choiceText(let source, let words):
      choiceTexts(source, words, into: target, count: count, arena: scratch.arena)
    case .concatenate(let parts):
      unsafe withColumns(parts.map { PlanValue($0) }) { columns in
        unsafe TextKernels.concatenate(
          columns, into: registers.cells(target), count: count, arena: scratch.arena)
      }
    case .gatherTexts(let parts):
      unsafe withColumns(parts) { columns in
        unsafe TextListKernels.gather(
          columns, into: registers.cells(target), items: registers.texts(target), count: count)
      }
    }
  }

  /// Where texts are taken in Unicode's form C before anything is asked of them: exact figures.
  /// They are made where the caller makes texts: those of constants outlive the block.
  private func composing(in scratch: KernelScratch) -> BlockTexts? {
    plan.model.arithmetic.isBinary ? nil : scratch.arena
  }

  /// What was made of texts is in that form, too: a letter and an accent may have come together.
  @unsafe private func compose(
    _ texts: UnsafeMutablePointer<TextSlice>, _ count: Int, in arena: BlockTexts?
  ) {
    guard let arena else { return }
    for i in 0..<count { unsafe texts[i] = texts[i].composed(in: arena) }
  }

  private func apply(
    _ function: TextFunction, _ source: Register, instruction: PreparedInstruction,
    count: Int, scratch: KernelScratch
  ) {
    let target = instruction.target
    let arena = scratch.arena
    let composing = self.composing(in: scratch)
    func texts() -> (UnsafePointer<TextSlice>, UnsafeMutablePointer<TextSlice>) {
      unsafe (UnsafePointer(registers.cells(source)), registers.cells(target))
    }
    func each(_ made: (TextSlice) -> TextSlice) {
      let (from, to) = unsafe texts()
      unsafe TextKernels.each(from, into: to, count: count, composing: composing, made)
    }
    func holds(_ holds: (TextSlice) -> Bool) {
      unsafe TextKernels.holds(
        registers.cells(source), into: registers.cells(target), count: count,
        composing: composing, holds)
    }
    switch function {
    case .lower:
      let (from, to) = unsafe texts()
      unsafe TextKernels.lower(from, into: to, count: count, arena: arena)
      unsafe compose(to, count, in: composing)
    case .upper:
      let (from, to) = unsafe texts()
      unsafe TextKernels.upper(from, into: to, count: count, arena: arena)
      unsafe compose(to, count, in: composing)
    case .trim:
      let (from, to) = unsafe texts()
      unsafe TextKernels.trim(from, into: to, count: count)
      unsafe compose(to, count, in: composing)
    case .withoutSpaces:
      each { TextKernels.withoutSpaces($0, arena: arena) }
      unsafe compose(texts().1, count, in: composing)
    case .left(let scalars): each { $0.first(scalars) }
    case .right(let scalars): each { $0.last(scalars) }
    case .replaced(let wanted, let other):
      let (old, new) = (arena.copy(wanted), arena.copy(other))
      each { TextKernels.replaced($0, old, by: new, arena: arena) }
      unsafe compose(texts().1, count, in: composing)
    case .natural: each { TextKernels.natural($0, arena: arena) }
    case .startsWith(let word):
      let word = arena.copy(word)
      holds { $0.begins(with: word) }
    case .endsWith(let word):
      let word = arena.copy(word)
      holds { $0.ends(with: word) }
    case .contains(let word):
      let word = arena.copy(word)
      holds { $0.place(of: word) != nil }
    case .length:
      unsafe TextKernels.length(
        registers.cells(source), into: registers.cells(target), count: count,
        composing: composing)
    case .joined(let separator):
      unsafe TextListKernels.joined(
        offsets: registers.cells(source), items: registers.texts(source).pointer,
        separator: arena.copy(separator), into: registers.cells(target), count: count,
        arena: arena)
    case .parseInteger, .parseNumber, .parseDate, .part, .minutesEast, .instantIn:
      applyFallible(function, source, instruction: instruction, count: count, scratch: scratch)
    }
  }

  /// Functions that may give nothing for a text.
  private func applyFallible(
    _ function: TextFunction, _ source: Register, instruction: PreparedInstruction, count: Int,
    scratch: KernelScratch
  ) {
    let target = instruction.target
    switch function {
    case .parseInteger: parse(source, instruction, count, isInteger: true)
    case .parseNumber: parse(source, instruction, count, isInteger: false)
    case .parseDate:
      guard let given = instruction.given else { return }
      unsafe registers.target(given, rows: count)
      unsafe instruction.step.pattern.read(
        registers.cells(source), into: registers.cells(target), given: registers.cells(given),
        count: count, arithmetic: plan.model.arithmetic)
    case .part(let separator, let number):
      guard let given = instruction.given else { return }
      unsafe registers.target(given, rows: count)
      unsafe TextKernels.parts(
        registers.cells(source), number, between: scratch.arena.copy(separator),
        into: registers.cells(target), given: registers.cells(given), count: count,
        composing: composing(in: scratch))
    case .lower, .upper, .trim, .withoutSpaces, .left, .right, .replaced, .natural, .startsWith,
      .endsWith, .contains, .length, .joined, .minutesEast, .instantIn:
      preconditionFailure("a function that always gives something, or of more than a text")
    }
  }

  private func choiceTexts(
    _ source: Register, _ words: [String], into target: Register, count: Int, arena: BlockTexts
  ) {
    let slices = words.map { arena.copy($0) }
    let (from, to) = unsafe (
      registers.cells(source, as: Int32.self), registers.cells(target, as: TextSlice.self)
    )
    for i in 0..<count {
      let index = unsafe Int(from[i])
      unsafe to[i] = slices.indices.contains(index) ? slices[index] : .empty
    }
  }

  /// Reads a text as Python's `int()` and `float()` do; integers become whole multiples of the
  /// target's quantum.
  private func parse(
    _ source: Register, _ instruction: PreparedInstruction, _ count: Int, isInteger: Bool
  ) {
    let target = instruction.target
    let given = instruction.given
    if let given { unsafe registers.target(given, rows: count) }
    let from = unsafe registers.cells(source, as: TextSlice.self)
    let range = plan[target].range
    let least = (range.lower / plan[target].quantum).ceiling.map { Int64(clamping: $0) } ?? .min
    let most = (range.upper / plan[target].quantum).floor.map { Int64(clamping: $0) } ?? .max
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
