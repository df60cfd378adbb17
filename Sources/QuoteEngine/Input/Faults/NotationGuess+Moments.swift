import QuoteLanguage

/// Dates, times and moments in other notations than the plain one.
extension NotationGuess {
  private static let dates = [
    "d/M/yyyy", "M/d/yyyy", "d.M.yyyy", "d-M-yyyy", "yyyy/M/d", "yyyy.M.d", "yyyy-M-d", "yyyyMMdd",
    "d MMM yyyy", "d-MMM-yyyy", "MMM d, yyyy", "d MMMM yyyy", "MMMM d, yyyy", "d/M/yy", "M/d/yy",
    "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss", "yyyy-MM-dd'T'HH:mm:ss'Z'",
    "yyyy-MM-dd'T'HH:mm:ss.SSS'Z'", "d/M/yyyy H:mm", "M/d/yyyy H:mm", "M/d/yyyy h:mm a",
  ]
  private static let times = [
    "24:00", "H:mm", "H:mm:ss", "h:mm a", "h:mm:ss a", "h a", "HHmm", "H.mm", "HH:mm:ss.SSS",
  ]
  private static let instants = [
    "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss.SSS", "yyyy-MM-dd HH:mm:ssX",
    "yyyy-MM-dd HH:mm:ss X", "d/M/yyyy H:mm", "M/d/yyyy H:mm", "d/M/yyyy H:mm:ss",
    "M/d/yyyy H:mm:ss", "d.M.yyyy H:mm", "d.M.yyyy H:mm:ss", "M/d/yyyy h:mm a",
    "M/d/yyyy h:mm:ss a", "d MMM yyyy H:mm", "yyyyMMdd'T'HHmmssX", "yyyy/MM/dd HH:mm:ss",
  ]

  static func moments(_ text: String, _ schema: FieldSchema) -> [NotationGuess] {
    guard text.utf8.count <= 40 else { return [] }
    var written = schema.type == .date ? dates : schema.type == .time ? times : instants
    if let counted = counted(text, schema.type) { written = [counted] }
    var guesses: [NotationGuess] = []
    for example in written {
      let notation = MomentNotation(example)
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
    let isDecimal = text.wholeMatch(of: /\d+(\.\d+)?/) != nil
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
    case .date: return text.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil
    case .time: return text.wholeMatch(of: /\d\d:\d\d(:\d\d)?/) != nil
    case .instant:
      return text.wholeMatch(of: /\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(:\d\d(\.\d+)?)?.{0,6}/) != nil
    case .text, .flag, .count, .number, .money, .duration, .distance, .weight, .point, .oneOf,
      .declared:
      return false
    }
  }
}
