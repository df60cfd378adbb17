import QuoteBookings
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Puts values of replies into our terms, as a map's fields say. It belongs to one thread.
final class ReplyConverter {
  private struct Conversion {
    var isOfNumbers: Bool
    var factor: Ratio
    /// The factor is this power of ten, negated or not; nil for others.
    var power: Int?
    var isNegated: Bool
    var spelling: NumberSpelling?
    var moment: MomentNotation?
    var words: [(theirs: [UInt8], ours: String?)]
    /// What stands for nothing.
    var absent: String?
  }

  /// The conversion of each field; nil if nothing is to be done.
  private let conversions: [Conversion?]
  private let isBinary: Bool
  private let reader = JSONRecordReader()
  private let buffer = ByteBuffer()
  /// By field: a list of what was added up, as the reply has it.
  private(set) var addends: [Int: JSONNode] = [:]

  /// `isBinary`: sums are of doubles, in the order of the list.
  init(_ fields: [ReplyConversion], isBinary: Bool = false) {
    self.isBinary = isBinary
    conversions = fields.map { field in
      guard !field.isNone else { return nil }
      let size = field.factor.magnitude
      return Conversion(
        isOfNumbers: field.isOfNumbers, factor: field.factor,
        power: (-12...12).first { Ratio(powerOfTen: $0) == size },
        isNegated: field.sign == .negative, spelling: field.spelling,
        moment: field.moment, words: field.words.map { (Array($0.theirs.utf8), $0.ours) },
        absent: field.absent)
    }
  }

  func converts(_ field: Int) -> Bool { conversions[field] != nil }

  /// Replaces each field's value by what it is in our terms, beside our own values; those of
  /// several entries by their sum. New ones are good until the next call.
  func convert(
    _ values: inout [JSONNode?], sums: [Int: [JSONNode]] = [:], beside ours: (Int) -> JSONNode?
  ) {
    addends.removeAll(keepingCapacity: true)
    buffer.removeAll()
    buffer.append("[")
    var places: [Int] = []
    for (field, conversion) in conversions.enumerated() {
      let parts = sums[field] ?? []
      if !parts.isEmpty {
        if !places.isEmpty { buffer.append(",") }
        append(sumOf: parts, conversion)
        places.append(field)
        continue
      }
      guard let conversion else { continue }
      let value = values[field].flatMap { Self.isNothing($0, conversion) ? nil : $0 }
      guard value != nil || conversion.absent != nil else { continue }
      if !places.isEmpty { buffer.append(",") }
      places.append(field)
      if let value {
        append(value, conversion)
      } else {
        buffer.append(text: Self.json(conversion.absent ?? "", beside: ours(field)))
      }
    }
    guard !places.isEmpty else { return }
    let summed = places.filter { sums[$0] != nil }
    for field in summed { append(list: sums[field] ?? []) }
    buffer.append("]")
    let count = buffer.count
    for _ in 0..<InputChunk.padding { buffer.append(0x20) }
    guard case .success(let list) = reader.read(buffer.slice(0, count)) else {
      preconditionFailure("parts of JSON are JSON")
    }
    list.eachElement { position, value in
      if position < places.count {
        values[places[position]] = value
      } else {
        addends[summed[position - places.count]] = value
      }
    }
  }

  private func append(list parts: [JSONNode]) {
    buffer.append(",[")
    for (index, part) in parts.enumerated() {
      if index > 0 { buffer.append(",") }
      buffer.append(text: part.json)
    }
    buffer.append("]")
  }

  /// The sum of numbers, null left out; of what is not all numbers the list.
  private func append(sumOf parts: [JSONNode], _ conversion: Conversion?) {
    let start = buffer.count
    var (sum, double) = (Ratio.zero, 0.0)
    var areNumbers = true
    buffer.append("[")
    for part in parts {
      if buffer.count > start + 1 { buffer.append(",") }
      let before = buffer.count
      if let conversion { append(part, conversion) } else { buffer.append(text: part.json) }
      let text = buffer.slice(before, buffer.count)
      if text.isEqual(to: "null") { continue }
      guard JSONRecordReader.isNumber(text), let value = ReplyComparer.exact(text) else {
        areNumbers = false
        continue
      }
      sum = sum + value
      double += ReplyComparer.double(text)
    }
    buffer.append("]")
    guard areNumbers, sum.isFinite, sum.decimalDigits != nil else { return }
    buffer.truncate(to: start)
    if isBinary {
      buffer.append(shortest: double, as: .python)
    } else {
      buffer.append(text: sum.description)
    }
  }

  /// Whether it is what `absent` is about: null, or a word that stands for nothing.
  private static func isNothing(_ value: JSONNode, _ conversion: Conversion) -> Bool {
    guard conversion.absent != nil else { return false }
    if value.isNull { return true }
    if value.isArray || value.isObject { return false }
    let word = conversion.words.first { unsafe value.text.bytes.elementsEqual($0.theirs) }
    return word.map { $0.ours == nil } ?? false
  }

  /// A number or a flag where our value is one, or where it can be nothing else; a text in
  /// quotes.
  private static func json(_ text: String, beside ours: JSONNode?) -> String {
    let buffer = ByteBuffer()
    buffer.append(text: text)
    if ours?.isString != true {
      if JSONRecordReader.isNumber(buffer.slice(0, buffer.count)) { return text }
      switch text {
      case "true", "yes": return "true"
      case "false", "no": return "false"
      default: break
      }
    }
    buffer.removeAll()
    buffer.append(text: text, as: .json)
    return buffer.string
  }

  private func append(_ value: JSONNode, _ conversion: Conversion) {
    if value.isArray {
      buffer.append("[")
      value.eachElement { position, element in
        if position > 0 { buffer.append(",") }
        append(element, conversion)
      }
      buffer.append("]")
    } else if value.isObject {
      buffer.append("{")
      var isFirst = true
      value.eachMember { key, member in
        if !isFirst { buffer.append(",") }
        isFirst = false
        buffer.append(key.text, as: .json)
        buffer.append(":")
        append(member, conversion)
      }
      buffer.append("}")
    } else {
      append(plain: value, conversion)
    }
  }

  private func append(plain value: JSONNode, _ conversion: Conversion) {
    let text = value.text
    if let word = conversion.words.first(where: { unsafe text.bytes.elementsEqual($0.theirs) }) {
      guard let ours = word.ours else { return buffer.append("null") }
      return buffer.append(text: ours, as: .json)
    }
    if let moment = conversion.moment, value.isNumber || value.isString,
      let ours = moment.ours(text)
    {
      return buffer.append(text: ours, as: .json)
    }
    guard conversion.isOfNumbers, value.isNumber || value.isString else {
      return append(asIs: value)
    }
    if value.isNumber || conversion.spelling == nil {
      if !append(number: text, conversion) { append(asIs: value) }
    } else if let plain = unsafe conversion.spelling?.read(text.bytes) {
      let copy = ByteBuffer()
      copy.append(plain)
      if !append(number: copy.slice(0, plain.count), conversion) { append(asIs: value) }
    } else {
      append(asIs: value)
    }
  }

  private func append(asIs value: JSONNode) {
    if value.isString { buffer.append(value.text, as: .json) } else { buffer.append(value.text) }
  }

  /// False where the text is no number, or would be one without an end.
  private func append(number text: TextSlice, _ conversion: Conversion) -> Bool {
    if let power = conversion.power, append(short: text, times: power, conversion.isNegated) {
      return true
    }
    let product = ReplyComparer.exact(text).map { $0 * conversion.factor }
    guard let product, product.isFinite else { return append(far: text, conversion) }
    guard product.decimalDigits != nil else { return false }
    buffer.append(text: product.description)
    return true
  }

  /// Numbers that 128 bits do not hold, or not with their factor: as doubles.
  private func append(far text: TextSlice, _ conversion: Conversion) -> Bool {
    guard JSONRecordReader.isNumber(text) else { return false }
    let factor = conversion.factor
    let product =
      ReplyComparer.double(text) * Double(factor.numerator) / Double(factor.denominator)
    guard product.isFinite else { return false }
    buffer.append(shortest: product, as: .python)
    return true
  }

  /// Numbers of at most 18 digits without an exponent: the point is moved.
  private func append(short text: TextSlice, times power: Int, _ isNegated: Bool) -> Bool {
    var (number, digits, decimals, isNegative) = (0, 0, -1, isNegated)
    for unsafe (index, byte) in unsafe text.bytes.enumerated() {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        guard digits < 18 else { return false }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
        digits += 1
        if decimals >= 0 { decimals += 1 }
      } else if byte == UInt8(ascii: "."), decimals < 0, digits > 0 {
        decimals = 0
      } else if byte == UInt8(ascii: "-"), index == 0 {
        isNegative.toggle()
      } else {
        return false
      }
    }
    guard digits > 0, decimals != 0 else { return false }
    let scale = max(decimals, 0) - power
    guard scale >= 0, scale <= 18 else { return false }
    if isNegative && number != 0 { buffer.append("-") }
    append(number, decimals: scale)
    return true
  }

  private func append(_ number: Int, decimals: Int) {
    let written = Array(String(number).utf8)
    let zeros = max(0, decimals + 1 - written.count)
    let all = Array(repeating: UInt8(ascii: "0"), count: zeros) + written
    buffer.append(Array(all.dropLast(decimals)))
    guard decimals > 0 else { return }
    buffer.append(".")
    buffer.append(Array(all.suffix(decimals)))
  }
}
