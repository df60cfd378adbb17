extension Diagnostic {
  static func textTooLong(_ name: ModelLet) -> Diagnostic {
    Diagnostic(
      "text-too-long",
      "the text `\(name.name)` would be made of more than \(TextGrowth.mostParts) parts",
      at: Label(name.span, "it holds other texts several times, and they do so in turn"),
      help: ["name each part once, and put the parts together where the text is shown"])
  }
}
