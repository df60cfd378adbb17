import QuoteLanguage
import QuoteSyntax

/// What the clock of the rules shows at a moment that bookings write by another clock: an hour of
/// 22:30 is 21 then. With the zone in the call, it is said which one is meant.
struct ZoneSlips: RulesReader {
  let model: PriceModel
  private let names: SameValues

  /// One an input.
  static func warnings(of model: PriceModel) -> [Diagnostic] {
    guard let own = model.zone else { return [] }
    let slips = ZoneSlips(model: model, names: SameValues(of: model))
    var met: Set<PriceExpression.Reference> = []
    var found: [Diagnostic] = []
    model.visitExpressions { value in
      guard case .apply(.date(let function), let parts) = value.operation, function.isOfClock,
        parts.count == 1, case .reference(let reference) = slips.names.resolved(parts[0]).operation,
        case .field(let list, let field) = reference,
        let zone = model.schema.lists[list].fields[field].zone,
        let shown = slips.shown(by: own, at: zone), met.insert(reference).inserted
      else { return }
      found.append(
        .zoneOfClock(
          slips.text(value.span), slips.text(parts[0].span), own: own.name, written: zone.name,
          shown: shown, at: value.span))
    }
    return found
  }

  /// What the one clock shows at noon of the other, in winter or else in summer; nil where both
  /// are alike, and for moments in UTC, which are no clock of a place.
  private func shown(by own: TimeZoneRules, at zone: TimeZoneRules) -> String? {
    let isPlace = zone.name.contains("/") && !zone.name.hasPrefix("Etc/")
    guard isPlace else { return nil }
    // 1 January and 1 July 2026.
    let days = [20_454, 20_635].map { Int64($0) * Instant.microsecondsPerDay }
    for day in days {
      let moment = day + 12 * 3_600_000_000
      let ahead = Int(
        own.period(at: moment).offsetSeconds - zone.period(at: moment).offsetSeconds)
      guard ahead != 0 else { continue }
      let minutes = ((720 + ahead / 60) % 1440 + 1440) % 1440
      return "\(paddedNumber(minutes / 60, to: 2)):\(paddedNumber(minutes % 60, to: 2))"
    }
    return nil
  }
}
