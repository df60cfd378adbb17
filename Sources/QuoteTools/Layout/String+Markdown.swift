import QuoteEngine
import QuoteLanguage

extension String {
  /// Plain words on one line of Markdown, in a cell of a table and between tags of HTML too: no
  /// character makes a link, a picture, an element, emphasis or a mention of somebody. Characters
  /// are written by their numbers, because a backslash would be seen between tags.
  var escapedForMarkdown: String {
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
      case "\\", "`", "*", "_", "]", "#", "|", "~":
        text += "&#\(character.asciiValue ?? 0);"
      // Who is mentioned is told so, whatever stands before the name but a space of no width.
      case "@": text += "@&#8203;"
      case _: text.append(character)
      }
    }
    return text
  }
}

extension Character {
  fileprivate var isNamePart: Bool { isLetter || isNumber || self == "_" }
}
