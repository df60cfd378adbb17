package import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

extension Differ {
  /// A comparison of bookings with the rows of a second file that have the same
  /// key, for several threads.
  ///
  /// Throws where a file cannot be opened, or has no column to join by.
  package func reference(
    _ source: ByteSource, format: InputFormat?, bookings sources: [ByteSource],
    reading: ReaderOptions
  ) throws(Trouble) -> DifferenceRun {
    if let count = map.counts.first { throw .countsOfRows(count.input) }
    let index = map.forms.firstIndex { $0.name == nil } ?? 0
    let reader = try BookingReader(
      schema: pricers[index].schema, sources: sources, options: reading)
    let key = try joinKey(of: reader.schema)
    let parts = key.map {
      KeyPart(
        reader.schema.lists[.booking].fields[$0.ours], arithmetic: reader.schema.arithmetic)
    }
    let file = try rows(
      of: source, format: format, key: key.map(\.theirs), parts: parts, reading: reading,
      notation: reader.schema.rows)
    if let columns = file.columns, !map.isOwn, let status = map.places.status?.first {
      guard columns.contains(status) else { throw .noStatus(status, in: columns) }
      isStatusColumn = true
    }
    hasColumns = file.columns != nil
    wantsKeys = areRequired(key.map(\.ours), of: reader.schema)
    var form = map.forms[index]
    if let columns = file.columns, map.rows == nil, (map.places.reply + form.reply).isEmpty {
      try form.checkColumns(columns)
    }
    if map.isOwn {
      let plan = pricers[index].plan
      form.fields += file.columns.map { plan.placesOfTotals(among: $0) } ?? plan.places
    }
    form.ignored.formUnion(key.map { $0.theirs.joined(separator: ".") })
    let names = Set(pricers[index].plan.comparedNames)
    try file.refuseRepeated { map.reads($0, of: form, names: names) }
    let status = file.columns?.first { isUnreadStatus($0, form, names) }
    var (rows, gathering) = (file, GatheredRows?.none)
    if let asked = map.rows {
      let gathered = try GatheredRows(
        file, asked, in: source.name, isRead: { map.holds($0, of: form, names: names) },
        areAlike: map.areAlike, watching: status)
      gathering = gathered
      rows = try ReferenceRows(
        .made(name: source.name, by: gathered), format: .jsonl, key: key.map(\.theirs),
        parts: parts, chunkBytes: reading.chunkBytes, isLoose: options.looseKeys)
    }
    let shared = ReferenceRun(reader, rows, (index, form), keyFields: key.map(\.ours),
      areKeysLoose: options.looseKeys, isTextual: file.columns != nil)
    let turns = RoundingTurns(forms: 1)
    let (currency, amounts) = (
      pricers[index].model.currency, Set(pricers[index].plan.comparedAmounts)
    )
    let (compared, tolerances, isTextual) = (form, options.tolerances, file.columns != nil)
    let watched = gathering
    return DifferenceRun(
      othersAreTexts: isTextual,
      comparer: {
        $1.comparer(form: compared, tolerances: tolerances, isTextual: isTextual)
      },
      notes: {
        // The same is known twice of a file that is both.
        let known = reader.remarks
        let unread = status.map { Self.note(ofUnreadStatus: $0, apart: watched?.apart ?? 0) }
        return known + file.remarks.filter { !known.contains($0) } + shared.notes
          + (unread.map { [$0] } ?? [])
      },
      failures: { self.unnamedRowsFail(shared.join.unnamed)
        + file.currenciesFail(ours: currency, of: compared, amounts: amounts) }
    ) {
      ReferenceWorker(self, shared, turns)
    }
  }

  /// Whether a column is called as what says whether there is a price, and nothing reads it.
  private func isUnreadStatus(
    _ column: String, _ form: ReferenceMap.Form, _ names: Set<String>
  ) -> Bool {
    !map.isOwn && map.places.status == nil && Self.words(column) == ["status"]
      && !form.ignored.contains(column) && !map.holds(column, of: form, names: names)
  }

  /// The second file. A last row of totals is none of its bookings if the rules say so of theirs,
  /// and where its first line does not have the key, its header is where theirs is.
  private func rows(
    of source: ByteSource, format: InputFormat?, key: [ReferenceMap.Path], parts: [KeyPart],
    reading: ReaderOptions, notation: RowNotation
  ) throws(Trouble) -> ReferenceRows {
    func rows(_ notation: RowNotation) throws(Trouble) -> ReferenceRows {
      try ReferenceRows(
        source, format: format, key: key, parts: parts, chunkBytes: reading.chunkBytes,
        isLoose: options.looseKeys, trimsNames: map.isOwn, notation: notation)
    }
    var fromTheTop = notation
    fromTheTop.headerLine = nil
    do throws(Trouble) {
      return try rows(fromTheTop)
    } catch {
      guard ["no-key-column", "merged-header"].contains(error.id), notation.headerLine != nil,
        let further = try? rows(notation)
      else { throw error }
      return further
    }
  }

  /// The inputs that name a booking, and where a row of the reference has them.
  private func joinKey(
    of schema: BookingSchema
  ) throws(Trouble) -> [(ours: Int, theirs: ReferenceMap.Path)] {
    let fields = schema.lists[.booking].fields
    guard !map.join.isEmpty else {
      guard let key = schema.key else { throw .noKey() }
      return [(key, map.places.key ?? [fields[key].name])]
    }
    var key: [(ours: Int, theirs: ReferenceMap.Path)] = []
    for part in map.join {
      guard let index = fields.firstIndex(where: { $0.name == part.ours }) else {
        throw .unknownKey(part.ours, fields.map(\.name), theirs: part.theirs.last)
      }
      key.append((index, part.theirs))
    }
    return key
  }
}

extension ReferenceMap {
  /// Whether a member of records of this form says something; `names` are those of our
  /// values.
  fileprivate func reads(_ member: String, of form: Form, names: Set<String>) -> Bool {
    let isWhole = form.compares == .all && (places.reply + form.reply).isEmpty
    return holds(member, of: form, names: names) || isWhole && !form.ignored.contains(member)
  }

  /// Whether two texts of a member say the same: one number, or one outcome.
  fileprivate func areAlike(_ member: String, _ a: String, _ b: String) -> Bool {
    if member == places.status?.first, let meaning = outcome(ofStatus: a) {
      return meaning == outcome(ofStatus: b)
    }
    if let a = Ratio(decimal: a), let b = Ratio(decimal: b) { return a == b }
    return a == b
  }

  /// Whether a member of records of this form is held against something of ours.
  fileprivate func holds(_ member: String, of form: Form, names: Set<String>) -> Bool {
    if member == places.status?.first || member == places.refusal?.first { return true }
    if isOwn, member == ReferenceMap.ownReason { return true }
    if let first = (places.reply + form.reply).first { return member == first }
    if ListedField.all(form.fields).contains(where: { $0.isIn(member) }) { return true }
    let isOurs = form.compares != .listed && names.contains(member)
    return (isOurs || CurrencyName.isOfAmounts(member)) && !form.ignored.contains(member)
  }
}

extension ReferenceMap.Form {
  /// Throws where a value that the map lists is in none of a file's columns.
  fileprivate func checkColumns(_ columns: [String]) throws(Trouble) {
    let known = Set(columns)
    for field in ListedField.all(fields)
    where field.places.allSatisfy({ $0.conversion.absent == nil }) {
      let names = field.places.compactMap { place -> String? in
        if case .member(let name)? = place.steps.first { name } else { nil }
      }
      guard names.count == field.places.count, let name = names.first,
        known.isDisjoint(with: names)
      else { continue }
      throw .noColumn(name, of: field.ours, in: columns)
    }
  }
}

extension PricePlan {
  /// Where quotes that are written as JSON have their values. A line that such a quote has twice
  /// is not what `quote price` writes: the sum, which is another, is compared.
  fileprivate var places: [ReferenceMap.Field] {
    let hidesTotal = hidesTotal
    let values = comparedValues
    return values.compactMap { value in
      let name = value.name
      switch value.kind {
      case .output:
        let own: [FieldPath.Step] = [.member("outputs"), .member(name)]
        // Whoever has no outputs says by `total` what is called so.
        return field(name, at: hidesTotal && name == "total" ? [own, [.member(name)]] : [own])
      case .total:
        guard value.isHidden else { return nil }
        var total = field(name, at: [[.member("total")]])
        total.places[0].beside = [.member("outputs"), .member("total")]
        return total
      case .line(let index): return field(ofLine: index, name)
      }
    } + linesSaidAgain(values).map { field(ofLine: $0, quoteSchema.lines[$0].name) }
  }

  /// Lines whose amount an output says under the same name: both are what a customer is shown.
  private func linesSaidAgain(_ values: [ComparedValue]) -> [Int] {
    let outputs = Set(quoteSchema.outputs.map(\.name))
    let own = Set(values.filter(\.isHidden).map(\.ownName))
    var met: Set<String> = []
    return quoteSchema.lines.indices.filter { index in
      let name = quoteSchema.lines[index].name
      return met.insert(name).inserted && outputs.contains(name) && !own.contains(name)
    }
  }

  private func field(ofLine index: Int, _ name: String) -> ReferenceMap.Field {
    let line = quoteSchema.lines[index]
    let steps: [FieldPath.Step] = [
      .member("lines"), .entry(member: "id", equals: line.name),
      .member(line.kind == .subtotal ? "running" : "amount"),
    ]
    return field(name, at: [steps], entries: .sum)
  }

  /// Columns of the total and of an output of its name that is another value, in a file that
  /// has both; elsewhere `total` is the output.
  fileprivate func placesOfTotals(among columns: [String]) -> [ReferenceMap.Field] {
    let address = QuoteAddress(.outputs, "total").text
    guard hidesTotal, columns.contains(address) else { return [] }
    return [
      field(ComparedValue.hiddenTotal.name, at: [[.member("total")]]),
      field("total", at: [[.member(address)]]),
    ]
  }

  private func field(
    _ name: String, at places: [[FieldPath.Step]], entries: ReferenceMap.Field.Entries? = nil
  ) -> ReferenceMap.Field {
    ReferenceMap.Field(
      places.map { ReferenceMap.Field.Place(levels: [($0, name)]) }, ours: name, entries: entries,
      span: .nowhere)
  }
}

extension ReferenceRows {
  /// Columns of a spreadsheet that are held against money and formatted in another currency.
  fileprivate func currenciesFail(
    ours: String, of form: ReferenceMap.Form, amounts: Set<String>
  ) -> [String] {
    let listed = ListedField.all(form.fields).filter { field in
      // Where the map says the rate, theirs are meant to be in another.
      amounts.contains(field.ours) && !field.places.contains { $0.conversion.hasRate }
    }
    return (columns ?? []).enumerated().compactMap { column, name in
      let isOurs = form.compares != .listed && amounts.contains(name)
      guard isOurs || listed.contains(where: { $0.isIn(name) }), !form.ignored.contains(name),
        let mark = currency(ofColumn: column), ModelChecker.isSign(mark, ofOtherThan: ours)
      else { return nil }
      return "`\(name.printable)` is formatted in `\(mark.printable)`, and ours are in \(ours)"
    }
  }
}

extension ReferenceRun {
  /// What is to be known of how it went.
  var notes: [String] {
    var notes: [String] = []
    let reason = "the reference is in another order, or lacks some of the bookings: "
    if join.sortedRows > 0 {
      notes.append(reason + "\(join.sortedRows) rows of it were sorted on disk")
    } else if join.spilledRows > 0 {
      notes.append(
        reason + "\(join.spilledRows) rows of it were kept on disk, their keys in memory")
    }
    if let list = join.wrapping?.printable {
      notes.append(
        "the reference is one object, not a list of rows; perhaps its rows are those of `\(list)`: "
          + "`jq -c '.[\"\(list)\"][]'` writes these as lines, which are read as rows")
    } else if join.unnamed > 0 {
      notes.append(
        "rows of the reference without a key: \(join.unnamed); `join` of a map says where it is, "
          + "`join: { OURS: THEIRS }`")
    }
    return notes
  }
}

extension Trouble {
  static func noKey() -> Trouble {
    Trouble(
      "no-key",
      "a reference is joined by a key, and the rules declare none: add `key` to an input, or "
        + "write `join` in the map")
  }

  static func countsOfRows(_ input: String) -> Trouble {
    Trouble(
      "counts-of-rows",
      "the map's `counts` fills `\(input)` from earlier records, which a second file does not "
        + "have: give the bookings `\(input)` themselves, and a map without `counts`")
  }

  static func noStatus(_ name: String, in columns: [String]) -> Trouble {
    let help = Suggestion.help(for: name, among: columns).first
    return Trouble(
      "unknown-status",
      "the reference has no column `\(name)`, where the map looks for the status"
        + (help.map { "; \($0)" }
          ?? "; it has \(columns.prefix(10).map { "`\($0.printable)`" }.joined(separator: ", "))"))
  }

  static func noColumn(_ name: String, of ours: String, in columns: [String]) -> Trouble {
    let help = Suggestion.help(for: name, among: columns).first
    let others = columns.prefix(10).map { "`\($0.printable)`" }.joined(separator: ", ")
    return Trouble(
      "missing-column",
      "the reference has no column `\(name.printable)`, where the map looks for `\(ours)`; "
        + (help ?? "it has \(others)\(columns.count > 10 ? ", …" : "")"))
  }

  /// `theirs` is the name that the map has for it on the other side.
  static func unknownKey(_ name: String, _ known: [String], theirs: String? = nil) -> Trouble {
    if let theirs, known.contains(theirs) {
      return Trouble(
        "unknown-key",
        "`join` of the map is the wrong way round: write `join: { \(theirs): \(name) }`, our name "
          + "first")
    }
    let help = Suggestion.help(for: name, among: known).first
    return Trouble(
      "unknown-key",
      "`\(name)` is not an input of the rules, to join by" + (help.map { "; \($0)" } ?? ""))
  }
}
