extension String {
  /// Whether a pattern may find a digit, of whatever script: where it cannot, none is made.
  var mayHaveDigits: Bool {
    utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 >= 0x80 }
  }
}
