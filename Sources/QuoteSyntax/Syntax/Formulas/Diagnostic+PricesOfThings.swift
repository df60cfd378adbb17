/// Complaints about prices of what is no unit.
extension Diagnostic {
  /// `€5 per parcel`, where a parcel is no unit.
  static func priceOfThing(
    _ written: String, _ price: String, _ thing: String, at span: SourceSpan
  ) -> Diagnostic {
    Diagnostic(
      "other-spelling", "`\(written)` is no price here",
      at: Label(span, "`\(thing)` is not a unit"),
      help: ["multiply the price by how many there are: `\(price) * …`"])
  }
}
