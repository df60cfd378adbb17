/// `--help`, from the declaration.
struct HelpText {
  var declaration: CommandDeclaration

  var synopsis: String {
    var words = ["quote \(declaration.name)"]
    for option in declaration.options where option.isRequired {
      words.append("\(option.name) \(option.placeholder ?? "")")
    }
    if declaration.options.contains(where: { !$0.isRequired }) { words.append("[OPTION]...") }
    if let operand = declaration.operands {
      let name = operand.placeholder + (operand.isRepeated ? "..." : "")
      words.append(operand.isRequired ? name : "[\(name)]")
    }
    return words.joined(separator: " ")
  }

  var text: String {
    var text = "\(declaration.summary.firstUppercased)\n\nusage: \(synopsis)\n"
    for paragraph in declaration.discussion.split(separator: "\n\n") {
      text += "\n" + Self.wrap(String(paragraph), to: 92).joined(separator: "\n") + "\n"
    }
    if let operand = declaration.operands {
      text += "\n" + Self.table([(operand.placeholder, operand.help)])
    }
    text += "\noptions:\n" + Self.table(declaration.options.map { (Self.spelling($0), $0.help) })
    if !declaration.examples.isEmpty {
      text += "\nexamples:\n"
      for example in declaration.examples { text += "  \(example.line)\n      \(example.shows)\n" }
    }
    return text
  }

  static func spelling(_ option: OptionDeclaration) -> String {
    let names = option.names.sorted { $0.count < $1.count }.joined(separator: ", ")
    return option.placeholder.map { "\(names) \($0)" } ?? names
  }

  /// Two columns, the second wrapped at 96 characters.
  static func table(_ rows: [(String, String)]) -> String {
    let width = min(30, rows.map(\.0.count).max() ?? 0)
    return rows.map { left, right in
      var lines = wrap(right, to: 92 - width)
      let first = lines.isEmpty ? "" : lines.removeFirst()
      let head =
        left.count > width
        ? "  \(left)\n  " + String(repeating: " ", count: width) + "  \(first)"
        : "  " + left + String(repeating: " ", count: width - left.count) + "  \(first)"
      return ([head] + lines.map { String(repeating: " ", count: width + 4) + $0 })
        .joined(separator: "\n") + "\n"
    }.joined()
  }

  static func wrap(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return line.isEmpty ? lines : lines + [line]
  }
}

extension String {
  var firstUppercased: String { prefix(1).uppercased() + dropFirst() }
}
