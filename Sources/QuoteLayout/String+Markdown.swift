import QuoteSyntax

extension String {
  /// Plain words on one line of Markdown, in a cell of a table and between tags of HTML too: no
  /// character makes a link, a picture, an element, emphasis or a mention of somebody. Characters
  /// are written by their numbers, because a backslash would be seen between tags. Messages have
  /// words in backticks, and a backtick makes nothing but code.
  package var escapedForMarkdown: String {
    let characters = Array(replacing("\n", with: " ").shown)
    var text = ""
    for (index, character) in characters.enumerated() {
      let (before, after) = (characters[..<index].last, characters[(index + 1)...].first)
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      // Between letters it marks nothing: names of lines stay as they are.
      case "_" where before?.isNamePart ?? false && after?.isNamePart ?? false:
        text.append(character)
      // A link goes on behind its bracket: an element's number stays as it is.
      case "]" where !"([:".contains(after ?? " "): text.append(character)
      case "#": text += "&#35;&#8203;"
      case "\\", "*", "_", "]", "|", "~":
        text += "&#\(character.asciiValue ?? 0);"
      // Names, numbers of issues and addresses make links by themselves, however they are written,
      // unless a space of no width parts them.
      case "@": text += "@&#8203;"
      case "/" where before == ":" && after == "/": text += "&#8203;/"
      case "." where before == "w" && characters[..<index].suffix(3) == ["w", "w", "w"]:
        text += "&#8203;."
      case _: text.append(character)
      }
    }
    return text
  }
}

extension Character {
  fileprivate var isNamePart: Bool { isLetter || isNumber || self == "_" }
}
