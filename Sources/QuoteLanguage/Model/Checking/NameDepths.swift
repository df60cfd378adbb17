import QuoteSyntax

/// How many names depend on one another: a let on those that its formula names, and so on.
///
/// A walk from a value down to its parts goes equally deep, so there is a limit.
struct NameDepths {
  static let most = 500

  /// The depth of each let that has been typed, itself included.
  private var known: [Int: Int] = [:]
  /// Lets being typed, outermost first, and how deep what they name goes.
  private var open: [(index: Int, below: Int)] = []

  /// Whether a further name inside of those being typed would be one too many.
  var isFull: Bool { open.count >= Self.most }

  /// Whether the innermost name already depends on as many others as is allowed.
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
