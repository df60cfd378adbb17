import QuoteLanguage
import QuoteSyntax

/// Dates, times and moments in other notations than the plain one.
extension NotationGuess {
  private typealias Example = (written: String, notation: MomentNotation)

  private static func made(_ examples: [String]) -> [Example] {
    examples.map { ($0, MomentNotation($0)) }
  }

  private static let dates = made([
    "d/M/yyyy", "M/d/yyyy", "d.M.yyyy", "d-M-yyyy", "yyyy/M/d", "yyyy.M.d", "yyyy-M-d", "yyyyMMdd",
    "d MMM yyyy", "d-MMM-yyyy", "d-MMM-yy", "d MMM yy", "d.M.yy", "MMM d, yyyy", "d MMMM yyyy",
    "MMMM d, yyyy", "d/M/yy", "M/d/yy", "yy-M-d", "d-M-yy",
    "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss'Z'",
    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "d/M/yyyy H:mm", "M/d/yyyy H:mm", "M/d/yyyy h:mm a",
  ])
  private static let times = made([
    "24:00", "H:mm", "H:mm:ss", "h:mm a", "h:mm:ss a", "h a", "ha", "h:mma", "HHmm", "H.mm",
    "HH:mm:ss.SSS",
    "H'h'mm",
  ])
  private static let instants = made([
    "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss.SSS", "yyyy-MM-dd HH:mm:ssX",
    "yyyy-MM-dd HH:mm:ss X", "d/M/yyyy H:mm", "M/d/yyyy H:mm", "d/M/yyyy H:mm:ss",
    "M/d/yyyy H:mm:ss", "d.M.yyyy H:mm", "d.M.yyyy H:mm:ss", "M/d/yyyy h:mm a",
    "M/d/yyyy h:mm:ss a", "d MMM yyyy H:mm", "yyyyMMdd'T'HHmmssX", "yyyy/MM/dd HH:mm:ss",
    "yyyy-MM-dd h:mm a", "yyyy-MM-dd ha", "yyyy-MM-dd h a",
  ])
  private static let counts = made(["unix seconds", "unix milliseconds", "excel days"])

  static func moments(_ text: String, _ schema: FieldSchema) -> [NotationGuess] {
    guard text.utf8.count <= 40 else { return [] }
    var written = schema.type == .date ? dates : schema.type == .time ? times : instants
    if let counted = counted(text, schema.type) {
      written = counts.filter { $0.written == counted }
    }
    var guesses: [NotationGuess] = []
    for (example, notation) in written {
      guard case .found(let found) = notation.read(text.utf8.span),
        let reading = reading(found, schema.type, notation)
      else { continue }
      let needsZone = schema.type == .instant && schema.zone == nil && found.minutesFromUTC == nil
      guesses.append(
        NotationGuess(
          clause: (needsZone ? "in ZONE, " : "") + "written "
            + (notation == .endOfDay ? "\"H:mm\" or " : "") + Literal.quoted(example),
          reading: reading))
    }
    return guesses
  }

  /// How numbers count days or moments of our time; nil where they are neither.
  private static func counted(_ text: String, _ type: InputType) -> String? {
    let digits = text.prefix { ("0"..."9").contains($0) }.count
    let isWhole = digits == text.count
    if type == .instant, isWhole, digits == 10 { return "unix seconds" }
    if type == .instant, isWhole, digits == 13 { return "unix milliseconds" }
    let rest = text.utf8.dropFirst(digits)
    let isDecimal =
      digits > 0
      && (isWhole || rest.first == UInt8(ascii: ".") && rest.count > 1 && rest.dropFirst().isDigits)
    if type == .time { return isDecimal && text.hasPrefix("0.") ? "excel days" : nil }
    return isDecimal && digits == 5 && (type == .instant || isWhole) ? "excel days" : nil
  }

  private static func reading(
    _ found: MomentPattern.Found, _ type: InputType, _ notation: MomentNotation
  ) -> String? {
    let date = CalendarDate(daysSince1970: Int32(clamping: found.day)).description
    if type == .date { return found.hasDate && found.clock == 0 ? date : nil }
    guard found.clock < Instant.microsecondsPerDay else { return nil }
    let seconds = Int32(found.clock / 1_000_000)
    let time = TimeOfDay(secondsSinceMidnight: seconds).description
    if type == .time { return found.hasDate ? nil : time }
    guard found.hasDate else { return nil }
    let offset = found.minutesFromUTC.map { minutes in
      if minutes == 0 { return "Z" }
      let (hours, rest) = (abs(minutes) / 60, abs(minutes) % 60)
      return (minutes < 0 ? "-" : "+") + paddedNumber(hours, to: 2) + ":"
        + paddedNumber(rest, to: 2)
    }
    return "\(date)T\(time)\(offset ?? "")"
  }
}

extension FieldSchema {
  /// Whether a text has the form of a date, time or moment, and there is none such.
  func hasForm(_ text: String) -> Bool {
    if let moments = notation?.moments, !moments.isEmpty {
      return moments.contains { notation in
        if case .otherForm = notation.read(text.utf8.span) { false } else { true }
      }
    }
    switch type {
    case .date: return text.utf8.count == 10 && text.utf8.begin(like: "0000-00-00")
    case .time:
      return text.utf8.count == 5 && text.utf8.begin(like: "00:00")
        || text.utf8.count == 8 && text.utf8.begin(like: "00:00:00")
    case .instant: return Self.isLikeMoment(text, needsOffset: zone == nil)
    case .text, .flag, .count, .number, .money, .duration, .distance, .weight, .point, .oneOf,
      .declared:
      return false
    }
  }

  /// A date and a clock, fractions of its seconds, and how far the clock is from UTC; where a zone
  /// says that, also without, and with a blank for the `T`.
  private static func isLikeMoment(_ text: String, needsOffset: Bool) -> Bool {
    let bytes = text.utf8
    let marks = needsOffset ? "Tt" : "Tt "
    guard bytes.count >= 16, bytes.begin(like: "0000-00-00"),
      bytes.dropFirst(10).first.map({ marks.utf8.contains($0) }) ?? false,
      bytes.dropFirst(11).begin(like: "00:00")
    else { return false }
    var rest = bytes.dropFirst(16)
    if rest.begin(like: ":00") {
      rest = rest.dropFirst(3)
      let decimals = rest.dropFirst().prefix { $0.isDigit }
      if rest.first == UInt8(ascii: "."), !decimals.isEmpty {
        // Finer than a microsecond, there is a moment, but none that is read.
        guard decimals.dropFirst(6).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return false }
        rest = rest[decimals.endIndex...]
      }
    }
    if rest.isEmpty { return !needsOffset }
    let shapes: [StaticString] = ["Z", "z", "+00", "-00", "+0000", "-0000", "+00:00", "-00:00"]
    return shapes.contains { rest.count == $0.utf8CodeUnitCount && rest.begin(like: $0) }
  }
}

extension UInt8 {
  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}

extension Collection<UInt8> {
  fileprivate var isDigits: Bool { allSatisfy(\.isDigit) }

  /// Whether it begins as the form does, in which zeros are any digits.
  fileprivate func begin(like form: StaticString) -> Bool {
    let wanted = form.description.utf8
    guard count >= wanted.count else { return false }
    return zip(self, wanted).allSatisfy { byte, mark in
      mark == UInt8(ascii: "0") ? byte.isDigit : byte == mark
    }
  }
}
