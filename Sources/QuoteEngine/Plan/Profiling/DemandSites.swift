import QuoteLanguage
import QuoteSyntax

/// Where values of one kind took part, gathered over all that asks for them.
struct DemandFlags {
  /// Whether declined bookings count, too.
  enum Scope { case quoted, priced }

  var used: Register?
  var early: Register?

  mutating func add(_ flag: Register, _ scope: Scope, _ lowering: PlanLowering) {
    switch scope {
    case .quoted: used = used.map { lowering.or($0, flag) } ?? flag
    case .priced: early = early.map { lowering.or($0, flag) } ?? flag
    }
  }

  /// These, where another flag holds, too.
  func and(_ flag: Register, _ lowering: PlanLowering) -> DemandFlags {
    DemandFlags(
      used: used.map { lowering.and($0, flag) }, early: early.map { lowering.and($0, flag) })
  }
}

/// A look-up of rows; look-ups of one table by the same keys are one.
struct RowSite {
  var planTable: PlanTableID
  var grain: PlanGrain
  var flags = DemandFlags()
  /// Where the rows took part in the amount of a line, by its id.
  var lines: [(line: Int, used: Register)] = []
}

/// A price asked of a graduated table.
struct BracketSite {
  struct Key: Hashable {
    var table: TableID
    var keys: [PlanValue]
  }

  var table: TableID
  var grain: PlanGrain
  var brackets: [GraduatedPart]
  var isMoney: Bool
  var flags = DemandFlags()
}

/// A condition or a default, and the flag that says where it holds.
struct ChoiceSite {
  var choice: ProfileChoice
  var grain: PlanGrain
  var holds: Register
  var flags = DemandFlags()
}
