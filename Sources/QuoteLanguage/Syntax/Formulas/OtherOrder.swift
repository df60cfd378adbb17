/// Words by which other languages say in which direction an order goes.
enum OtherOrder {
  static func help(_ word: String) -> String? {
    switch word.lowercased() {
    case "asc", "ascending": "leave it out: the least comes first"
    case "desc", "descending":
      "the least comes first; for the greatest, write `last` in place of `first`, or of a number"
        + " `by -k`"
    case _: nil
    }
  }
}
