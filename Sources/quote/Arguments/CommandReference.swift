/// `docs/command.md`, from the declarations.
enum CommandReference {
  static func markdown(_ commands: [CommandDeclaration]) -> String {
    var text = """
      # The command

      Written by `quote help --reference`; a test keeps this page up to date.

      Exit status: 0 everything is fine; 1 findings (bookings at fault, quotes that differ, rules that were rejected);
      2 trouble (a missing file, a full disk, a wrong command line). If whoever reads the output goes away, as in `quote … | head`, the
      command ends by SIGPIPE without a word, as others do; a shell calls that 141.


      """
    for command in commands {
      text += "## quote \(command.name)\n\n\(command.summary.firstUppercased).\n\n"
      text += "    \(HelpText(declaration: command).synopsis)\n\n"
      if !command.discussion.isEmpty { text += command.discussion + "\n\n" }
      text += "| option | |\n|---|---|\n"
      for option in command.options {
        text += "| `\(HelpText.spelling(option))` | \(option.help.replacing("|", with: "\\|")) |\n"
      }
      text += "\n"
      for example in command.examples { text += "`\(example.line)`: \(example.shows)\n\n" }
    }
    return text
  }
}
