import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteLint
import QuoteSyntax

/// The rules of one form of a map, compiled, and how they are compiled again with edits.
struct FormRules {
  let compiled: CompiledRules
  let pricer: Pricer
  let profiles: RoundingProfiles
  let edited: EditedRules

  /// Those of every form. Forms with the same overlays share them.
  static func all(
    of map: ReferenceMap, _ options: Differ.Options, rulesAt path: String, _ loader: FileLoader
  ) throws(RulesFailure) -> [FormRules] {
    let settings = try Differ.settings(of: map, options, rulesAt: path, loader)
    var all: [FormRules] = []
    for (index, form) in map.forms.enumerated() {
      let same = all.indices.first {
        map.forms[$0].overlays == form.overlays && settings[$0] == settings[index]
      }
      if let same {
        all.append(all[same])
      } else {
        all.append(
          try FormRules(
            rulesAt: path, overlays: form.overlays + options.overlays, settings: settings[index],
            options.machineCode, loader.distrusting(form.overlays)))
      }
    }
    return all
  }

  private init(
    rulesAt path: String, overlays: [String], settings: [String], _ machineCode: MachineCodeUse,
    _ loader: FileLoader
  ) throws(RulesFailure) {
    compiled = try CompiledRules(
      rulesAt: path, overlays: overlays, settings: settings, loader: loader)
    var pricer = Pricer(lowering: compiled.model, warned: compiled.warned)
    pricer.machineCode = machineCode
    self.pricer = pricer
    let read = ReadRules(at: path, loader: loader)
    edited = EditedRules(
      rules: path, sources: pricer.sources, settings: settings,
      compile: { loader, settings, isOfRules in
        let variant = try? CompiledRules(
          variantOf: isOfRules ? read : nil, rulesAt: path, overlays: overlays,
          settings: settings, loader: loader)
        return variant.map {
          Pricer(lowering: $0.model, warned: $0.warned, isOfTrial: true)
        }
      }, loader: loader)
    profiles = RoundingProfiles(of: pricer) { (more) throws(RulesFailure) in
      let variant = try CompiledRules(
        variantOf: read, rulesAt: path, overlays: overlays, settings: settings + more,
        loader: loader)
      var other = Pricer(lowering: variant.model, warned: variant.warned)
      other.machineCode = machineCode
      return other
    }
  }
}
