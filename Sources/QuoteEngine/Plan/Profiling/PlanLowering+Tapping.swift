import QuoteLanguage
import QuoteSyntax

/// From lowered rules to a plan that counts what takes part in its prices.
extension PlanLowering {
  /// Adds taps for every rule; what only shows a quote goes.
  func tap() {
    let walk = DemandWalk(self)
    var profile = PlanProfile()
    walk.lists()
    walk.declines()
    walk.lines(model.waterfall, below: walk.everywhere(.booking), into: &profile)
    for output in model.outputs { walk.output(output, at: .booking) }
    let quotes = walk.everywhere(.booking).flag
    profile.add(
      PlanTap(
        .total, .amount(filled(.booking, total ?? zero)), used: quotes, grain: .booking))
    walk.addRows(to: &profile)
    walk.addBrackets(to: &profile)
    walk.addChoices(to: &profile)
    plan.profile = profile
    plan.results = []
    plan.quoteSchema.lines = []
    plan.quoteSchema.outputs = []
    plan.quoteSchema.columns = []
  }

  /// Whether the row tried in this position is the one found, or among those.
  func isTaken(_ rows: Register, _ position: Int) -> Register {
    let shape = PlanRegister.flag(at: plan[rows].grain)
    guard case .rowSet = plan[rows].storage else {
      return emit(.tables(.rowIs(rows, row: position + 1)), shape).cells
    }
    return emit(.tables(.rowAmong(rows, row: position)), shape).cells
  }
}

// MARK: - What asks

extension DemandWalk {
  func lists() {
    for (index, list) in model.lists.withIDs {
      let above = everywhere(.list(list.parent ?? .booking))
      for extra in list.extras {
        if let condition = extra.condition {
          root(condition, above, .priced)
          note(
            .extra, condition.span, identity: ObjectIdentifier(condition),
            holds: lowering.lower(condition).cells,
            demand: above)
        }
        for formula in extra.computed { root(formula.value, above, .priced) }
      }
      if let made = list.made {
        root(made.lower, above, .priced)
        root(made.upper, above, .priced)
      }
      if let groups = list.groups {
        for key in groups.keys { root(key, everywhere(.list(groups.list)), .priced) }
      }
      guard let keep = list.keep else { continue }
      lowering.sentList = index
      let sent = added(index, list)
      root(keep, sent, .priced)
      note(
        .keep, keep.span, identity: ObjectIdentifier(keep), holds: lowering.lower(keep).cells,
        demand: sent)
      lowering.sentList = nil
    }
  }

  /// Elements as sent, extra ones only where their condition holds.
  private func added(_ index: ListID, _ list: ModelList) -> Demand {
    var sent = everywhere(.sent(index))
    for extra in list.extras {
      guard let condition = extra.condition else { continue }
      let holds = lowering.at(sent.grain, lowering.lower(condition).cells)
      let isExtra = lowering.emit(
        .values(.cameFrom(list: index, source: extra.source)), .flag(at: sent.grain)
      ).cells
      sent.flag = lowering.and(sent.flag, lowering.or(lowering.not(isExtra), holds))
    }
    return sent
  }

  func declines() {
    for decline in model.declines {
      let grain = PlanGrain.list(decline.grain.list)
      root(decline.when, everywhere(grain), .priced)
      let holds = lowering.filled(grain, lowering.lower(decline.when).cells)
      root(decline.reason, Demand(flag: holds, grain: grain), .priced)
    }
  }

  func lines(_ lines: [ModelLine], below group: Demand, into profile: inout PlanProfile) {
    for line in lines {
      guard let trace = lowering.lines[line.id] else { continue }
      let own = PlanGrain.list(line.grain.list)
      let asked = brought(group, to: own)
      let applies = trace.applies.map { Demand(flag: lowering.filled(own, $0), grain: own) }
      let there = applies ?? asked
      profile.add(PlanTap(.lineAsked(line.id), .times, used: asked.flag, grain: own))
      profile.add(
        PlanTap(
          .line(line.id), .amount(lowering.filled(own, trace.amount)), used: there.flag,
          grain: own))
      if let when = line.when { root(when, asked, .quoted) }
      for text in [line.label].compactMap({ $0 }) + line.reasons { root(text, there, .quoted) }
      switch line.effect {
      case .amount(let formula), .becomes(let formula):
        root(formula, there, .quoted, line: line.id)
      case .members(let members, _): self.lines(members, below: there, into: &profile)
      case .nothing: break
      }
    }
  }

  func output(_ output: ModelOutput, at grain: PlanGrain) {
    switch output.body {
    case .value(let expression): root(expression, everywhere(grain), .quoted)
    case .records(let list, let fields): for field in fields { self.output(field, at: .list(list)) }
    }
  }
}

// MARK: - What is counted

extension DemandWalk {
  func addRows(to profile: inout PlanProfile) {
    for register in rowOrder {
      guard let site = rows[register] else { continue }
      let subject = ProfileSubject.rows(planTable: site.planTable)
      let count = lowering.plan.tables[site.planTable].order.count
      profile.add(
        PlanTap(
          subject, .rows(register, count: count), used: site.flags.used, early: site.flags.early,
          grain: site.grain))
      for (line, used) in site.lines {
        profile.add(amounts(of: line, subject, register, count: count, used: used, at: site.grain))
      }
    }
  }

  /// Counts at the finer of the two grains, so that each row meets each amount.
  private func amounts(
    of line: Int, _ subject: ProfileSubject, _ rows: Register, count: Int, used: Register,
    at grain: PlanGrain
  ) -> PlanTap {
    let list = model.allLines[line].grain.list
    let own = PlanGrain.list(list)
    let fine = lowering.depth(own) > lowering.depth(grain) ? own : grain
    let amount = lowering.filled(own, lowering.lines[line]?.amount ?? lowering.zero)
    return PlanTap(
      subject,
      .rowAmounts(lowering.at(fine, rows), count: count, amount: amount, list: list),
      used: lowering.filled(fine, used), grain: fine)
  }

  func addBrackets(to profile: inout PlanProfile) {
    for site in brackets {
      profile.add(
        PlanTap(
          .graduated(table: site.table), .times, used: site.flags.used, early: site.flags.early,
          grain: site.grain))
      for part in site.brackets {
        let flags = site.flags.and(lowering.filled(site.grain, lowering.entered(part)), lowering)
        let amount = lowering.filled(site.grain, part.amount)
        profile.add(
          PlanTap(
            .bracket(table: site.table, row: part.row), site.isMoney ? .amount(amount) : .times,
            used: flags.used, early: flags.early, grain: site.grain))
      }
    }
  }

  func addChoices(to profile: inout PlanProfile) {
    for (index, site) in choices.enumerated() {
      profile.choices.append(site.choice)
      profile.add(
        PlanTap(
          .choiceAsked(index), .times, used: site.flags.used, early: site.flags.early,
          grain: site.grain))
      let held = site.flags.and(site.holds, lowering)
      profile.add(
        PlanTap(
          .choiceHeld(index), .times, used: held.used, early: held.early, grain: site.grain))
    }
  }
}
