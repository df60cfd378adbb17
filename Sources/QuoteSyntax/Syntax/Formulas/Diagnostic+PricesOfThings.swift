/// Complaints about prices of what is no unit.
extension Diagnostic {
  /// `€5 per parcel`, where a parcel is no unit; `factor` is what it is multiplied by already.
  static func priceOfThing(
    _ written: String, _ price: String, _ thing: String, times factor: String?, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "other-spelling", "`\(written)` is not a price",
      at: Label(span, "`\(thing)` is not a unit"),
      help: [
        factor.map { "it is multiplied already: write `\(price) * \($0)`" }
          ?? "multiply the price by how many there are: `\(price) * …`"
      ])
  }
}
