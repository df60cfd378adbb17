/// Words by which other languages say in which direction an order goes, or by what is grouped.
enum OtherOrder {
  static func help(_ word: String) -> String? {
    switch word.lowercased() {
    case "asc", "ascending": "leave it out: the smallest comes first"
    case "desc", "descending":
      "the smallest comes first; for the largest, write a minus before a number, `by -k`, or `last`"
        + " where `first` stands"
    case "per", "group", "grouped":
      "for a sum of each group, make a list of them, `groups: { each: key in list by field }`, and"
        + " write the sum in a line with `for: groups`"
    case _: nil
    }
  }
}
