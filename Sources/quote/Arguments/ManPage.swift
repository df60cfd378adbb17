/// The man page, from the declarations, in the man(7) macros.
enum ManPage {
  static func text(_ commands: [CommandDeclaration]) -> String {
    var text = """
      .TH QUOTE 1
      .SH NAME
      quote \\- price bookings by declared rules, explain every cent, compare with reference output
      .SH SYNOPSIS
      .B quote
      .I COMMAND
      [OPTION]... [FILE]...
      .SH COMMANDS

      """
    for command in commands {
      text += ".SS \(escaped(HelpText(declaration: command).synopsis))\n"
      text += escaped(command.summary.firstUppercased) + ".\n"
      if !command.discussion.isEmpty { text += ".PP\n\(escaped(command.discussion))\n" }
      for option in command.options {
        text += ".TP\n.B \(escaped(HelpText.spelling(option)))\n\(escaped(option.help))\n"
      }
    }
    text += """
      .SH EXIT STATUS
      .TP
      .B 0
      everything was priced, is equal or is accepted
      .TP
      .B 1
      findings: bookings at fault, quotes that differ, rules that were rejected
      .TP
      .B 2
      trouble: a missing file, a full disk, a wrong command line
      .PP
      If whoever reads the output goes away, the command ends by SIGPIPE, which a shell calls 141.
      .SH ENVIRONMENT
      .TP
      .B NO_COLOR
      no colours, unless asked for by \\-\\-color

      """
    return text
  }

  private static func escaped(_ text: String) -> String {
    let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing(
      "\n\n", with: "\n.PP\n")
    return plain.hasPrefix(".") && !plain.hasPrefix(".PP") || plain.hasPrefix("'")
      ? "\\&" + plain : plain
  }
}
