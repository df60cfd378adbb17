import QuoteEngine
import QuoteLanguage

extension String {
  /// Plain words on one line of Markdown, in a cell of a table too.
  var escapedForMarkdown: String {
    var text = ""
    for character in replacing("\n", with: " ").shown {
      switch character {
      case "\\", "|", "*", "_", "[", "]", "`", "#": text += "\\\(character)"
      case "<": text += "&lt;"
      case "&": text += "&amp;"
      case _: text.append(character)
      }
    }
    return text
  }
}
