import QuoteLanguage
package import QuoteSyntax

/// Reading a cell of text: CSV cells, parts of compact cells, JSON strings.
extension FieldDecoder {
  /// An empty text is a missing value. Points are read by their two halves.
  func decode(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    if text.count == 0 { return .missing }
    if let notation { return decode(text, notation, &value) }
    return decodePlain(text, &value)
  }

  /// As texts are written where nothing else is declared.
  func decodePlain(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    if readsAsInteger || readsAsNumber { return decodeLoosely(text, &value) }
    let outcome = decodeStrictly(text, &value)
    if case .fault(let fault) = outcome, otherIsMissing, fault != .outOfRange, fault != .tooFine {
      return .missing
    }
    return outcome
  }

  private func decodeStrictly(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    switch kind {
    case .text:
      value.text = text
      return .given
    case .decimal(let scale): return take(scale.read(text), &value)
    case .binary: return double(text, &value)
    case .date:
      guard let date = unsafe CalendarDate(iso: text.bytes) else { return .fault(.unreadableDate) }
      return bounded(Int64(date.daysSince1970), &value)
    case .time:
      guard let time = unsafe TimeOfDay(iso: text.bytes) else { return .fault(.unreadableTime) }
      return bounded(Int64(time.secondsSinceMidnight), &value)
    case .instant: return instant(text, &value)
    case .choice(let finder):
      let code =
        text.count <= 16
        ? finder.code(InputBytes(text), 0, text.count) : words?.code(text) ?? -1
      if code < 0, schema.composes, text.mayCompose {
        return word(composedCode(text), .unknownChoice, &value)
      }
      return word(code, .unknownChoice, &value)
    case .flag: return word(WordTable.flags.code(text), .notAFlag, &value)
    case .point: return point(text, &value)
    }
  }

  /// The number of the word that a text is in Unicode's form C, or -1.
  func composedCode(_ text: TextSlice) -> Int32 {
    var code: Int32 = -1
    unsafe ComposedText.compose(text.bytes) { made in
      // Sixteen bytes can be read of a short one.
      let bytes = unsafe Array(made) + Array(repeating: 0, count: 16)
      unsafe bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return }
        code = unsafe words?.code(TextSlice(base: base, count: made.count)) ?? -1
      }
    }
    return code
  }

  package func take(_ result: Result<Int64, CellFault>, _ value: inout CellValue) -> CellOutcome {
    switch result {
    case .success(let integer):
      value.integer = integer
      return .given
    case .failure(let fault): return .fault(fault)
    }
  }

  /// A double of a text; one finer than the step that the rules say is a fault.
  func double(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    if let grid, case .failure(.tooFine) = grid.read(text) { return .fault(.tooFine) }
    return takeDouble(BinaryNumber.read(text), &value)
  }

  func takeDouble(_ result: Result<Double, CellFault>, _ value: inout CellValue) -> CellOutcome {
    switch result {
    case .failure(let fault): return .fault(fault)
    case .success(let number):
      guard case .binary(let least, let most, let isOpen) = kind else { return .fault(.wrongType) }
      let isInside =
        (isOpen.lower ? number > least : number >= least)
        && (isOpen.upper ? number < most : number <= most)
      guard isInside else { return .fault(.outOfRange) }
      value.double = number
      return .given
    }
  }

  private func word(_ code: Int32, _ fault: CellFault, _ value: inout CellValue) -> CellOutcome {
    guard code >= 0 else { return .fault(fault) }
    value.integer = Int64(code)
    return .given
  }

  func bounded(_ number: Int64, _ value: inout CellValue) -> CellOutcome {
    guard number >= least, number <= most else { return .fault(.outOfRange) }
    value.integer = number
    return .given
  }

  private func instant(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    switch unsafe Instant.read(text.bytes, spelling: readsLocal ? .database : .iso) {
    case .moment(let moment): return self.moment(moment, &value)
    case .local(let clock):
      guard readsLocal, let zone = schema.zone else { return .fault(.instantWithoutOffset) }
      return moment(zone.instant(local: clock), &value)
    case .unreadable: return .fault(.unreadableInstant)
    }
  }

  /// An instant, however it was read.
  package func moment(_ instant: Instant, _ value: inout CellValue) -> CellOutcome {
    bounded(instant.microsecondsSince1970, &value)
  }

  /// `25.79,-80.13`: latitude first, a comma between, a space after it or not.
  private func point(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    guard let comma = text.firstIndex(of: UInt8(ascii: ",")) else { return .fault(.notAPoint) }
    var second = text.dropping(comma + 1)
    if second.count > 0, second[0] == UInt8(ascii: " ") { second = second.dropping(1) }
    return decodePoint(text.part(0, comma), second, &value)
  }

  /// Latitude and longitude in degrees, both given or both missing.
  func decodePoint(
    _ latitude: TextSlice, _ longitude: TextSlice, _ value: inout CellValue
  ) -> CellOutcome {
    if latitude.count == 0 && longitude.count == 0 { return .missing }
    if latitude.count == 0 || longitude.count == 0 { return .fault(.halfAPoint) }
    let a = BinaryNumber.read(latitude)
    let b = BinaryNumber.read(longitude)
    guard case .success(let north) = a, case .success(let east) = b else {
      return otherIsMissing ? .missing : .fault(.notAPoint)
    }
    guard abs(north) <= 90, abs(east) <= 180 else { return .fault(.outOfRange) }
    if zeroIsMissing, north == 0, east == 0 { return .missing }
    value.double = north
    value.second = east
    return .given
  }

  /// Reads a text as Python's `int` and `float` do. An exact number that is read as `float` is
  /// taken from its digits, so that nothing goes through a double; what Python calls infinite or no
  /// number is outside every range.
  func decodeLoosely(_ text: TextSlice, _ value: inout CellValue) -> CellOutcome {
    if readsAsInteger {
      do throws(PythonNumber.Failure) {
        return whole(try unsafe PythonNumber.integer(text.bytes), &value)
      } catch {
        return error == .tooLarge ? .fault(.outOfRange) : unreadable(text)
      }
    }
    switch kind {
    case .binary:
      guard let number = unsafe PythonNumber.double(text.bytes) else { return unreadable(text) }
      if let grid, let parts = DecimalParts(text) ?? DecimalParts(python: text),
        case .failure(.tooFine) = grid.held(parts)
      {
        return .fault(.tooFine)
      }
      return number.isFinite ? takeDouble(.success(number), &value) : .fault(.outOfRange)
    case .decimal(let scale):
      if let parts = DecimalParts(text) ?? DecimalParts(python: text) {
        return take(scale.held(parts), &value)
      }
      let isWord = unsafe PythonNumber.double(text.bytes) != nil
      return isWord ? .fault(.outOfRange) : unreadable(text)
    case .date, .time, .instant, .choice, .flag, .text, .point: return .fault(.wrongType)
    }
  }

  /// Spaces around are no complaint here: Python reads past them.
  private func unreadable(_ text: TextSlice) -> CellOutcome {
    if otherIsMissing { return .missing }
    return .fault(DecimalParts.complaint(about: text) == .comma ? .comma : .notANumber)
  }

  /// A whole number, however it was read.
  package func whole(_ number: Int64, _ value: inout CellValue) -> CellOutcome {
    switch kind {
    case .decimal(let scale): return take(scale.held(DecimalParts(whole: number)), &value)
    case .binary:
      if let grid, case .failure(.tooFine) = grid.held(DecimalParts(whole: number)) {
        return .fault(.tooFine)
      }
      return takeDouble(.success(Double(number)), &value)
    case .date, .time, .instant, .choice, .flag, .text, .point: return .fault(.wrongType)
    }
  }
}

extension DecimalParts {
  /// What Python's `float` reads of a text, as digits and an exponent; nil where it reads no
  /// number, or one of its words.
  init?(python text: TextSlice) {
    guard let plain = unsafe PythonNumber.spelling(of: text.bytes) else { return nil }
    let parts = unsafe plain.withUnsafeBufferPointer { bytes in
      // Never empty, and read no further than it is long while it is lent.
      unsafe DecimalParts(TextSlice(base: bytes.baseAddress!, count: bytes.count))
    }
    guard let parts else { return nil }
    self = parts
  }
}
