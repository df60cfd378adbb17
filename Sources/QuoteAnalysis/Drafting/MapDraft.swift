import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A guess written as a map, with what speaks for each part of it.
struct MapDraft {
  private let guess: PlaceGuess
  private let replies: ReplyGuess
  /// For a second file: what joins it with bookings, and how many were looked at.
  private let join: [(ours: String, theirs: ReferenceMap.Path)]
  private let bookings: Int
  private var lines: [(code: String, comment: String)] = []

  init(
    _ guess: PlaceGuess, _ replies: ReplyGuess,
    join: [(ours: String, theirs: ReferenceMap.Path)] = [], of bookings: Int = 0
  ) {
    self.guess = guess
    self.replies = replies
    self.join = join
    self.bookings = bookings
    addRecord()
    addStatuses()
    addJoin()
    addIgnored()
    addForms()
  }

  var text: String {
    let width = min(60, lines.map { $0.code.count }.max() ?? 0)
    let what = join.isEmpty ? Self.records(guess.records) : "\(guess.records) rows"
    let head = "# Drafted from \(what): read it, it is a guess.\n"
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
    let first = lines.count
    add("record:")
    if join.isEmpty, let key = guess.key {
      add("  key: \(Self.scalar(key.name))", "different in each record")
    }
    if join.isEmpty, let booking = guess.booking {
      add("  booking: \(Self.scalar(booking.name))", "has most of the inputs' names")
    }
    if join.isEmpty, let text = guess.bookingText {
      add(
        "  booking_text: \(Self.scalar(text.name))",
        "JSON in a text, in \(Self.records(text.count))")
    }
    if join.isEmpty, let asOf = guess.asOf { add("  as_of: \(Self.scalar(asOf.name))", "moments") }
    if join.isEmpty, let form = guess.form {
      add("  form: \(Self.scalar(form.name))", Self.count(of: form.values.count, "path"))
    }
    if let status = guess.status {
      add("  status: \(Self.scalar(status.name))", Self.count(of: status.values.count, "value"))
    }
    if let reply = replies.reply {
      if reply != "itself" { add("  reply: \(Self.scalar(reply))", "has most of our values") }
    } else {
      add("  # reply:", "no object has any of our values: is this the right rules file?")
    }
    if let refusal = replies.refusal {
      add(
        "  refusal: \(Self.scalar(refusal.path))",
        refusal.same > 0
          ? "our sentence in \(refusal.same) of \(refusal.of)" : "a text where there is no price")
    }
    if let body { add("  body: \(Self.scalar(body))", "all of an answer, for --live") }
    if lines.count == first + 1 { lines[first].code = "record: {}" }
  }

  /// Where all of a backend's answer is, if reply and refusal do not tell.
  private var body: String? {
    guard join.isEmpty, let reply = replies.reply, reply != "itself" else { return nil }
    var places = ReferenceMap.Places()
    places.booking = guess.booking?.path ?? []
    places.status = guess.status?.path
    places.reply = ReferenceMap.steps(of: reply) ?? []
    places.refusal = replies.refusal.flatMap { ReferenceMap.steps(of: $0.path) }
    let possible = places.possibleBodies
    return possible.count > 1 ? ReferenceMap.written(possible[0]) : nil
  }

  /// A status in the reply is no value of ours, nor is what the request says, or a text that is
  /// none of ours: each would differ in every booking.
  private mutating func addIgnored() {
    guard join.isEmpty, let reply = replies.reply else { return }
    let path = reply == "itself" ? [] : ReferenceMap.steps(of: reply) ?? []
    let status = guess.status.flatMap { status in
      status.path.dropLast() == path[...] ? status.path.last : nil
    }
    let fields = fields.map(\.theirs)
    let others = replies.others[reply, default: [:]].filter { name, seen in
      let place = ReferenceMap.written(name)
      // A name is ignored at any depth, in what is ours too.
      let isOursBelow = guess.outside.contains { other in
        other.path.count > path.count + 1 && other.path.starts(with: path)
          && other.path.last == name && replies.names.contains(other.path[path.count])
      }
      // What says the currency is compared with that of the rules.
      return seen.isNoValue && name != status && !isOursBelow && !CurrencyName.isOfAmounts(name)
        && !fields.contains { field in
          field == place || ["\(place).", "\(place)["].contains { field.hasPrefix($0) }
            || ["[\(name)=", ".\(name)"].contains { field.contains($0) }
        }
    }
    let ignored = ((status.map { [$0] } ?? []) + others.keys.sorted())
      .filter { !replies.names.contains($0) }
    guard !ignored.isEmpty else { return }
    let why =
      ignored == [status] ? "the status" : "from the request, or texts that are not ours"
    add("")
    add("ignore: [\(ignored.map { Self.scalar($0) }.joined(separator: ", "))]", why)
  }

  private mutating func addJoin() {
    guard !join.isEmpty else { return }
    let pairs = join.map { pair in
      "\(Self.scalar(pair.ours)): \(Self.scalar(ReferenceMap.written(pair.theirs)))"
    }
    add("")
    add("join: { \(pairs.joined(separator: ", ")) }", "\(guess.records) of \(bookings) bookings")
  }

  private mutating func addStatuses() {
    guard !replies.statuses.isEmpty else { return }
    add("")
    add("statuses:")
    var known: [String: [String]] = [:]
    var open: [String] = []
    for (status, seen) in replies.statuses.sorted(by: { $0.key < $1.key }) {
      if let meaning = Self.meaning(of: status, seen) {
        known[meaning.rawValue, default: []].append(status)
      } else {
        open.append(status)
      }
    }
    for meaning in ["priced", "declined", "fault", "other"] {
      guard let statuses = known[meaning] else { continue }
      let count = statuses.reduce(0) { $0 + (replies.statuses[$1]?.count ?? 0) }
      let quoted = statuses.map { Self.scalar($0) }.joined(separator: ", ")
      add("  \(meaning): [\(quoted)]", Self.records(count) + doubts(about: statuses, meaning))
    }
    // A status that the map does not name fails, until somebody has said what it means.
    for status in open {
      guard let seen = replies.statuses[status] else { continue }
      add(
        "  # \(Self.scalar(status)):",
        "\(Self.records(seen.count)), of which we price \(seen.priced): declined, fault or other?")
    }
  }

  /// What is to be asked of statuses whose words say something else than what stands beside them.
  private func doubts(about statuses: [String], _ meaning: String) -> String {
    statuses.reduce("") { text, status in
      guard let agreed = replies.statuses[status]?.agreed, agreed > 0 else { return text }
      let word = "`\(status.printable)`"
      if meaning != ReferenceMap.Outcome.priced.rawValue {
        return text + "; our price in \(agreed) of \(word): is it really \(meaning)?"
      }
      // A flag is a status only where its name says that there is an answer.
      let isFlag = guess.status.map { $0.flags == $0.count } ?? false
      let isClear = isFlag || Differ.meaning(of: status) == .priced || Self.isSuccess(status)
      return isClear ? text : text + "; our price in \(agreed) of \(word): is it one?"
    }
  }

  private static func isSuccess(_ status: String) -> Bool {
    Int(status).map { (200..<300).contains($0) } ?? false
  }

  private static func records(_ number: Int) -> String { count(of: number, "record") }

  private static func count(of number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  /// What a status means by its word, its number or what was seen with it; nil where we have a
  /// price and nothing tells what they have.
  private static func meaning(
    of status: String, _ seen: ReplyGuess.StatusEvidence
  ) -> ReferenceMap.Outcome? {
    if let word = Differ.meaning(of: status) { return word }
    if seen.agreed > 0 || isSuccess(status) { return .priced }
    if let code = Int(status), code >= 500 { return .fault }
    if seen.declined * 2 > seen.count || ["400", "409"].contains(status) { return .declined }
    return seen.priced > 0 ? nil : .other
  }

  private mutating func addForms() {
    let fields = fields
    let forms = join.isEmpty ? guess.form.map { $0.values.keys.sorted() } ?? [] : []
    guard !fields.isEmpty || !forms.isEmpty || !join.isEmpty else { return }
    add("")
    add("forms:")
    for form in forms.isEmpty ? ["other"] : forms {
      let count = guess.form?.values[form].map { Self.records($0) } ?? ""
      guard !fields.isEmpty || !join.isEmpty else {
        add("  \(Self.scalar(form)): {}", count)
        continue
      }
      add("  \(Self.scalar(form)):", count)
      if !join.isEmpty { add("    compare: shared", "what both sides have a name for") }
      if !fields.isEmpty { add(fields.allSatisfy(\.isOpen) ? "    # fields:" : "    fields:") }
      for field in fields {
        let mark = field.isOpen ? "# " : ""
        add("      \(mark)\(Self.scalar(field.theirs)): \(field.code)", field.why)
      }
    }
  }

  /// A value of the reply, what it is as YAML, and what speaks for it.
  private struct Renamed {
    var theirs: String
    var code: String
    var why: String
    /// Somebody must say whether this or another name counts.
    var isOpen = false
  }

  /// Values of the reply that are ours under another name, or in other terms. The draft
  /// takes none of several names that are one but for case: programs differ in which they read.
  private var fields: [Renamed] {
    guard let reply = replies.reply, let matches = replies.matches[reply] else { return [] }
    let paths = Set(matches.values.flatMap(\.keys))
    let byCase = Dictionary(grouping: paths) { $0.lowercased() }
    return renamed(matches).map { field in
      var field = field
      let twins = (byCase[field.theirs.lowercased()] ?? []).filter { $0 != field.theirs }.sorted()
      guard !twins.isEmpty else { return field }
      field.isOpen = true
      let named = twins.map { "`\($0.printable)`" }.joined(separator: ", ")
      field.why += "; one name with \(named) but for case: which counts?"
      return field
    }
  }

  private func renamed(_ matches: [String: [String: ReplyMatch]]) -> [Renamed] {
    let names = Set(replies.names)
    var taken: Set<String> = []
    var found: [Renamed] = []
    for name in replies.names {
      guard let paths = matches[name] else { continue }
      if let own = paths[name], own.best == .plain || own.best == nil && own.wording == nil {
        if own.best == .plain, isAbsent(own) {
          found.append(renamed(name, as: name, match: own, term: .plain))
        }
        continue
      }
      let free = paths.filter { path, _ in
        !taken.contains(path) && (path == name || !names.contains(path))
      }
      let sure = free.filter { $0.value.best != nil }
      if let own = free[name], own.best == nil, let renamed = Self.worded(name, name, own) {
        found.append(renamed)
      } else if let best = sure.max(by: { Self.isLess(($0.key, $0.value), ($1.key, $1.value)) }),
        let term = best.value.best
      {
        taken.insert(best.key)
        found.append(renamed(best.key, as: name, match: best.value, term: term))
      } else {
        let worded = free.filter { $0.value.wording != nil }.min { a, b in
          let (p, q) = (a.value.wording?.count ?? 0, b.value.wording?.count ?? 0)
          return (p, a.key) < (q, b.key)
        }
        guard let worded, let renamed = Self.worded(worded.key, name, worded.value) else {
          continue
        }
        taken.insert(renamed.theirs)
        found.append(renamed)
      }
    }
    return found
  }

  /// Charges that are listed only if they apply; in a second file only what both sides have a
  /// name for is compared.
  private func isAbsent(_ match: ReplyMatch) -> Bool { join.isEmpty && match.isAbsentZero }

  private func renamed(
    _ theirs: String, as name: String, match: ReplyMatch, term: ReplyTerm
  ) -> Renamed {
    var parts = ["is: \(name)"] + (match.summed > 0 ? ["entries: sum"] : []) + term.parts
    var why = "the same in \(match.same(term)) of \(match.together)"
    let near = match.near(term)
    if near > 0 { why += ", to the cent in \(match.same(term) + near)" }
    if isAbsent(match) {
      parts.append("absent: 0")
      why += ", missing in \(match.missing) where ours is 0"
    } else if match.missing > 0 {
      why += ", missing in \(match.missing)"
    }
    let code = parts.count == 1 ? name : "{ \(parts.joined(separator: ", ")) }"
    return Renamed(theirs: theirs, code: code, why: why)
  }

  /// More often the same is more; of two as often what is made more simply.
  private static func isLess(_ a: (String, ReplyMatch), _ b: (String, ReplyMatch)) -> Bool {
    guard let p = a.1.best, let q = b.1.best else { return a.1.best == nil }
    let (x, y) = (a.1.same(p), b.1.same(q))
    return x != y ? x < y : (q.effort, b.0) < (p.effort, a.0)
  }

  /// A value that has another word for each of ours.
  private static func worded(_ theirs: String, _ name: String, _ match: ReplyMatch) -> Renamed? {
    guard let wording = match.wording else { return nil }
    let pairs = wording.map { "\(scalar($0.theirs)): \(scalar($0.ours))" }
    return Renamed(
      theirs: theirs, code: "{ is: \(name), text: { \(pairs.joined(separator: ", ")) } }",
      why: "\(wording.count) words in \(match.together)")
  }

  private static func scalar(_ text: String) -> String { MapScalar.written(text) }
}
