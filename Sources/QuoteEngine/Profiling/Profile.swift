/// What a batch of bookings used of the rules: how often each line, row,
/// bracket, condition and decline took part, and how much money went through it.
///
/// Everything is counted in quoted bookings; what declines and lists ask for is
/// counted in declined ones, too. A booking at fault counts nowhere.
public struct Profile: Sendable {
  public var name: String
  public var currency: String
  /// Digits after the point of the currency's minor unit.
  public var minorDigits: Int
  public var bookings: Int
  public var quoted: Int
  public var declined: Int
  public var faults: Int
  /// The sum of all quotes.
  public var total: Ratio
  /// In the order of the waterfall, groups before their members.
  public var lines: [ProfiledLine]
  /// In the order written; graduated tables have brackets for rows.
  public var tables: [ProfiledTable]
  /// In the order written.
  public var choices: [ProfiledChoice]
  public var declines: [ProfiledDecline]
}

public struct ProfiledLine: Sendable {
  public var name: String
  public var kind: LineDeclaration.Kind
  public var depth: Int
  /// How often it applied, once for each element where it stands for elements.
  public var times: Int
  /// How often it could have.
  public var asked: Int
  /// How often its amount was not zero.
  public var notZero: Int
  public var money: Ratio
  public var span: SourceSpan
}

public struct ProfiledTable: Sendable {
  public var name: String
  public var hit: HitPolicy
  /// How often a row was asked for, and how often none held.
  public var asked: Int
  public var missed: Int
  public var rows: [ProfiledRow]
  public var span: SourceSpan
}

public struct ProfiledRow: Sendable {
  /// Key cells as written, then the cells they give.
  public var keys: [String]
  public var values: [String]
  public var times: Int
  /// The amounts of lines in whose formula it took part, once for each
  /// amount; of a bracket, what it added. Nil where no amount is made from it.
  public var money: Ratio?
  public var span: SourceSpan

  /// Its keys in brackets, which one range brings along.
  var bracketed: String {
    keys.count == 1 && keys[0].hasPrefix("[") ? keys[0] : "[\(keys.joined(separator: " | "))]"
  }
}

public struct ProfiledChoice: Sendable {
  public var kind: ProfileChoice.Kind
  /// As written.
  public var text: String
  public var held: Int
  public var asked: Int
  public var span: SourceSpan
}

public struct ProfiledDecline: Sendable {
  /// As written.
  public var reason: String
  /// Bookings that it was the first to decline.
  public var times: Int
  public var span: SourceSpan
}

extension Profile {
  /// A rule that took no part in any price.
  public struct Unused: Sendable {
    public enum Kind: String, Hashable, Sendable {
      case line, row, bracket, condition, decline
    }

    public var kind: Kind
    /// `base never applied`; a line, a row with its table, a condition.
    public var what: String
    /// Of a row or bracket.
    public var table: String?
    public var span: SourceSpan
  }

  /// Rules that never fired: lines that never applied or always came to
  /// nothing, rows and brackets never used, conditions that never held or
  /// always did, declines that declined nobody.
  public var unused: [Unused] {
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
