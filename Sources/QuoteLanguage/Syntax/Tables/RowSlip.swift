/// Rows of a table that are not parted as a block's rows are.
enum RowSlip {
  /// A row with what separates its keys from its values behind so many cells; nil where it has
  /// no more cells, or is too long to be shown.
  static func parted(_ line: String, keys: Int, isCSV: Bool) -> String? {
    let bare = line.trimmedOfSpaces
    guard keys > 0, bare.count < 120, !bare.contains("\"") else { return nil }
    if isCSV {
      let marks: [Character] = [";", "\t", ","]
      guard let mark = marks.first(where: { bare.contains($0) }) else { return nil }
      var cells = bare.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
      if let bars = cells.firstIndex(where: { $0.trimmedOfSpaces == "||" }) {
        cells[bars] = ""
        return cells.joined(separator: "\(mark)")
      }
      // A blank behind a comma is in a text, not between two cells.
      guard keys < cells.count, mark != "\t",
        !cells.dropFirst().contains(where: { $0.hasPrefix(" ") })
      else { return nil }
      cells.insert("", at: keys)
      return cells.joined(separator: "\(mark)")
    }
    let inner = bare.drop { $0 == "|" }.reversed().drop { $0 == "|" }.reversed()
    let cells = String(inner).split(separator: "|", omittingEmptySubsequences: false)
      .map { String($0).trimmedOfSpaces }
    guard keys < cells.count, cells.allSatisfy({ !$0.isEmpty }) else { return nil }
    return "| " + cells[..<keys].joined(separator: " | ") + " || "
      + cells[keys...].joined(separator: " | ") + " |"
  }

  /// A row as a block has it, the last cell as its value unless an empty one parts it elsewhere:
  /// `a;;$5` and `| a ; $5 |` are `| a || $5 |`. Nil where there is nothing to part.
  static func piped(_ line: String) -> String? {
    let bare = line.trimmedOfSpaces
    guard bare.count < 200 else { return nil }
    let inner = bare.drop { $0 == "|" }.reversed().drop { $0 == "|" }.reversed()
    let text = String(inner)
    let marks: [Character] = [";", "\t", "|", ","]
    guard let mark = marks.first(where: { text.contains($0) }) else { return nil }
    var cells = text.split(separator: mark, omittingEmptySubsequences: false)
      .map { String($0).trimmedOfSpaces }
    var parting = cells.count - 1
    if let empty = cells.firstIndex(of: ""), empty > 0, empty < cells.count - 1 {
      cells.remove(at: empty)
      parting = empty
    }
    guard cells.count > 1, cells.allSatisfy({ !$0.isEmpty }) else { return nil }
    return "| " + cells[..<parting].joined(separator: " | ") + " || "
      + cells[parting...].joined(separator: " | ") + " |"
  }
}
