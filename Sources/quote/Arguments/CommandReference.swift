/// `docs/command.md`, from the declarations.
enum CommandReference {
  static func markdown(_ commands: [CommandDeclaration]) -> String {
    var text = """
      # The command

      Written by `quote help --reference`; a test keeps this page up to date.

      ## Exit status

      It means the same in every command; a test checks each command against this table.

      | status | when |
      |---|---|
      | 0 | everything is fine; warnings matter to `check --fail-on warnings` alone |
      | 1 | the rules, an overlay, a map or a ledger have mistakes, or `--set` or `--where` do |
      | 1 | a booking is at fault: `price`, `explain`, `profile`, `impact`, `bench` of given bookings, and `diff` where the other side has a price for it |
      | 1 | something differs: `diff` from the other side, `verify` from the receipt, `bench --compare` from the saved run, or a stage is slower than `--fail-slower` allows |
      | 1 | nothing was found to explain or to compare, `impact` has no booking with a price, or the record of `overlay` is refused |
      | 2 | it could not be done: a file is missing, unreadable or not allowed, the disk or the memory is full, or the command line makes no sense |
      | 141 | the reader of the output went away, as in `quote … \\| head`: like other commands, it is ended silently by SIGPIPE, and a shell shows that as 141 |


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
