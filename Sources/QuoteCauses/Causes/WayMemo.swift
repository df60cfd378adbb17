import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Where walks over the values of bookings came to, by what was answered on the way. If the next
/// booking answers alike, the outcome is known without a walk: a walk hangs on nothing but the
/// answers that it asks for. It is one thread's.
final class WayMemo<Outcome> {
  private struct Node {
    var question: RecordedQuestion
    /// The first of its branches; below zero: none.
    var first: Int32 = -1
  }

  private struct Branch {
    var answer: Int
    var next: Int32
    /// The next branch of the same question.
    var beside: Int32
  }

  @safe @exclusivity(unchecked) private var nodes: [Node] = []
  @safe @exclusivity(unchecked) private var branches: [Branch] = []
  @safe @exclusivity(unchecked) private(set) var outcomes: [Outcome] = []
  /// A node, or below zero an outcome, counted downwards from -1; nil: no walk was learned yet.
  @safe @exclusivity(unchecked) private var start: Int32?
  /// Whether some walk went where no question leads.
  @safe @exclusivity(unchecked) private(set) var isLost = false
  /// Nothing is learned beyond so many answers: rules of which each booking goes its own way.
  private static var most: Int { 8192 }

  /// The outcome's number, where a booking goes a way that is known.
  func find(_ answer: (RecordedQuestion) -> Int) -> Int? {
    guard var at = start else { return nil }
    while at >= 0 {
      let given = answer(nodes[Int(at)].question)
      var branch = nodes[Int(at)].first
      while branch >= 0, branches[Int(branch)].answer != given {
        branch = branches[Int(branch)].beside
      }
      guard branch >= 0 else { return nil }
      at = branches[Int(branch)].next
    }
    return Int(-1 - at)
  }

  /// Remembers where a walk came to.
  func learn(_ way: RecordedWay, _ outcome: Outcome) {
    if way.isLost { isLost = true }
    guard !isLost, branches.count + way.steps.count < Self.most, outcomes.count < Self.most else {
      return
    }
    outcomes.append(outcome)
    let end = Int32(-outcomes.count)
    var last: Int32?
    for (question, answer) in way.steps {
      let node = reach(question, from: last)
      last = branch(of: node, answer)
    }
    set(end, behind: last)
  }

  /// The node that stands behind a branch; it is made where there is none.
  private func reach(_ question: RecordedQuestion, from branch: Int32?) -> Int32 {
    let known = branch.map { branches[Int($0)].next } ?? start ?? .min
    if known >= 0 { return known }
    nodes.append(Node(question: question))
    let node = Int32(nodes.count - 1)
    set(node, behind: branch)
    return node
  }

  private func set(_ next: Int32, behind branch: Int32?) {
    if let branch { branches[Int(branch)].next = next } else { start = next }
  }

  private func branch(of node: Int32, _ answer: Int) -> Int32 {
    var branch = nodes[Int(node)].first
    while branch >= 0 {
      if branches[Int(branch)].answer == answer { return branch }
      branch = branches[Int(branch)].beside
    }
    branches.append(Branch(answer: answer, next: .min, beside: nodes[Int(node)].first))
    nodes[Int(node)].first = Int32(branches.count - 1)
    return Int32(branches.count - 1)
  }
}
