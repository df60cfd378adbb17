extension Int {
  /// `1,234,567`.
  package var withThousands: String { "\(self)".withThousands }
}

extension String {
  /// Its first figure with commas between thousands: `$7,420.41`, `-1,111.84`. For pages that
  /// people look at; what programs read has none.
  package var withThousands: String {
    guard let first = firstIndex(where: \.isASCIIDigit) else { return self }
    let digits = self[first...].prefix(while: \.isASCIIDigit)
    var grouped = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { grouped.append(",") }
      grouped.append(digit)
    }
    return self[..<first] + grouped + self[digits.endIndex...]
  }
}
