/// How many names stand upon one another: a let upon those that its formula names, and so on.
///
/// Whoever walks from a value down to what it is made of goes as deep, so that there is a bound.
struct NameDepths {
  static let most = 500

  /// By let, as far as they are typed; itself counts.
  private var known: [Int: Int] = [:]
  /// Lets being typed, outermost first, and how deep what they name goes.
  private var open: [(index: Int, below: Int)] = []

  /// Whether a further name inside of those being typed would be one too many.
  var isFull: Bool { open.count >= Self.most }

  /// Whether the innermost stands upon as many as may be.
  var isInnermostTooDeep: Bool { (open.last?.below ?? 0) >= Self.most }

  mutating func begin(_ index: Int) { open.append((index, 0)) }

  mutating func end() {
    let (index, below) = open.removeLast()
    known[index] = below + 1
    use(index)
  }

  /// The innermost names one that was typed before.
  mutating func use(_ index: Int) {
    guard let depth = known[index], let last = open.indices.last else { return }
    open[last].below = max(open[last].below, depth)
  }
}
