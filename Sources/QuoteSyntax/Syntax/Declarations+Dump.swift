/// The smaller parts of a tree, written as rules have them.
extension FieldDeclaration {
  var written: String {
    var text = isOptional ? "optional " : ""
    text += type.value.written
    if let unit { text += " in \(unit.value)" }
    if let range { text += " \(range.written)" }
    if let step { text += " step \(step.value.written)" }
    if let defaultValue { text += ", default \(defaultValue.written)" }
    if !sources.isEmpty { text += ", from " + sources.map(\.written).joined(separator: " or ") }
    if isKey { text += ", key" }
    for conversion in conversions { text += ", \(conversion.value)" }
    return text + notation.phrase
  }
}

extension InputType {
  /// The type as an input states it.
  package var written: String {
    if case .oneOf(let choices) = self {
      return "\(word) " + choices.map(\.value).joined(separator: " | ")
    }
    return word
  }

  /// The same without the words of a choice.
  package var word: String {
    switch self {
    case .text: "text"
    case .flag: "flag"
    case .count: "count"
    case .number: "number"
    case .money: "money"
    case .date: "date"
    case .time: "time"
    case .instant: "instant"
    case .duration: "duration"
    case .distance: "distance"
    case .weight: "weight"
    case .point: "point"
    case .declared(let unit): unit
    case .oneOf: "one of"
    }
  }
}

extension FieldSource {
  /// As an input states it.
  package var written: String {
    switch self {
    case .path(let path): path.written
    case .pair(let latitude, let longitude): "\(latitude.written) and \(longitude.written)"
    }
  }
}

extension FieldPath {
  /// `a.b`, `itself`, `a[key=minimum].value`; members with marks quoted.
  package var written: String {
    if steps.isEmpty { return "itself" }
    var text = ""
    for step in steps {
      switch step {
      case .member(let name):
        let isPlain = name.utf8.allSatisfy { !" .[],=\"".utf8.contains($0) }
        text += (text.isEmpty ? "" : ".") + (isPlain ? name : Literal.quoted(name))
      case .entry(let member, let equals): text += "[\(member)=\(equals)]"
      }
    }
    return text
  }
}

extension RangeSyntax {
  var written: String {
    switch (lower, upper) {
    case (let lower?, let upper?):
      "\(lowerIsIncluded ? "[" : "(")\(lower.value)..\(upper.value)\(upperIsIncluded ? "]" : ")")"
    case (let lower?, nil): "\(lowerIsIncluded ? ">=" : ">") \(lower.value)"
    case (nil, let upper?): "\(upperIsIncluded ? "<=" : "<") \(upper.value)"
    case (nil, nil): "-"
    }
  }
}

extension KeyCell {
  /// The cell as a table has it.
  package var written: String {
    switch content {
    case .any: "-"
    case .tests(let tests): tests.map(\.written).joined(separator: ", ")
    case .not(let tests): "not(\(tests.map(\.written).joined(separator: ", ")))"
    }
  }
}

extension KeyCell.Test {
  var written: String {
    switch self {
    case .value(let text): text.value
    case .range(let range): range.written
    case .none: "none"
    }
  }
}

extension ValueCell {
  var written: String {
    switch content {
    case .notGiven: "-"
    case .formula(let formula): "= \(formula.written)"
    case .written(let template):
      raw.value.utf8.first == UInt8(ascii: "\"")
        ? "\"\(template.written(isQuoted: true))\"" : template.written(isQuoted: false)
    }
  }
}

extension AreaDeclaration {
  /// Its form, and how many corners it has where there may be many.
  package var written: String {
    switch self {
    case .polygon(let rings, _): return "polygon of \(rings.map(\.count)) corners"
    case .circle(let center, let radius, _):
      return "circle around \(center.written), \(radius.value.written)"
    case .box(let southWest, let northEast, _):
      return "box from \(southWest.written) to \(northEast.written)"
    case .features(let features, _):
      let names = features.map { $0.name.isEmpty ? "(unnamed)" : $0.name }
      return "\(features.count) areas: \(names.joined(separator: ", "))"
    }
  }
}

extension GeographicPoint {
  var written: String { "\(latitude), \(longitude)" }
}
