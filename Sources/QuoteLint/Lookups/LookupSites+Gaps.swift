package import QuoteLanguage
import QuoteSyntax

extension LookupSites {
  /// Rows that are missing where a table is looked up; nil where what is known there leaves no
  /// booking without a row.
  func missing(in table: TableID) -> TableFindings? {
    let found = model.tables[table]
    let own = sites.filter { $0.table == table }
    guard isComplete, !own.isEmpty, own.count <= Self.siteLimit,
      own.count * found.rows.count <= Self.rowLimit
    else { return found.findings }
    var missing = TableFindings()
    for site in own {
      let excluded = excluded(at: site)
      let words = site.keys.map { ModelWords.words(ofKey: $0, in: model) }
      let keysAreThose = zip(site.keys, found.keys).allSatisfy {
        $0 === $1.domain && names.inFullSteps($0) === $0
      }
      let isPlain =
        keysAreThose && excluded.boxes.isEmpty && words.allSatisfy { $0 == nil }
      let gaps = isPlain ? found.findings : findings(at: site, outside: excluded, words)
      guard gaps.isProved else { return found.findings }
      missing.add(gapsOf: possible(gaps, at: site, outside: excluded, words))
    }
    return missing.gaps.isEmpty ? nil : missing
  }

  /// Whether what is known around every look-up leaves no booking with any of these keys.
  func keepAway(_ keys: [KeySet], from table: TableID) -> Bool {
    let own = sites.filter { $0.table == table }
    guard isComplete, !own.isEmpty, own.count <= Self.siteLimit else { return false }
    return own.allSatisfy { site in
      excluded(at: site).boxes.contains { box in
        keys.indices.allSatisfy { column in
          box[column].map { keys[column].intersection($0) == keys[column] } ?? true
        }
      }
    }
  }

  /// The same gaps without those at which a key is not what another one makes of it, where they
  /// can all be told.
  private func possible(
    _ gaps: TableFindings, at site: Site, outside excluded: KeyRegion, _ words: [Set<String>?]
  ) -> TableFindings {
    if gaps.gaps.isEmpty { return gaps }
    let conditions = conditions(at: site)
    let misreckoned = conditions.misreckoned.union(conditions.unmade)
    if misreckoned.boxes.isEmpty { return gaps }
    let fewer = findings(at: site, outside: excluded.union(misreckoned), words)
    return fewer.isProved && !fewer.hasMoreGaps ? fewer : gaps
  }

  /// A table looked up at more places is taken for one that may be looked up with any key.
  private static let siteLimit = 64
  /// And so is one whose rows would be gone through more often than this in all.
  private static let rowLimit = 400_000

  private func conditions(at site: Site) -> KeyConditions {
    let found = model.tables[site.table]
    let keys = found.hit == .graduated ? site.keys.dropLast() : site.keys[...]
    return KeyConditions(
      names: names, keys: Array(keys),
      domains: zip(keys, found.keys).map { names.inFullSteps(Self.domain($0, like: $1.domain)) },
      isBinary: model.arithmetic.isBinary, known: KnownConditions(
        facts(at: site).map { ($0.condition, $0.excludes.complement) }, names))
  }

  /// A key itself where its cells are read as those of its column are.
  private static func domain(
    _ key: PriceExpression, like domain: PriceExpression
  ) -> PriceExpression {
    switch (key.type, domain.type) {
    case (.quantity, .quantity): key
    case _: key.type == domain.type ? key : domain
    }
  }

  /// Those that are known of the element that is looked up.
  private func facts(at site: Site) -> [Fact] {
    site.facts.filter { fact in fact.everywhere.map { holds($0, site.grain) } ?? true }
  }

  /// Keys that the look-up never sees where a price hangs on it.
  private func excluded(at site: Site) -> KeyRegion {
    let conditions = conditions(at: site)
    var region = conditions.impossible
    for column in conditions.keys.indices { region = region.union(conditions.elsewhere(column)) }
    for fact in facts(at: site) {
      region = region.union(conditions.region(where: fact.condition, is: fact.excludes))
    }
    return region
  }

  /// What excluded keys find counts as a row.
  private func findings(
    at site: Site, outside excluded: KeyRegion, _ words: [Set<String>?]
  ) -> TableFindings {
    var table = model.tables[site.table]
    let domains = conditions(at: site).domains
    table.keys = zip(table.keys, domains).map {
      TableKey(value: $0.value, domain: $1, header: $0.header)
    }
    for index in table.rows.indices where table.hit == .graduated {
      table.rows[index].keys.removeLast()
    }
    for box in excluded.boxes {
      let keys = domains.indices.map { box[$0] ?? KeySet(.everything, matchesNotGiven: true) }
      table.rows.append(
        ModelTableRow(
          keys: keys, keySpans: keys.map { _ in table.span }, values: [], span: table.span))
    }
    var findings = TableFindings()
    guard !domains.isEmpty,
      let proof = TableProof(
        table, areas: model.areas, workLimit: TableSweep.workLimit, words: words)
    else {
      findings.isProved = false
      return findings
    }
    proof.findGaps(&findings)
    return findings
  }
}

extension TableFindings {
  /// Tells of the gaps of others in place of its own.
  package mutating func take(gapsOf other: TableFindings?) {
    gaps = other?.gaps ?? []
    hasMoreGaps = other?.hasMoreGaps ?? false
  }

  /// Takes over what another look-up misses.
  fileprivate mutating func add(gapsOf other: TableFindings) {
    hasMoreGaps = hasMoreGaps || other.hasMoreGaps
    for gap in other.gaps where !gaps.contains(gap) {
      if gaps.count < TableProof.toldGaps { gaps.append(gap) } else { hasMoreGaps = true }
    }
  }
}
