import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// A first set of rules for some bookings, as text.
struct RulesDraft {
  var source: String
  var rows: Int
  var name: String
  var currency: String
  /// Why the currency is what it is; empty where an option says it.
  var currencyRemark: String
  var inputs: [InputGuess]
  /// What stands above the header and below the last booking.
  var notation = RowNotation()
  /// What was left out, and why.
  var leftOut: [String] = []
  /// The lowest total of the bookings with each word of the table's input, where totals are known.
  var figures: [String: Double] = [:]

  /// The input that a first table is about: words that every booking has.
  var tabled: InputGuess? {
    inputs.filter { !$0.isOptional && !$0.choices.isEmpty }
      .min { $0.choices.count < $1.choices.count }
  }

  var text: String {
    var text = """
      # Drafted by `quote init` from \(source), \(rows) \(rows == 1 ? "booking" : "bookings").
      # What follows a `#` is what was seen there: read it, and correct what is wrong.
      schema: quote/1
      name: \(name)

      """
    text += Self.aligned([("currency: \(currency)", currencyRemark)])
    if !notation.written.isEmpty { text += notation.written + "\n" }
    text += "\ninputs:\n"
    text += Self.aligned(inputs.map { ("  " + $0.declaration, $0.remark) })
    for remark in leftOut { text += "  # \(remark)\n" }
    return text + table + lines
  }

  /// Texts with comments behind them, which begin in one column.
  private static func aligned(_ rows: [(text: String, remark: String)]) -> String {
    let width = min(58, rows.map(\.text.count).max() ?? 0)
    return rows.map { text, remark in
      guard !remark.isEmpty else { return text + "\n" }
      let gap = String(repeating: " ", count: max(2, width - text.count + 2))
      return "\(text)\(gap)# \(remark)\n"
    }.joined()
  }

  private var priceName: String {
    free(["first_price", "price_of_kind", "price_by_word"]) ?? "first_price_of_all"
  }

  private var lineName: String { free(["base", "first_line"]) ?? "first_line_of_all" }

  /// The first of some names that no input has.
  private func free(_ names: [String]) -> String? {
    let taken = Set(inputs.map(\.name))
    return names.first { !taken.contains($0) }
  }

  private var table: String {
    guard let tabled else { return "" }
    let what =
      figures.isEmpty
      ? "The figures are placeholders: write what each costs."
      : "The figures are the lowest totals that the bookings of each have."
    var text = "\nlet:\n  # \(what)\n  \(priceName):\n    unique: |\n"
    let rows = tabled.choices.map { word in
      (InputGuess.written(word), amount(figures[word] ?? 10))
    }
    let all = [(tabled.name, "price")] + rows
    let widths = [all.map(\.0.count).max() ?? 0, all.map(\.1.count).max() ?? 0]
    for (left, right) in all {
      let gaps = [widths[0] - left.count, widths[1] - right.count].map {
        String(repeating: " ", count: $0)
      }
      text += "      | \(left)\(gaps[0]) || \(right)\(gaps[1]) |\n"
    }
    return text
  }

  private var lines: String {
    var text = "\nquote:\n"
    if tabled == nil {
      let all = figures.values.min()
      let what = all == nil ? "A placeholder: write what it costs." : "The lowest total."
      text += "  # \(what)\n  - line: \(lineName)\n    amount: \(amount(all ?? 10))\n"
    } else {
      text += "  - line: \(lineName)\n    amount: \(priceName)\n"
    }
    return text
  }

  private func amount(_ figure: Double) -> String {
    var plain = InputGuess.plain(figure)
    // Tenths of an amount are written with both digits: 62.10.
    if plain.dropLast().last == "." { plain += "0" }
    let signs = ["USD": "$", "EUR": "€", "GBP": "£"]
    if let sign = signs[currency] {
      return figure < 0 ? "-\(sign)\(plain.dropFirst())" : sign + plain
    }
    return "\(plain) \(currency)"
  }
}
