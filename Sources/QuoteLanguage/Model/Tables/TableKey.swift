import QuoteSyntax

/// A key column of a table.
package struct TableKey: Sendable {
  /// The header's formula; in a table whose headers are only ever given by look-ups with
  /// other keys, the key of the first of them.
  package var value: PriceExpression
  /// Stands for every key that the column is looked up by: of their type and range, on their
  /// steps, perhaps not given. What is proved of the rows is proved for these.
  package var domain: PriceExpression
  /// The key as the header writes it.
  package var header: String

  package init(value: PriceExpression, domain: PriceExpression? = nil, header: String) {
    self.value = value
    self.domain = domain ?? value
    self.header = header
  }

}

extension ModelTable {
  /// Whether what is proved of the rows holds for these keys.
  package func covers(_ others: [PriceExpression]) -> Bool {
    zip(keys, others).allSatisfy { $0.domain.covers(keysOf: $1) }
  }
}

extension PriceExpression {
  /// Stands for this key and another one of the same column.
  package func joined(asKeyWith other: PriceExpression) -> PriceExpression {
    PriceExpression(
      operation, type: type.joined(asKeyWith: other.type), units: units, grain: grain,
      isOptional: isOptional || other.isOptional, range: range.joined(to: other.range),
      quantum: quantum.isZero || other.quantum.isZero
        ? 0 : Ratio.commonQuantum(quantum, other.quantum), span: span)
  }

  /// Whether this stands for all that the other does: of its type, within its range and on
  /// its steps, given where it is.
  package func covers(keysOf other: PriceExpression) -> Bool {
    if self === other { return true }
    let isOnSteps = quantum.isZero || !other.quantum.isZero && (other.quantum / quantum).isWhole
    return type.joined(asKeyWith: other.type) == type && (isOptional || !other.isOptional)
      && isOnSteps && range.lower <= other.range.lower && other.range.upper <= range.upper
  }

  var withoutRange: PriceExpression {
    PriceExpression(
      operation, type: type, units: units, grain: grain, isOptional: isOptional, quantum: quantum,
      span: span)
  }
}

extension ValueType {
  /// The type of a column that is looked up by both: words of two choices are texts, counts
  /// are numbers. Types that have nothing in common keep the first.
  fileprivate func joined(asKeyWith other: ValueType) -> ValueType {
    switch (self, other) {
    case (.choice(let words), .choice(let others)): words == others ? self : .text
    case (.choice, .text), (.text, .choice): .text
    case (.quantity(let own), .quantity(var both))
    where own.numerator == both.numerator && own.denominator == both.denominator:
      { both.isWhole = own.isWhole && both.isWhole; return .quantity(both) }()
    default: self
    }
  }
}
