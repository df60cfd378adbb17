/// Names of inputs that bring postal codes, in several languages.
package enum NamesOfCodes {
  private static let words: Set<Substring> = [
    "zip", "zipcode", "zips", "postcode", "postal", "plz", "postleitzahl",
  ]

  package static func isIn(_ name: String) -> Bool {
    !words.isDisjoint(with: name.lowercased().split { !$0.isLetter })
  }
}
