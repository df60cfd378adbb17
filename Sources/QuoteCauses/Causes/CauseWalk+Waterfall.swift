import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Lines behind a value, and what is carried from one to the next.
extension CauseWalk {
  /// What made a line: its condition, its formula, its members.
  mutating func enter(_ id: Int, _ place: Recording.Place, isAsked: Bool = false) {
    if !isAsked, agreed.lines.contains(id) { return }
    let line = lines.all[id]
    let outer = self.line
    self.line = id
    defer { self.line = outer }
    guard !plan.trace.inside.isEmpty else { return enter(line, place, isAsked) }
    let seen = recording
    recording = recording.seen(from: line)
    enter(line, place, isAsked)
    recording = seen
  }

  private mutating func enter(_ line: ModelLine, _ place: Recording.Place, _ isAsked: Bool) {
    for place in recording.elements(of: line.grain.list, below: place) {
      line.when.map { decide($0, place) }
      guard recording.applies(line.id, at: place) else { continue }
      switch line.effect {
      case .amount(let formula), .becomes(let formula): visit(formula, place, isAsked: isAsked)
      case .members(let members, _):
        for member in members { enter(member.id, place) }
      case .nothing: descend(above: line.id, place)
      }
    }
  }

  /// What is carried down to a line.
  mutating func descend(above id: Int, _ place: Recording.Place) {
    var id = id
    while !descend(through: lines.above(id), place) {
      guard let group = lines.group(of: id), group.grain == group.place else { return }
      group.when.map { decide($0, place) }
      id = group.id
    }
  }

  /// What is carried on from a line.
  mutating func descend(below id: Int, _ place: Recording.Place) {
    if !descend(through: [lines.all[id]], place) { descend(above: id, place) }
  }

  mutating func descendFromTotal(_ place: Recording.Place) {
    _ = descend(through: lines.waterfall[...], place)
  }

  /// From the last of some lines upwards; true where nothing above them counts.
  private mutating func descend(
    through lines: ArraySlice<ModelLine>, _ place: Recording.Place
  ) -> Bool {
    for line in lines.reversed() {
      // What is above it was seen from below before.
      guard pass(line.id, place) else { return true }
      if let below = plan.trace.lines[line.id]?.below,
        agreed.registers.contains(Int(below.index))
      {
        return true
      }
      switch line.effect {
      case .nothing: continue
      case .amount: enter(line.id, place)
      case .becomes where agreed.lines.contains(line.id):
        // What both sides state is what it adds: the rest is above it.
        continue
      case .becomes:
        // What it replaces counts if its formula says so.
        enter(line.id, place, isAsked: true)
        if recording.applies(line.id, at: place) { return true }
      case .members(let members, let take):
        line.when.map { decide($0, place) }
        if take != nil || line.grain != line.place {
          enter(line.id, place)
        } else if recording.applies(line.id, at: place), descend(through: members[...], place) {
          return true
        }
      }
    }
    return false
  }
}

/// Where each line stands among the others.
final class PriceLines {
  /// Lines and subtotals by their ids.
  let all: [ModelLine]
  let waterfall: [ModelLine]
  /// By id: the group, the lines of it, which of them it is.
  private var groups: [Int?]
  private var neighbours: [[ModelLine]]
  private var indices: [Int]

  init(_ model: PriceModel) {
    all = model.allLines
    waterfall = model.waterfall
    groups = Array(repeating: nil, count: all.count)
    neighbours = Array(repeating: [], count: all.count)
    indices = Array(repeating: 0, count: all.count)
    place(waterfall, in: nil)
  }

  private func place(_ lines: [ModelLine], in group: Int?) {
    for (index, line) in lines.enumerated() {
      (groups[line.id], neighbours[line.id], indices[line.id]) = (group, lines, index)
      if case .members(let members, _) = line.effect { place(members, in: line.id) }
    }
  }

  func group(of id: Int) -> ModelLine? { groups[id].map { all[$0] } }

  /// The lines above it among its own.
  func above(_ id: Int) -> ArraySlice<ModelLine> { neighbours[id][..<indices[id]] }
}
