import QuoteSyntax

/// Key cells for `natural`, to which the digits of a text are whole numbers.
extension KeyCellReader {
  /// Warns of a word for codes that is a range as others write it: `PH16-PH40`, `PH*`, `78600+`.
  /// In quotation marks it is meant as it is.
  func checkAsRange(_ word: Spanned<String>) {
    guard unquoted(word.value) == word.value else { return }
    if let range = NumberedRange(word.value) {
      guard isRange(range) else { return }
      report(.rangeAsWord(word, help: ["write `[\(range.low)..\(range.high)]`"]))
    } else if let band = LetterBand(word.value), isOfSeries(band) {
      report(.rangeAsWord(word, help: ["write `[\(band.low)..\(band.high)]`"]))
    } else if let match = word.value.wholeMatch(of: kept(/(\w*)\[(\w+)\]\*/)) {
      let starts = match.2.map { "\(match.1)\($0)" }.joined(separator: ", ")
      let text = header.trimmedOfSpaces.replacing(kept(/^natural\((.*)\)$/)) { "\($0.1)" }
      let right = "left(\(text), \(match.1.count + 1))"
      report(.rangeAsWord(word, help: ["look up `\(right)`, and write `\(starts)`"]))
    } else if word.value.count > 1, word.value.last == "*" {
      report(.rangeAsWord(word, help: helpForStart(String(word.value.dropLast()))))
    } else if let match = word.value.wholeMatch(of: kept(/(\d+)\+/)) {
      // `>=` has all texts that begin with a letter, too.
      let high = String(repeating: "9", count: max(lengthOfCodes, match.1.count))
      report(.rangeAsWord(word, help: ["write `[\(match.1)..\(high)]`"]))
    }
  }

  /// `PH16-PH40` and `100-199`.
  private struct NumberedRange {
    let letters: Substring
    let first: Int
    let last: Int
    let low: String
    let high: String

    init?(_ word: String) {
      let ends = kept(/(\p{L}*)(\d+)\s*(?:-|–|to|bis)\s*(\p{L}*)(\d+)/)
      guard let match = word.wholeMatch(of: ends), match.1 == match.3 || match.3.isEmpty,
        case let end = Self.end(match.4, after: match.2), let first = Int(match.2),
        let last = Int(end), first < last
      else { return nil }
      (letters, self.first, self.last) = (match.1, first, last)
      (low, high) = ("\(match.1)\(match.2)", "\(match.1)\(end)")
    }

    /// The last code of `96000-999`, which says only the digits that are others. Any other digits
    /// behind a dash may be a part of the code.
    private static func end(_ digits: Substring, after first: Substring) -> String {
      guard digits.count < first.count, digits.count > 2, digits.allSatisfy({ $0 == "9" }),
        first.suffix(digits.count).allSatisfy({ $0 == "0" })
      else { return String(digits) }
      return String(first.dropLast(digits.count)) + digits
    }

    func meets(_ other: NumberedRange) -> Bool {
      letters == other.letters && first <= other.last && other.first <= last
    }
  }

  /// Whether the column's other cells may be such ranges beside it: `M6-20` beside `M6-30` is a
  /// screw, and `3-4` alone a flat.
  private func isRange(_ range: NumberedRange) -> Bool {
    let others = columnCells.compactMap(NumberedRange.init).filter {
      $0.low != range.low || $0.high != range.high
    }
    let isShort = range.letters.isEmpty && range.last < 10 && others.isEmpty
    return !isShort && !others.contains(where: range.meets)
  }

  /// `A00-B99` and `E-G`: letters that rise, with as many digits.
  private struct LetterBand {
    let low: String
    let high: String
    let digits: Int

    init?(_ word: String) {
      let ends =
        kept(/(([A-Z]{1,2}|[a-z]{1,2})(\d*))\s*(?:-|–|to|bis)\s*(([A-Z]{1,2}|[a-z]{1,2})(\d*))/)
      guard let match = word.wholeMatch(of: ends), match.2 < match.5,
        match.2.count == match.5.count, match.3.count == match.6.count,
        !match.3.isEmpty || match.2.count == 1
      else { return nil }
      (low, high, digits) = (String(match.1), String(match.4), match.3.count)
    }
  }

  /// Whether it is one of several that do not overlap, or has two digits on each side: one alone
  /// may be a code, and so may those that overlap.
  private func isOfSeries(_ band: LetterBand) -> Bool {
    let bands = columnCells.compactMap(LetterBand.init).sorted { $0.low < $1.low }
    let areApart = zip(bands, bands.dropFirst()).allSatisfy { $0.high < $1.low }
    return areApart && (bands.count > 1 || band.digits > 1)
  }

  /// What is written for all codes with a beginning, which a word of letters already is.
  private func helpForStart(_ start: String) -> [String] {
    guard let match = start.wholeMatch(of: kept(/(.*\D)?(\d+)/)) else {
      return ["write `\(start)`"]
    }
    let (letters, digits) = (match.1.map(String.init) ?? "", String(match.2))
    if letters.isEmpty {
      let length = max(lengthOfCodes, digits.count + 1)
      return [
        "for codes of \(length) digits, write `\(codes(from: digits, to: digits, of: length))`"
      ]
    }
    let more = "\(letters)\(codes(from: digits, to: digits, of: digits.count + 1, letters))"
    return [
      "for the number \(digits) alone, write `\(start)`",
      "with one more digit too, write `\(start), \(more.dropFirst(letters.count))`",
    ]
  }

  /// `[02100..02199]`: all numbers of so many digits that begin like that.
  private func codes(
    from first: String, to last: String, of length: Int, _ letters: String = ""
  ) -> String {
    let low = first + String(repeating: "0", count: length - first.count)
    let high = last + String(repeating: "9", count: length - last.count)
    return "[\(letters)\(low)..\(letters)\(high)]"
  }

  // MARK: - Beginnings of codes

  /// How many digits the codes of the column have: five, where no cell has one of them whole.
  private var lengthOfCodes: Int {
    let longest = columnCells.map { $0.prefix { $0.isNumber }.count }.max() ?? 0
    return longest > 3 ? longest : 5
  }

  /// Whether what is looked up is an input that is named for codes of four digits or more.
  private var isNamedForCodes: Bool {
    guard case .apply(_, let parts) = checker.rules.told(by: key).operation, parts.count == 1,
      case .reference(.field(let list, let field)) = checker.rules.told(by: parts[0]).operation,
      !["ISK", "TWD"].contains(checker.rules.currency)
    else { return false }
    let name = checker.rules.schema.lists[list].fields[field].name.lowercased()
    return NamesOfCodes.isIn(name)
      && Set(["prefix", "area", "start", "region", "zone"])
        .isDisjoint(with: name.split(separator: "_"))
  }

  /// Warns of the first cell of a column that says how codes begin, `021` or `[010..027]`, where
  /// all of their digits are one number. In quotation marks it is meant as it is.
  func checkAsStart(in rows: [TableRow], _ column: Int) {
    guard isNatural, isNamedForCodes else { return }
    func isStart(_ word: Spanned<String>) -> Bool {
      1...3 ~= word.value.utf8.count && word.value.utf8.allSatisfy(\.isDigit)
    }
    for row in rows {
      guard case .tests(let tests) = row.keys[column].content else { continue }
      for test in tests {
        switch test {
        case .value(let word) where isStart(word):
          report(
            .startAsNumber(
              word, of: header, write: codes(from: word.value, to: word.value, of: lengthOfCodes),
              digits: lengthOfCodes, quoted: "\"\(word.value)\""))
          return
        case .range(let range):
          guard let low = range.lower, let high = range.upper, isStart(low), isStart(high),
            low.value.count == high.value.count
          else { continue }
          report(
            .startAsNumber(
              low, of: header, write: codes(from: low.value, to: high.value, of: lengthOfCodes),
              digits: lengthOfCodes, quoted: "[\"\(low.value)\"..\"\(high.value)\"]"))
          return
        case .value, .none: continue
        }
      }
    }
  }
}
