import Foundation
import QuoteEngine
import QuoteLanguage
import QuoteSyntax
import Synchronization

extension ScalarRun {
  /// A value as a text shows it, by the profile.
  func print(_ value: ScalarValue, _ expression: PriceExpression, pattern: String? = nil) -> String
  {
    switch value {
    case .notGiven: return ""
    case .flag(let flag):
      switch model.arithmetic {
      case .exact: return flag ? "yes" : "no"
      case .python: return flag ? "True" : "False"
      case .javascript: return flag ? "true" : "false"
      }
    case .text(let text): return text
    case .texts(let texts): return texts.joined(separator: ", ")
    case .choice(let index):
      if case .choice(let choices) = expression.type { return choices[index] }
      return ""
    case .exact(let number): return exact(number, expression, pattern)
    case .integer(let count):
      return pattern == nil ? "\(count)" : binary(Double(count), pattern)
    case .double(let number): return binary(number, pattern)
    case .date(let day): return Self.fill(pattern ?? "yyyy-MM-dd", day, 0)
    case .time(let second):
      return Self.fill(pattern ?? (second % 60 == 0 ? "HH:mm" : "HH:mm:ss"), 0, second)
    case .instant(let moment): return instant(moment, pattern)
    case .weekday(let number):
      return ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"][
        number - 1]
    case .point(let point): return "\(point.latitude), \(point.longitude)"
    }
  }

  private static func places(_ pattern: String) -> Int {
    pattern.firstIndex(of: ".").map { pattern.distance(from: $0, to: pattern.endIndex) - 1 } ?? 0
  }

  private func exact(_ number: Ratio, _ expression: PriceExpression, _ pattern: String?) -> String {
    let shown = number / expression.units.size
    if let pattern {
      let places = Self.places(pattern)
      let step = Ratio(powerOfTen: -places)
      let text = Self.padded(Ratio(Self.whole(shown / step, .halfUp)) * step, places)
      return Self.leading(text, pattern)
    }
    var least = 0
    if case .quantity(let type) = expression.type, type == .money {
      least = model.minorUnit.decimalDigits ?? 0
    }
    return Self.padded(shown, least)
  }

  private static func padded(_ number: Ratio, _ places: Int) -> String {
    var text = number.description
    guard places > 0 else { return text }
    if !text.contains(".") { text += "." }
    while text.split(separator: ".", omittingEmptySubsequences: false)[1].count < places {
      text += "0"
    }
    return text
  }

  /// With zeros before it, to as many digits before the point as the pattern has.
  private static func leading(_ text: String, _ pattern: String) -> String {
    let wanted = pattern.prefix { $0 == "0" }.count
    let sign = text.prefix { $0 == "-" }
    let digits = text.dropFirst(sign.count).prefix(while: \.isNumber)
    let rest = text.dropFirst(sign.count + digits.count)
    guard !digits.isEmpty, rest.isEmpty || rest.hasPrefix(".") else { return text }
    let zeros = String(repeating: "0", count: max(0, wanted - digits.count))
    return sign + zeros + digits + rest
  }

  private func binary(_ number: Double, _ pattern: String?) -> String {
    if let pattern {
      let places = Self.places(pattern)
      // toFixed: the exact binary value, halves away from zero.
      let text =
        model.arithmetic == .python
        ? String(format: "%.\(places)f", number) : ScalarNumbers.fixed(number, places)
      return Self.leading(text, pattern)
    }
    return model.arithmetic == .python
      ? ScalarNumbers.python(number) : ScalarNumbers.javascript(number)
  }

  private func instant(_ moment: Int64, _ pattern: String?) -> String {
    let zone = pattern == nil ? nil : model.timezone
    let whole = Int((Ratio(moment) / 1_000_000).floor ?? 0)
    let seconds = whole + ScalarZone.offset(at: moment, zone: zone)
    let day = Int((Ratio(seconds) / 86400).floor ?? 0)
    if let pattern { return Self.fill(pattern, day, seconds - day * 86400) }
    let rest = Int(moment) - whole * 1_000_000
    let fraction =
      rest == 0
      ? "" : rest % 1000 == 0 ? String(format: ".%03d", rest / 1000) : String(format: ".%06d", rest)
    return Self.fill("yyyy-MM-dd'T'HH:mm:ss", day, seconds - day * 86400) + fraction + "Z"
  }

  /// Runs of letters stand for parts of the day and the second of it.
  static func fill(_ pattern: String, _ day: Int, _ second: Int) -> String {
    let civil = civil(day)
    let numbers: [Character: Int] = [
      "y": civil.year, "M": civil.month, "d": civil.day, "H": second / 3600,
      "m": second / 60 % 60, "s": second % 60,
    ]
    return runs(of: pattern).map { run in
      guard run.isField, let letter = run.text.first, let number = numbers[letter] else {
        return run.text
      }
      return String(
        format: "%0\(run.text.count)d", run.text == "yy" ? number % 100 : number)
    }.joined()
  }

  /// A pattern's runs of field letters, and what stands between them, without apostrophes. Each is
  /// read once: elements in the order of a printed date ask for it again and again.
  static func runs(of pattern: String) -> [(text: String, isField: Bool)] {
    knownRuns.withLock { known in
      if let runs = known[pattern] { return runs }
      let runs = readRuns(of: pattern)
      known[pattern] = runs
      return runs
    }
  }

  private static let knownRuns = Mutex<[String: [(text: String, isField: Bool)]]>([:])

  private static func readRuns(of pattern: String) -> [(text: String, isField: Bool)] {
    pattern.matches(of: kept(/y+|M+|d+|H+|m+|s+|'(?:[^']|'')*'|[^yMdHms']/)).map { match in
      let text = String(match.output)
      if text == "''" { return ("'", false) }
      if text.hasPrefix("'") {
        return (String(text.dropFirst().dropLast()).replacing("''", with: "'"), false)
      }
      return (text, "yMdHms".contains(text.prefix(1)))
    }
  }
}

/// Numbers as Python and JavaScript print them, from Swift's shortest digits.
package enum ScalarNumbers {
  package static func python(_ x: Double) -> String {
    guard x.isFinite else { return x.isNaN ? "nan" : x < 0 ? "-inf" : "inf" }
    let (sign, digits, exponent) = shortest(x)
    if exponent < -3 || exponent > 16 {
      let rest = digits.count > 1 ? "." + digits.dropFirst() : ""
      let power = exponent - 1
      return sign + digits.prefix(1) + rest + "e" + (power < 0 ? "-" : "+")
        + String(format: "%02d", abs(power))
    }
    let plain = positional(digits, exponent)
    return sign + (plain.contains(".") ? plain : plain + ".0")
  }

  package static func javascript(_ x: Double) -> String {
    guard x.isFinite else { return x.isNaN ? "NaN" : x < 0 ? "-Infinity" : "Infinity" }
    if x == 0 { return "0" }
    let (sign, digits, exponent) = shortest(x)
    if exponent < -5 || exponent > 21 {
      let rest = digits.count > 1 ? "." + digits.dropFirst() : ""
      let power = exponent - 1
      return sign + digits.prefix(1) + rest + "e" + (power < 0 ? "-" : "+") + "\(abs(power))"
    }
    return sign + positional(digits, exponent)
  }

  /// `toFixed`: digits of the exact value, halves away from zero.
  static func fixed(_ x: Double, _ places: Int) -> String {
    let long = String(format: "%.\(places + 60)f", abs(x))
    let cut = long.dropLast(60)
    let isUp = long.suffix(60).first! >= "5"
    guard isUp else { return (x < 0 ? "-" : "") + (places == 0 ? cut.dropLast() : cut) }
    let digits = cut.replacingOccurrences(of: ".", with: "")
    let raised = String(Int128(digits)! + 1)
    let padded = String(repeating: "0", count: max(0, places + 1 - raised.count)) + raised
    let text = places == 0 ? padded : padded.dropLast(places) + "." + padded.suffix(places)
    return (x < 0 ? "-" : "") + text
  }

  /// Digits without zeros at either end, and where the point stands among them.
  private static func shortest(_ x: Double) -> (sign: String, digits: String, exponent: Int) {
    var text = "\(x.magnitude)"
    var power = 0
    if let e = text.firstIndex(of: "e") {
      power = Int(text[text.index(after: e)...])!
      text = String(text[..<e])
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    var digits = String(parts[0]) + (parts.count > 1 ? String(parts[1]) : "")
    var exponent = parts[0].count + power
    while digits.count > 1, digits.hasPrefix("0") {
      digits.removeFirst()
      exponent -= 1
    }
    while digits.count > 1, digits.hasSuffix("0") { digits.removeLast() }
    if digits == "0" { exponent = 1 }
    return (x.sign == .minus ? "-" : "", digits, exponent)
  }

  private static func positional(_ digits: String, _ exponent: Int) -> String {
    if exponent <= 0 { return "0." + String(repeating: "0", count: -exponent) + digits }
    if exponent >= digits.count {
      return digits + String(repeating: "0", count: exponent - digits.count)
    }
    return digits.prefix(exponent) + "." + digits.dropFirst(exponent)
  }
}

/// Time zones as Foundation knows them.
enum ScalarZone {
  static func offset(at moment: Int64, zone: String?) -> Int {
    guard let zone, let rules = TimeZone(identifier: zone) else { return 0 }
    return rules.secondsFromGMT(
      for: Date(timeIntervalSince1970: Double((Ratio(moment) / 1_000_000).floor ?? 0)))
  }

  /// A local time that is skipped gives the moment the gap ends, a repeated one the earlier.
  static func instant(day: Int, second: Int, zone: String?) -> Int64? {
    let local = day * 86400 + second
    let before = offset(at: Int64(local - 86400) * 1_000_000, zone: zone)
    let after = offset(at: Int64(local + 86400) * 1_000_000, zone: zone)
    for candidate in [local - max(before, after), local - min(before, after)].sorted()
    where candidate + offset(at: Int64(candidate) * 1_000_000, zone: zone) == local {
      return Int64(candidate) * 1_000_000
    }
    // In a gap: the first second at which the later offset holds.
    var low = local - 86400
    var high = local + 86400
    while high - low > 1 {
      let middle = (low + high) / 2
      if offset(at: Int64(middle) * 1_000_000, zone: zone) == before {
        low = middle
      } else {
        high = middle
      }
    }
    return Int64(high) * 1_000_000
  }
}

extension ScalarRun {
  /// The inverse problem on WGS 84 by Vincenty's iteration (Survey Review 23,
  /// 1975): good to a millimetre away from antipodes.
  func geodesicMetres(_ from: GeographicPoint, _ to: GeographicPoint) -> Double {
    if from == to { return 0 }
    let a = 6_378_137.0
    let f = 1 / 298.257223563
    let b = 6_378_137.0 * (1 - 1 / 298.257223563)
    let radians = Double.pi / 180
    let u1 = atan((1 - f) * tan(from.latitude * radians))
    let u2 = atan((1 - f) * tan(to.latitude * radians))
    let l = (to.longitude - from.longitude) * radians
    var lambda = l
    for _ in 0..<200 {
      let x = cos(u2) * sin(lambda)
      let y = cos(u1) * sin(u2) - sin(u1) * cos(u2) * cos(lambda)
      let sinSigma = (x * x + y * y).squareRoot()
      let cosSigma = sin(u1) * sin(u2) + cos(u1) * cos(u2) * cos(lambda)
      let sigma = atan2(sinSigma, cosSigma)
      let sinAlpha = cos(u1) * cos(u2) * sin(lambda) / sinSigma
      let cos2Alpha = 1 - sinAlpha * sinAlpha
      let cosMiddle = cos2Alpha == 0 ? 0 : cosSigma - 2 * sin(u1) * sin(u2) / cos2Alpha
      let c = f / 16 * cos2Alpha * (4 + f * (4 - 3 * cos2Alpha))
      let inner = cosMiddle + c * cosSigma * (2 * cosMiddle * cosMiddle - 1)
      let next = l + (1 - c) * f * sinAlpha * (sigma + c * sinSigma * inner)
      let isDone = abs(next - lambda) < 1e-13
      lambda = next
      guard isDone else { continue }
      let w = cos2Alpha * (a * a - b * b) / (b * b)
      let p = 1 + w / 16384 * (4096 + w * (-768 + w * (320 - 175 * w)))
      let q = w / 1024 * (256 + w * (-128 + w * (74 - 47 * w)))
      let delta =
        q * sinSigma
        * (cosMiddle + q / 4
          * (cosSigma * (2 * cosMiddle * cosMiddle - 1)
            - q / 6 * cosMiddle * (4 * sinSigma * sinSigma - 3) * (4 * cosMiddle * cosMiddle - 3)))
      return b * p * (sigma - delta)
    }
    return .nan
  }
}
