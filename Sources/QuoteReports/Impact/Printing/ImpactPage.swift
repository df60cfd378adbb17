import QuoteEngine
import QuoteLanguage
import QuoteLayout
import QuoteSyntax

/// An impact as one HTML page that a manager can be sent: no script, no network.
struct ImpactPage {
  let words: ImpactWords

  var text: String {
    let context = words.context
    let title = context.title.escapedForHTML
    var text = """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'">
      <title>\(title): \(context.names.before.escapedForHTML) and \
      \(context.names.after.escapedForHTML)</title>
      <style>\(PageStyle.ofEveryPage)\(Documents.impactCSS)</style></head><body>
      <header><h1>\(title)</h1>
      <p class="place">\(context.pageNames.before.escapedForHTML) → \
      \(context.pageNames.after.escapedForHTML)</p>\(bookings)</header>
      <main>
      \(tiles)<ul class="said">

      """
    for sentence in words.sentences { text += "<li>\(sentence.escapedForHTML)</li>\n" }
    text += "</ul>\n"
    for table in words.tables { text += section(table) }
    return text + "</main></body></html>\n"
  }

  private var tiles: String {
    let (summary, names) = (words.summary, words.context.names)
    let currency = words.context.currency.escapedForHTML
    func tile(_ figure: String, _ label: String, _ kind: String = "") -> String {
      "<div class=\"tile\"><b class=\"\(kind)\">\(figure.escapedForHTML)</b>"
        + "<span>\(label.escapedForHTML)</span></div>\n"
    }
    let share = words.percent(summary.change, of: summary.revenueBefore)
    let kind = summary.change.isNegative ? "less" : "more"
    var tiles = tile(words.plain(summary.revenueBefore), "\(names.before), \(currency)")
    tiles += tile(words.plain(summary.revenueAfter), "\(names.after), \(currency)")
    tiles += tile(words.signed(summary.change), share.isEmpty ? "change" : "change, \(share)", kind)
    tiles += tile(words.count(summary.both.dearer), "pay more")
    tiles += tile(words.count(summary.both.cheaper), "pay less")
    if let sum = ImpactWords.sum(summary.declined) {
      tiles += tile(
        words.count(sum.bookings), "declined \(names.after), \(words.signed(-sum.money))")
    }
    if let sum = ImpactWords.sum(summary.admitted) {
      tiles += tile(
        words.count(sum.bookings), "priced only \(names.after), \(words.signed(sum.money))")
    }
    return "<div class=\"tiles\">\n\(tiles)</div>\n"
  }

  /// The files whose bookings were priced.
  private var bookings: String {
    let files = words.context.bookings
    guard let first = files.first else { return "" }
    let more = files.count > 1 ? " and \(files.count - 1) more" : ""
    return "\n<p class=\"soft\">\(words.count(words.summary.bookings)) "
      + "\(words.summary.bookings == 1 ? "booking" : "bookings") of "
      + "\(Sources.pageName(of: first).escapedForHTML)\(more)</p>"
  }

  private func section(_ table: ImpactTable) -> String {
    var text = "<section><h2>\(table.title.escapedForHTML)</h2><div class=\"wide\"><table>\n"
    text += "<thead><tr>"
    for (column, name) in table.header.enumerated() {
      text += "<th\(kind(of: column, table))>\(name.escapedForHTML)</th>"
    }
    let hasBars = !table.bars.isEmpty
    text += (hasBars ? "<th class=\"draw\"></th>" : "") + "</tr></thead>\n<tbody>\n"
    let figures = table.rows.count - table.sums
    for (index, row) in table.rows.enumerated() {
      text += index >= figures ? "<tr class=\"sum\">" : "<tr>"
      for (column, cell) in row.enumerated() {
        let said = column == table.places ? Sources.pageName(of: cell) : cell
        text += "<td\(kind(of: column, table))>\(said.escapedForHTML)</td>"
      }
      if hasBars { text += "<td class=\"draw\">\(bar(table, index))</td>" }
      text += "</tr>\n"
    }
    text += "</tbody></table></div>\n"
    if table.more > 0 { text += "<p class=\"soft\">and \(table.more) more</p>\n" }
    if !table.note.isEmpty { text += "<p class=\"soft\">\(table.note.escapedForHTML)</p>\n" }
    return text + "</section>\n"
  }

  private func kind(of column: Int, _ table: ImpactTable) -> String {
    if column == table.places { return " class=\"place\"" }
    guard table.right.contains(column) else { return "" }
    return table.aside.contains(column) ? " class=\"n aside\"" : " class=\"n\""
  }

  private func bar(_ table: ImpactTable, _ index: Int) -> String {
    guard table.bars.indices.contains(index) else { return "" }
    // Nothing is drawn of nothing.
    guard table.bars[index] != 0 else { return "" }
    let size = Int((table.bars[index].magnitude * 100).rounded())
    let kind = table.bars[index] < 0 ? "less" : "more"
    return "<i class=\"\(kind)\" style=\"width:\(max(1, size))%\"></i>"
  }
}
