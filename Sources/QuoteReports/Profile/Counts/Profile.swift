package import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// What a batch of bookings used of the rules: how often each line, row,
/// bracket, condition and decline took part, and how much money went through it.
///
/// Everything is counted in quoted bookings; what declines and lists ask for is
/// counted in declined ones, too. A booking at fault counts nowhere.
package struct Profile: Sendable {
  package var name: String
  package var currency: String
  /// Digits after the point of the currency's minor unit.
  package var minorDigits: Int
  package var bookings: Int
  package var quoted: Int
  package var declined: Int
  package var faults: Int
  /// The sum of all quotes.
  package var total: Ratio
  /// The lines in the order of the waterfall, groups before their members.
  package var lines: [ProfiledLine]
  /// In the order written; graduated tables have brackets for rows.
  package var tables: [ProfiledTable]
  /// The choices in the order in which they are written.
  package var choices: [ProfiledChoice]
  package var declines: [ProfiledDecline]
}

package struct ProfiledLine: Sendable {
  package var name: String
  package var kind: LineDeclaration.Kind
  package var depth: Int
  /// How often it applied, once for each element where it stands for elements.
  package var times: Int
  /// How often it could have.
  package var asked: Int
  /// How often its amount was not zero.
  var notZero: Int
  package var money: Ratio
  package var span: SourceSpan
}

package struct ProfiledTable: Sendable {
  package var name: String
  package var hit: HitPolicy
  /// How often a row was asked for, and how often none held.
  package var asked: Int
  var missed: Int
  package var rows: [ProfiledRow]
  package var span: SourceSpan
}

package struct ProfiledRow: Sendable {
  /// Key cells as written, then the cells they give.
  package var keys: [String]
  package var values: [String]
  package var times: Int
  /// The amounts of lines in whose formula it took part, once for each
  /// amount; of a bracket, what it added. Nil if no amount is made from it.
  package var money: Ratio?
  package var span: SourceSpan

  /// Its keys in brackets, which one range brings along.
  var bracketed: String {
    keys.count == 1 && keys[0].hasPrefix("[") ? keys[0] : "[\(keys.joined(separator: " | "))]"
  }
}

package struct ProfiledChoice: Sendable {
  package var kind: ProfileChoice.Kind
  /// The condition as it is written.
  package var text: String
  package var held: Int
  package var asked: Int
  package var span: SourceSpan
}

package struct ProfiledDecline: Sendable {
  /// The reason as it is written.
  package var reason: String
  /// Bookings that it was the first to decline.
  package var times: Int
  package var span: SourceSpan
}

extension Profile {
  /// A rule that took no part in any price.
  package struct Unused: Sendable {
    package enum Kind: String, Hashable, Sendable {
      case line, row, bracket, condition, decline
    }

    package var kind: Kind
    /// `base never applied`; a line, a row with its table, a condition.
    package var what: String
    /// The table that a row or bracket belongs to.
    package var table: String?
    package var span: SourceSpan
  }

  /// Rules that never fired: lines that never applied or always came to
  /// nothing, rows and brackets never used, conditions that never held or
  /// always did, declines that declined nobody.
  package var unused: [Unused] {
    let lines = self.lines.filter { $0.kind == .line && $0.notZero == 0 }.map { line in
      Unused(
        kind: .line, what: "\(line.name) \(line.times == 0 ? "never applied" : "was always 0")",
        span: line.span)
    }
    let rows = tables.flatMap { table in
      table.rows.filter { $0.times == 0 }.map { row in
        Unused(
          kind: table.hit == .graduated ? .bracket : .row,
          what: "\(table.name) \(row.bracketed)", table: table.name, span: row.span)
      }
    }
    let choices = self.choices.compactMap { choice -> Unused? in
      guard choice.held == 0 || choice.kind == .condition && choice.held == choice.asked else {
        return nil
      }
      let how = choice.asked == 0 ? "never reached" : choice.held == 0 ? "never" : "always"
      return Unused(kind: .condition, what: "\(choice.text): \(how)", span: choice.span)
    }
    let declines = self.declines.filter { $0.times == 0 }.map {
      Unused(kind: .decline, what: $0.reason, span: $0.span)
    }
    return lines + rows + choices + declines
  }
}
