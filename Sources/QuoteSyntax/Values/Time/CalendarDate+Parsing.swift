extension CalendarDate {
  /// Strictly `YYYY-MM-DD`, a day that exists, years 0001 to 9999.
  package init?(iso text: Span<UInt8>) {
    guard text.count == 10 else { return nil }
    self.init(isoPrefix: text)
  }

  /// `YYYY-MM-DD` at the start of a longer text.
  package init?(isoPrefix text: Span<UInt8>) {
    guard let year = text.digits(at: 0, count: 4), text.has("-", at: 4),
      let month = text.digits(at: 5, count: 2), text.has("-", at: 7),
      let day = text.digits(at: 8, count: 2)
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  package init?(iso bytes: UnsafeBufferPointer<UInt8>) {
    self.init(iso: unsafe bytes.span)
  }

  package init?(iso text: String) {
    self.init(iso: text.utf8.span)
  }
}
