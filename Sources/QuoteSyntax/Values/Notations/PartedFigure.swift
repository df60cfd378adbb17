/// Two cells that may be one figure with a decimal comma, which lacks its quotation marks.
package enum PartedFigure {
  /// The first of them in a row whose cells commas separate: a whole number, then one to three
  /// digits. It may begin in some cells alone.
  package static func first(
    in cells: [some StringProtocol], where mayBegin: (Int) -> Bool = { _ in true }
  ) -> String? {
    for (cell, (whole, part)) in zip(cells, cells.dropFirst()).enumerated()
    where mayBegin(cell) && isDigits(whole.drop { $0 == "-" }) && isDigits(part)
      && part.utf8.count <= 3
    {
      return "\(whole),\(part)"
    }
    return nil
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
