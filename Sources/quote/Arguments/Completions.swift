/// Shell completions, from the declarations.
enum Completions {
  enum Shell: String, CaseIterable, Sendable { case bash, zsh, fish }

  static func script(for shell: Shell, _ commands: [CommandDeclaration]) -> String {
    switch shell {
    case .bash: bash(commands)
    case .zsh: zsh(commands)
    case .fish: fish(commands)
    }
  }

  /// What stands without an option's name, where it is one of some words; help is
  /// there for commands, too.
  private static func words(
    of command: CommandDeclaration, _ commands: [CommandDeclaration]
  ) -> [String]? {
    guard case .words(let words)? = command.operands?.values else { return nil }
    return command.name == "help" ? commands.map(\.name) + words : words
  }

  private static func bash(_ commands: [CommandDeclaration]) -> String {
    var cases = ""
    for command in commands {
      var values = ""
      for option in command.options where option.placeholder != nil {
        let names = option.names.joined(separator: "|")
        switch option.values {
        case .words(let words):
          values +=
            "        \(names)) COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' "
            + "-- \"$word\")); return;;\n"
        case .path, .report, .target:
          values += "        \(names)) COMPREPLY=($(compgen -f -- \"$word\")); return;;\n"
        case .directory:
          values += "        \(names)) COMPREPLY=($(compgen -d -- \"$word\")); return;;\n"
        case .text, .whole: values += "        \(names)) return;;\n"
        }
      }
      let names = command.options.flatMap(\.names).joined(separator: " ")
      let words = Self.words(of: command, commands)
      let wanted = words.map { "-W '\($0.joined(separator: " "))'" } ?? "-f"
      cases += """
            \(command.name))
              case "$before" in
        \(values)      esac
              if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '\(names)' -- "$word"))
              else COMPREPLY=($(compgen \(wanted) -- "$word")); fi;;

        """
    }
    return """
      # bash completion for quote: source this, or put it into the completions folder
      _quote() {
        local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
        if [[ $word == = ]]; then word=
        elif [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD-2]}; fi
        if [[ $COMP_CWORD == 1 ]]; then
          COMPREPLY=($(compgen -W '\(commands.map(\.name).joined(separator: " "))' -- "$word")); return
        fi
        case ${COMP_WORDS[1]} in
      \(cases)  esac
      }
      complete -o filenames -F _quote quote

      """
  }

  private static func zsh(_ commands: [CommandDeclaration]) -> String {
    func quoted(_ text: String) -> String {
      text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
        .replacing(":", with: "\\:")
    }
    let names = commands.map { "    '\($0.name):\(quoted($0.summary))'" }.joined(separator: "\n")
    let cases = commands.map { command in
      let options = command.options.flatMap { option in
        option.names.map { name -> String in
          let star = option.isRepeated ? "*" : ""
          // `--name=value` is one word.
          let mark = option.placeholder != nil && name.hasPrefix("--") ? "=" : ""
          let head = "\(star)\(name)\(mark)[\(quoted(option.help))]"
          guard let placeholder = option.placeholder else { return "      '\(head)'" }
          let action =
            switch option.values {
            case .words(let words): "(\(words.joined(separator: " ")))"
            case .path, .report, .target: "_files"
            case .directory: "_files -/"
            case .text, .whole: ""
            }
          return "      '\(head):\(placeholder):\(action)'"
        }
      }
      let words = Self.words(of: command, commands)?.joined(separator: " ") ?? ""
      return
        "    \(command.name)) _arguments \\\n\(options.joined(separator: " \\\n")) \\\n  "
        + "    '*:\(words.isEmpty ? "file:_files" : "topic:(\(words))")';;"
    }.joined(separator: "\n")
    return """
      #compdef quote
      local -a commands=(
      \(names)
      )
      if (( CURRENT == 2 )); then _describe command commands; return; fi
      local command=$words[2]; shift words; (( CURRENT-- ))
      case $command in
      \(cases)
      esac

      """
  }

  private static func fish(_ commands: [CommandDeclaration]) -> String {
    func quoted(_ text: String) -> String { text.replacing("'", with: "\\'") }
    return commands.map { command in
      var words = Self.words(of: command, commands)?.joined(separator: " ") ?? ""
      if !words.isEmpty {
        words =
          "complete -c quote -n '__fish_seen_subcommand_from \(command.name)' -xa '\(words)'\n"
      }
      return "complete -c quote -n __fish_use_subcommand -a \(command.name) -d "
        + "'\(quoted(command.summary))'\n" + words
        + command.options.map { option in
          var line = "complete -c quote -n '__fish_seen_subcommand_from \(command.name)'"
          for name in option.names {
            line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst(1))"
          }
          if option.placeholder != nil {
            switch option.values {
            case .words(let words): line += " -xa '\(words.joined(separator: " "))'"
            case .path, .report, .target, .directory: line += " -r"
            case .text, .whole: line += " -x"
            }
          }
          return line + " -d '\(quoted(option.help))'\n"
        }.joined()
    }.joined()
  }
}
