extension PricePlan {
  /// What a model's rules do, as registers and instructions. `recording` keeps
  /// a register for everything that an explanation may ask for; `profiling`
  /// counts what takes part in prices, and shows no quotes.
  public init(lowering model: PriceModel, recording: Bool = false, profiling: Bool = false) {
    let lowering = PlanLowering(
      model: model, isRecording: recording, schema: QuoteSchema(of: model))
    lowering.plan.lists = model.lists.indices.map { index in
      PlanList(
        name: model.lists[index].name, parent: model.lists[index].parent,
        isFiltered: lowering.hasSent(index), isMade: model.lists[index].made != nil)
    }
    lowering.openLists()
    lowering.waterfall(model.waterfall)
    lowering.finish()
    if profiling { lowering.tap() }
    self = lowering.plan
    if !recording { _ = dropUnused() }
    assignSlots()
  }

  /// Registers of one memory stride and grain share a slot once the earlier is
  /// dead. Constants, what results are read from, and what stands for other
  /// cells keep their own.
  mutating func assignSlots() {
    var lastUse: [Register: Int] = [:]
    var pinned: Set<Register> = []
    for (index, instruction) in instructions.enumerated() {
      for source in instruction.operation.sources { lastUse[source] = index }
      switch instruction.operation.effect {
      case .none: break
      case .lends, .shapesLists:
        pinned.formUnion([instruction.target] + instruction.operation.sources)
      }
    }
    readResults.forEach { pinned.formUnion($0.registers) }
    for decline in declines {
      pinned.formUnion([decline.holds, decline.reason])
      if let given = decline.reasonGiven { pinned.insert(given) }
    }
    faults.forEach { pinned.insert($0.holds) }
    profile?.taps.forEach { pinned.formUnion($0.registers) }
    var count: Int32 = 0
    func fresh() -> Int32 {
      defer { count += 1 }
      return count
    }
    for index in registers.indices { registers[index].slot = -1 }
    struct Kind: Hashable { var stride: Int, grain: PlanGrain }
    var free: [Kind: [Int32]] = [:]
    var dying: [Int: [Register]] = [:]
    for (index, instruction) in instructions.enumerated() {
      for target in [instruction.target] + (instruction.given.map { [$0] } ?? []) {
        let register = registers[Int(target.index)]
        guard register.slot < 0, register.grain != .constant else { continue }
        let isOwn = isRecording || pinned.contains(target) || register.storage == .texts
        let kind = Kind(stride: register.storage.stride, grain: register.grain)
        let slot = isOwn ? fresh() : free[kind]?.popLast() ?? fresh()
        registers[Int(target.index)].slot = slot
        if !isOwn { dying[max(index, lastUse[target] ?? index), default: []].append(target) }
      }
      for target in dying[index] ?? [] {
        let register = registers[Int(target.index)]
        free[Kind(stride: register.storage.stride, grain: register.grain), default: []].append(
          register.slot)
      }
    }
    for index in registers.indices where registers[index].slot < 0 {
      registers[index].slot = fresh()
    }
  }
}

extension QuoteSchema {
  /// Empty as to columns, which lowering adds.
  init(of model: PriceModel) {
    self.init(
      lines: [], outputs: [], total: 0, columns: [],
      minorDigits: model.minorUnit.decimalDigits ?? 0, currency: model.currency,
      arithmetic: model.arithmetic, listNames: model.lists.map(\.name),
      listParents: model.lists.map(\.parent))
  }
}
