package import QuoteLanguage
import QuoteSyntax

extension PricePlan {
  /// What a model's rules do, as registers and instructions. `recording` keeps
  /// a register for everything that an explanation may ask for; `profiling`
  /// counts what takes part in prices, and shows no quotes.
  package init(lowering model: PriceModel, recording: Bool = false, profiling: Bool = false) {
    let lowering = PlanLowering(
      model: model, isRecording: recording, schema: QuoteSchema(of: model))
    lowering.plan.lists = ArrayByID(
      model.lists.withIDs.map { id, list in
        PlanList(
          name: list.name, parent: list.parent, isFiltered: lowering.hasSent(id),
          isMade: list.isMade)
      })
    lowering.openLists()
    lowering.waterfall(model.waterfall)
    lowering.finish()
    if profiling { lowering.tap() }
    self = lowering.plan
    if !recording { _ = dropUnused() }
  }

  /// Registers of one memory stride and grain share a slot once the earlier is
  /// dead. Constants, what results are read from, and what stands for other
  /// cells keep their own. A loop of machine code loads a row's cells before it stores any,
  /// and so may store where an input of its own lies that dies in it.
  mutating func assignSlots() {
    // These are arrays by register or by instruction, not dictionaries, which cost more than all
    // the rest.
    var lastUse = [Int](repeating: -1, count: registers.count)
    var pinned = [Bool](repeating: isRecording, count: registers.count)
    func pin(_ registers: [Register]) {
      for register in registers { pinned[Int(register.index)] = true }
    }
    let lastOfTurns = lastInstructionsOfTurns()
    var maker = [Int](repeating: -1, count: registers.count)
    for (index, instruction) in instructions.enumerated() {
      let sources = instruction.operation.sources
      for source in sources {
        let number = Int(source.index)
        // What is made before the turns is read in each of them.
        let isOutside = lastOfTurns[index].map { maker[number] < $0.lowerBound } ?? false
        lastUse[number] = isOutside ? lastOfTurns[index]!.upperBound : index
      }
      maker[Int(instruction.target.index)] = index
      if let given = instruction.given { maker[Int(given.index)] = index }
      switch instruction.operation.effect {
      case .none: break
      case .lends, .shapesLists: pin([instruction.target] + sources)
      }
    }
    readResults.forEach { pin($0.registers) }
    for decline in declines {
      pin([decline.holds, decline.reason])
      if let given = decline.reasonGiven { pin([given]) }
    }
    faults.forEach { pin([$0.holds]) }
    profile?.taps.forEach { pin($0.registers) }
    var count: Int32 = 0
    func fresh() -> Int32 {
      defer { count += 1 }
      return count
    }
    for index in registers.indices { registers[index].slot = -1 }
    var free = FreeSlots()
    var dying = [[Int]](repeating: [], count: instructions.count)
    for (index, instruction) in instructions.enumerated() {
      for target in [instruction.target] + (instruction.given.map { [$0] } ?? []) {
        let number = Int(target.index)
        let register = registers[number]
        guard register.slot < 0, register.grain != .constant else { continue }
        let isOwn = pinned[number] || register.storage == .texts
        registers[number].slot = isOwn ? fresh() : free.take(for: register) ?? fresh()
        if !isOwn { dying[max(index, lastUse[number])].append(number) }
      }
      for number in dying[index] { free.give(registers[number]) }
    }
    for index in registers.indices where registers[index].slot < 0 {
      registers[index].slot = fresh()
    }
  }
}

extension PricePlan {
  /// For each instruction that runs once for each turn, where those of its turn begin and end.
  fileprivate func lastInstructionsOfTurns() -> [ClosedRange<Int>?] {
    var ranges = [ClosedRange<Int>?](repeating: nil, count: instructions.count)
    for range in rangesOfTurns { for index in range { ranges[index] = range } }
    return ranges
  }

  /// The instructions that run once for each turn, from the one that makes it the first
  /// elements' turn to the one that makes it the next ones'.
  var rangesOfTurns: [ClosedRange<Int>] {
    var ranges: [ClosedRange<Int>] = []
    var start = 0
    for (index, instruction) in instructions.enumerated() {
      switch instruction.operation {
      case .lists(.first): start = index
      case .lists(.next): ranges.append(start...index)
      case .lists, .values, .moves, .numbers, .flags, .aggregates, .tables, .texts, .dates,
        .places:
        break
      }
    }
    return ranges
  }
}

/// Slots of registers that are dead, by memory stride and grain.
private struct FreeSlots {
  private var kinds: [(stride: Int, grain: PlanGrain, slots: [Int32])] = []

  private func kind(of register: PlanRegister) -> Int? {
    kinds.firstIndex {
      $0.stride == register.storage.stride && $0.grain == register.grain
    }
  }

  /// The one that was given last.
  mutating func take(for register: PlanRegister) -> Int32? {
    kind(of: register).flatMap { kinds[$0].slots.popLast() }
  }

  mutating func give(_ register: PlanRegister) {
    if let kind = kind(of: register) {
      kinds[kind].slots.append(register.slot)
    } else {
      kinds.append((register.storage.stride, register.grain, [register.slot]))
    }
  }
}

extension QuoteSchema {
  /// Empty as to columns, which lowering adds.
  package init(of model: PriceModel) {
    self.init(
      lines: [], outputs: [], total: 0, columns: [],
      minorDigits: model.minorUnit.decimalDigits ?? 0, currency: model.currency,
      arithmetic: model.arithmetic, listParents: model.lists.mapped(\.parent))
  }
}
