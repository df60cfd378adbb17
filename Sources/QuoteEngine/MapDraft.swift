/// A guess written as a map, with what speaks for each part of it.
struct MapDraft {
  private let guess: PlaceGuess
  private let replies: ReplyGuess
  private var lines: [(code: String, comment: String)] = []

  init(_ guess: PlaceGuess, _ replies: ReplyGuess) {
    self.guess = guess
    self.replies = replies
    addRecord()
    addStatuses()
    addForms()
  }

  var text: String {
    let width = min(60, lines.map { $0.code.count }.max() ?? 0)
    let head = "# Drafted from \(guess.records) records: read it, it is a guess.\n"
    return lines.reduce(head) { text, line in
      let gap = String(repeating: " ", count: max(1, width - line.code.count + 2))
      return text + line.code + (line.comment.isEmpty ? "" : gap + "# " + line.comment) + "\n"
    }
  }

  private mutating func add(_ code: String, _ comment: String = "") {
    lines.append((code, comment))
  }

  private mutating func addRecord() {
    add("schema: quote-map/1")
    add("")
    add("record:")
    if let key = guess.key { add("  key: \(key.name)", "each record has another") }
    if let booking = guess.booking {
      add("  booking: \(booking.name)", "has most of the inputs' names")
    }
    if let text = guess.bookingText {
      add("  booking_text: \(text.name)", "JSON in a text, in \(text.count) records")
    }
    if let asOf = guess.asOf { add("  as_of: \(asOf.name)", "moments") }
    if let form = guess.form { add("  form: \(form.name)", "\(form.values.count) paths") }
    if let status = guess.status {
      add("  status: \(status.name)", "\(status.values.count) values")
    }
    if let reply = replies.reply {
      add("  reply: \(reply)", "has most of our values")
    } else {
      add("  # reply:", "no object has values of ours: is it the right rules file?")
    }
    if let refusal = replies.refusal {
      add("  refusal: \(refusal)", "a text where there is no price")
    }
  }

  private mutating func addStatuses() {
    guard !replies.statuses.isEmpty else { return }
    add("")
    add("statuses:")
    var known: [String: [String]] = [:]
    for (status, seen) in replies.statuses.sorted(by: { $0.key < $1.key }) {
      known[Self.meaning(of: status, seen), default: []].append(status)
    }
    for meaning in ["priced", "declined", "fault", "other"] {
      guard let statuses = known[meaning] else { continue }
      let count = statuses.reduce(0) { $0 + (replies.statuses[$1]?.count ?? 0) }
      let quoted = statuses.map { Self.scalar($0) }.joined(separator: ", ")
      add("  \(meaning): [\(quoted)]", "\(count) records")
    }
  }

  private static func meaning(of status: String, _ seen: ReplyGuess.StatusEvidence) -> String {
    if seen.agreed > 0 { return "priced" }
    if let code = Int(status), code >= 500 { return "fault" }
    if seen.declined * 2 > seen.count || ["400", "409", "422"].contains(status) {
      return "declined"
    }
    return "other"
  }

  private mutating func addForms() {
    let fields = renamed
    let forms = guess.form.map { $0.values.keys.sorted() } ?? []
    guard !fields.isEmpty || !forms.isEmpty else { return }
    add("")
    add("forms:")
    for form in forms.isEmpty ? ["other"] : forms {
      let count = guess.form?.values[form].map { "\($0) records" } ?? ""
      guard !fields.isEmpty else {
        add("  \(Self.scalar(form)): {}", count)
        continue
      }
      add("  \(Self.scalar(form)):", count)
      add("    fields:")
      for field in fields {
        add(
          "      \(Self.scalar(field.theirs)): \(field.ours)",
          "the same in \(field.match.same) of \(field.match.together)")
      }
    }
  }

  /// Values of the reply that are ours under another name.
  private var renamed: [(theirs: String, ours: String, match: ReplyGuess.Match)] {
    guard let reply = replies.reply, let matches = replies.matches[reply] else { return [] }
    let names = Set(replies.names)
    var taken: Set<String> = []
    var found: [(theirs: String, ours: String, match: ReplyGuess.Match)] = []
    for name in replies.names {
      guard let paths = matches[name], paths[name] == nil else { continue }
      let sure = paths.filter { path, match in
        match.isSure && !names.contains(path) && !taken.contains(path)
      }
      guard let best = sure.max(by: { ($0.value.same, $1.key) < ($1.value.same, $0.key) }) else {
        continue
      }
      taken.insert(best.key)
      found.append((best.key, name, best.value))
    }
    return found
  }

  /// As YAML, in quotes where it must be.
  private static func scalar(_ text: String) -> String {
    let isSafe = text.allSatisfy { $0.isLetter || $0.isNumber || "/._-".contains($0) }
    return isSafe && !text.isEmpty && text.first != "-"
      ? text : "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
