/// Declarations of a rules file as they were read, by what is written of each. A text that
/// differs from the file's in a few bytes is read in a fraction of the time: what it says
/// literally as the file does is taken over, with its places in the file.
package struct ReadDeclarations: Sendable {
  var inputs: [String: InputDeclaration] = [:]
  var lets: [String: LetDeclaration] = [:]
  var lines: [String: LineDeclaration] = [:]
  var declines: [String: DeclineDeclaration] = [:]
  var outputs: [String: OutputDeclaration] = [:]
  /// Formulas of other rules, with units that these do not declare, may mean something else.
  private var units: Set<String> = []

  package init() {}

  /// `tree` is what was read of a file that has no errors, before anything was laid over it.
  package init(of tree: RuleTree, in sources: Sources) {
    units = Set(tree.header.units.map(\.value))
    for input in tree.inputs { inputs[sources.text(at: input.span)] = input }
    for value in tree.lets { lets[sources.text(at: value.span)] = value }
    for line in tree.quote { lines[sources.text(at: line.span)] = line }
    for decline in tree.declines { declines[sources.text(at: decline.span)] = decline }
    for output in tree.outputs { outputs[sources.text(at: output.span)] = output }
  }

  /// Those of rules that declare some units.
  func of(units: Set<String>) -> ReadDeclarations {
    self.units == units ? self : ReadDeclarations()
  }
}

extension InputDeclaration {
  fileprivate var span: SourceSpan {
    switch self {
    case .field(let field): field.span
    case .list(let list): list.span
    }
  }
}

extension RuleReader {
  /// What was read before where the same was written.
  func known<Read>(
    _ declarations: KeyPath<ReadDeclarations, [String: Read]>, _ span: SourceSpan
  ) -> Read? {
    let known = self.known[keyPath: declarations]
    guard !known.isEmpty else { return nil }
    let written = bytes[Int(span.lower)..<max(Int(span.lower), min(Int(span.upper), bytes.count))]
    return known[String(decoding: written, as: UTF8.self)]
  }

  func known<Read>(
    _ declarations: KeyPath<ReadDeclarations, [String: Read]>, _ entry: YAMLEntry
  ) -> Read? {
    known(declarations, entry.key.span.joined(to: entry.value.span))
  }
}
