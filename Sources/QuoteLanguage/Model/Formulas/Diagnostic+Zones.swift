import QuoteSyntax

extension Diagnostic {
  static func openZone(_ zone: PriceExpression, in sources: Sources) -> Diagnostic {
    let written = sources.text(at: zone.span).trimmedOfSpaces
    return Diagnostic(
      "open-zone", "the zones that `\(written)` may be are not written in the rules",
      at: Label(zone.span, "this may be any text"),
      help: [
        "list them at the input: `\(written): one of America/New_York | Europe/Berlin`",
        "or look the zone up in a table",
      ])
  }
}
