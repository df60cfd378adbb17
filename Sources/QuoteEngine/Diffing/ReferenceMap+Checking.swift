extension ReferenceMap {
  /// Throws where the map names what the rules of its forms do not have; a pricer
  /// a form.
  func check(with pricers: [Pricer]) throws(RulesFailure) {
    var log = DiagnosticLog()
    for (form, pricer) in zip(forms, pricers) {
      let known = QuoteTexts.names(of: pricer.plan.quoteSchema).names
      for field in form.fields where !known.contains(field.ours) {
        let name = Spanned(field.ours, at: field.span)
        log.report(.mapName(name, of: form.name, among: known))
      }
    }
    let inputs = pricers.map { pricer in
      pricer.schema.lists[0].fields.filter(\.mayCount).map(\.name)
    }
    for count in counts where !inputs.contains(where: { $0.contains(count.input) }) {
      log.report(.mapInput(Spanned(count.input, at: count.span), among: inputs.first ?? []))
    }
    guard !log.hasErrors else {
      throw .rejected(RulesRejected(diagnostics: log.sorted, sources: sources))
    }
  }
}
