extension TimeOfDay {
  /// 0 ≤ `hour` ≤ 23, minutes and seconds 0…59; nil outside. There is no
  /// 24:00 and no leap second.
  package init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else {
      return nil
    }
    self.init(secondsSinceMidnight: Int32(hour * 3600 + minute * 60 + second))
  }

  package var hour: Int { Int(secondsSinceMidnight) / 3600 }
  package var minute: Int { Int(secondsSinceMidnight) / 60 % 60 }
  package var second: Int { Int(secondsSinceMidnight) % 60 }

  /// Strictly `HH:MM` or `HH:MM:SS`.
  package init?(iso text: Span<UInt8>) {
    guard text.count == 5 || text.count == 8, let hour = text.digits(at: 0, count: 2),
      text.has(":", at: 2), let minute = text.digits(at: 3, count: 2)
    else { return nil }
    var second = 0
    if text.count == 8 {
      guard text.has(":", at: 5), let read = text.digits(at: 6, count: 2) else { return nil }
      second = read
    }
    self.init(hour: hour, minute: minute, second: second)
  }

  package init?(iso bytes: UnsafeBufferPointer<UInt8>) {
    self.init(iso: unsafe bytes.span)
  }

  package init?(iso text: String) {
    self.init(iso: text.utf8.span)
  }
}

extension TimeOfDay: CustomStringConvertible {
  /// `08:30`, with `:SS` only where the seconds are not zero.
  package var description: String {
    let minutes = "\(paddedNumber(hour, to: 2)):\(paddedNumber(minute, to: 2))"
    return second == 0 ? minutes : "\(minutes):\(paddedNumber(second, to: 2))"
  }
}
