/// A time of day in another notation: `6pm`, `6:30 PM`, `9:05`, `18h30`, `1830`.
package struct OtherTime {
  /// As it is written here.
  package let right: String

  package init?(_ written: String) {
    let text = written.trimmedOfSpaces.lowercased()
    guard TimeOfDay(iso: text) == nil,
      let match = text.wholeMatch(
        of: kept(/(\d{1,2})(?:[:.h](\d\d))?(?:[:.](\d\d))?\s*(h|uhr|o'clock|a\.?m\.?|p\.?m\.?)?/)),
      var hour = Int(match.1)
    else { return nil }
    let (half, isBare) = (match.4.map(String.init), match.2 == nil)
    if let half, half.hasPrefix("a") || half.hasPrefix("p") {
      guard 1...12 ~= hour else { return nil }
      hour = hour % 12 + (half.hasPrefix("p") ? 12 : 0)
    } else if half == nil, isBare {
      return nil
    }
    let digits = (hour < 10 ? "0" : "") + "\(hour)"
    let seconds = match.3.map { ":\($0)" } ?? ""
    let time = "\(digits):\(match.2 ?? "00")\(seconds)"
    guard TimeOfDay(iso: time) != nil else { return nil }
    right = time
  }
}
