import QuoteSyntax

/// Inputs that nothing uses, where a name is used that nothing has: one may have been renamed in
/// one place and not in the other.
extension ModelChecker {
  /// So many at most are named: of more, none is likelier than another.
  private static let mostNamed = 2

  func tellUnusedInputs() {
    tellRenamedInputs()
    // Where a name is spelt like nothing, the inputs that there are say more than silence.
    let unknown = log.all.count { $0.id == "unknown-name" && $0.help.isEmpty }
    if 1...20 ~= unknown { log.help("unknown-name", with: fields(of: .booking)) }
  }

  /// What bookings or the elements of a list have, as a line of help.
  func fields(of list: ListID) -> [String] {
    let fields = schema.lists[list].fields.map(\.name)
    if fields.isEmpty { return [] }
    let shown = fields.prefix(12).map { "`\($0)`" }.joined(separator: ", ")
    let more = fields.count > 12 ? " and \(fields.count - 12) more" : ""
    let whose = list == .booking ? "inputs" : "fields of `\(lists[list].name)`"
    return ["\(whose) are \(shown)\(more)"]
  }

  private func tellRenamedInputs() {
    let unknown = Set(
      log.all.filter { $0.id == "unknown-name" && $0.help.isEmpty }.map(\.headline))
    guard (1...Self.mostNamed).contains(unknown.count), case let unused = unusedInputs,
      (1...Self.mostNamed).contains(unused.count)
    else { return }
    let names = unused.map { "`\($0)`" }.joined(separator: " and ")
    log.help(
      "unknown-name",
      with: [
        unused.count == 1
          ? "nothing uses the input \(names): is it that?"
          : "nothing uses the inputs \(names): is it one of them?"
      ])
  }

  private var unusedInputs: [String] {
    func unused(_ inputs: [InputDeclaration]) -> [String] {
      inputs.flatMap { input -> [String] in
        switch input {
        case .field(let field):
          return field.isKey || used.contains(field.name.value) ? [] : [field.name.value]
        case .list(let list): return unused(list.fields)
        }
      }
    }
    return unused(tree.inputs)
  }

  /// The one input whose words are the cells of a key column; nil where none is.
  func input(whoseWordsAre header: Formula) -> (name: String, words: [String])? {
    var cells: Set<String> = []
    for declaration in tree.lets {
      guard case .table(let table) = declaration.body,
        let column = table.keys.firstIndex(where: { $0.span == header.span })
      else { continue }
      for row in table.rows where column < row.keys.count {
        let text = sources.text(at: row.keys[column].span).trimmedOfSpaces
        if text != "-" { cells.insert(text) }
      }
    }
    guard !cells.isEmpty else { return nil }
    let found = schema.lists.flatMap(\.fields).filter { field in
      !field.choices.isEmpty && cells.isSubset(of: field.choices)
    }
    return found.count == 1 ? (found[0].name, found[0].choices) : nil
  }
}
