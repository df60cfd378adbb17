import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// A profile as one HTML page: the rules, and in their margin how often each line took part and
/// how much money went through it, drawn to one scale. No script, no request to anywhere.
struct ProfilePage {
  let sources: Sources
  private let notes: ProfileNotes
  private let profile: Profile
  private let mostTimes: Int
  private let mostMoney: Ratio
  /// The cells that the columns of figures need, so that all lines have them alike.
  private let widths: (times: Int, money: Int, held: Int)

  init(_ profile: Profile, sources: Sources) {
    self.profile = profile
    self.sources = sources
    let notes = ProfileNotes(profile, sources: sources)
    self.notes = notes
    let all = notes.notes.values.flatMap(\.values)
    mostTimes = all.compactMap(\.times).max() ?? 0
    mostMoney = all.compactMap { $0.shownMoney?.magnitude }.max() ?? .zero
    widths = (
      all.compactMap(\.times).map { "\($0)".withThousands.count }.max() ?? 0,
      all.compactMap(\.shownMoney).map { ProfileText.digits($0, profile).withThousands.count }
        .max() ?? 0,
      all.map { $0.choices.joined(separator: " ").count }.max() ?? 0
    )
  }

  var text: String {
    let title = "Profile of \(profile.name)".escapedForHTML
    let columns =
      "--times:\(max(5, widths.times))ch;--money:\(max(5, widths.money))ch;"
      + "--held:\(widths.held == 0 ? 0 : max(4, min(widths.held, 15)))ch"
    return """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title)</title>
      <style>\(PageStyle.ofEveryPage)\(Documents.profileCSS)</style></head><body>
      <header><h1>\(title)</h1></header>
      <main style="\(columns)">
      \(tiles)\(unused)\(notes.files(sources).map(listing).joined())</main></body></html>

      """
  }

  private var tiles: String {
    func tile(_ figure: String, _ label: String, _ kind: String = "") -> String {
      "<div class=\"tile\"><b\(kind)>\(figure.withThousands.escapedForHTML)</b>"
        + "<span>\(label)</span></div>\n"
    }
    return "<div class=\"tiles\">\n" + tile("\(profile.bookings)", "bookings")
      + tile("\(profile.quoted)", "quoted")
      + tile(ProfileText.money(profile.total, profile), "total of all quotes")
      + tile("\(profile.declined)", "declined")
      + tile("\(profile.faults)", "at fault", profile.faults > 0 ? " class=\"no\"" : "")
      + "</div>\n"
  }

  /// Rules that never fired, each leading to its line.
  private var unused: String {
    let unused = profile.unused
    guard !unused.isEmpty else { return "" }
    let rows = unused.map { rule -> String in
      let what = rule.what.escapedForHTML
      guard let file = sources[rule.span.file] else { return "<li>\(what)</li>" }
      let line = file.position(of: rule.span.lower).line
      let address = sources.pageAddress(of: rule.span).escapedForHTML
      let place =
        isListed(line, Int(rule.span.file))
        ? "<a class=\"place\" href=\"#f\(rule.span.file)l\(line)\">\(address)</a>"
        : "<span class=\"place\">\(address)</span>"
      return "<li><span>\(rule.kind.rawValue) \(what)</span> \(place)</li>"
    }
    let open = rows.count <= 12 ? " open" : ""
    let count = rows.count == 1 ? "1 rule" : "\(rows.count) rules"
    return "<details class=\"unused\"\(open)><summary><h2>\(count) that never fired</h2></summary>"
      + "<ul>\(rows.joined(separator: "\n"))</ul></details>\n"
  }

  // MARK: - Rules

  /// Tables in files of their own may be long price lists: of these only what took part is shown.
  private func isWhole(_ file: SourceFile) -> Bool {
    ![".csv", ".geojson", ".json"].contains { file.name.hasSuffix($0) }
  }

  private func isListed(_ line: Int, _ index: Int) -> Bool {
    guard let notes = notes.notes[index] else { return false }
    return isWhole(sources.files[index]) || notes[line].map { !$0.isUnused } ?? false
  }

  private func listing(_ index: Int) -> String {
    let file = sources.files[index]
    let notes = self.notes.notes[index] ?? [:]
    let numbers = (1...file.shownLines).filter { isListed($0, index) }
    let lines = numbers.map { number in
      self.line(file.line(number), number, note: notes[number], anchor: "f\(index)l\(number)")
    }
    let left = notes.values.count(where: \.isUnused)
    let more =
      isWhole(file) || left == 0
      ? "" : "<p class=\"soft\">and \(left) \(left == 1 ? "line" : "lines") that nothing used</p>"
    return "<section><h2>\(sources.pageName(of: Int32(index)).escapedForHTML)</h2>\n"
      + "<div class=\"heads\"><b class=\"times\">times</b><b class=\"money\">money</b>"
      + (widths.held > 0 ? "<b class=\"held\">held</b>" : "") + "</div>\n"
      + "<div class=\"lines\">\n\(lines.joined(separator: "\n"))\n</div>\(more)</section>\n"
  }

  private func line(
    _ text: String, _ number: Int, note: ProfileNotes.Note?, anchor: String
  ) -> String {
    let code = "<i>\(number)</i><code>\(text.escapedForHTML)</code>"
    guard let note else { return "<div id=\"\(anchor)\">\(code)</div>" }
    var figures = ""
    if let times = note.times {
      figures +=
        "<span class=\"times\"><b>\(times == 0 ? "never" : "\(times)".withThousands)</b>"
        + bar(Ratio(times), of: Ratio(mostTimes), "count") + "</span>"
    }
    if let money = note.shownMoney {
      figures +=
        "<span class=\"money\"><b>"
        + "\(ProfileText.digits(money, profile).withThousands.escapedForHTML)</b>"
        + bar(money, of: mostMoney, money.isNegative ? "down" : "up") + "</span>"
    }
    if !note.choices.isEmpty {
      figures += "<span class=\"held\">\(note.choices.joined(separator: " "))</span>"
    }
    let kind = note.isUnused ? " class=\"noted never\"" : " class=\"noted\""
    return "<div id=\"\(anchor)\"\(kind)>\(figures)\(code)</div>"
  }

  /// Nothing is drawn of nothing.
  private func bar(_ amount: Ratio, of most: Ratio, _ kind: String) -> String {
    guard !most.isZero, !amount.isZero else { return "" }
    let share = (amount.magnitude / most).nearestDouble
    let width = max(1, Int((share * 1000).rounded()))
    return "<s class=\"\(kind)\" style=\"--w:\(width)\"></s>"
  }
}
