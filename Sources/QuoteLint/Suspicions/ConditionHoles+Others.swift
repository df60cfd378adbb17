import QuoteLanguage
import QuoteSyntax

/// What else the rules say of a value that two conditions leave out.
extension ConditionHoles {
  /// Whether a value has a figure at some time, and nothing else speaks of it: no decline, and no
  /// row of a table that is for it alone.
  func isOpen(_ figure: Ratio, of subject: PriceExpression) -> Bool {
    comes(figure, subject) && !isDeclined(figure, subject) && !hasRow(figure, subject)
  }

  /// False where it is known that a table or a condition gives others: sizes of 250, 330 and 500.
  private func comes(_ figure: Ratio, _ subject: PriceExpression) -> Bool {
    let value = names.resolved(subject)
    guard case .reference(.lineAmount(let id)) = value.operation,
      let line = lines.first(where: { $0.id == id }), let formula = line.formula
    else { return names.mayBe(figure, value) }
    return names.mayBe(figure, formula) || line.when != nil && figure.isZero
  }

  private func isDeclined(_ figure: Ratio, _ subject: PriceExpression) -> Bool {
    let conditions = KeyConditions(
      names: names, keys: [subject], domains: [subject], isBinary: names.isBinary)
    return model.declines.contains {
      conditions.holds($0.when, where: subject, is: figure) ?? false
    }
  }

  private func hasRow(_ figure: Ratio, _ subject: PriceExpression) -> Bool {
    model.tables.contains { table in
      table.keys.indices.contains { column in
        names.areSame(table.keys[column].value, subject)
          && table.rows.contains { row in
            guard case .ranges(let ranges) = row.keys[column].body else { return false }
            return ranges.contains { $0.interval.isPoint && $0.interval.lower == figure }
          }
      }
    }
  }

  /// Whether both are lines that add money, each by such a condition and for the rest by the same
  /// ones: one that is taken off and one that is added may well leave alone what lies between, and
  /// so may two that ask for different things.
  func areAdded(_ one: Bound, _ other: Bound) -> Bool {
    guard let line = addingLine(one), let another = addingLine(other),
      !areForOtherThings(line.name, another.name)
    else { return false }
    let (rest, others) = (self.rest(of: line, one.subject), self.rest(of: another, other.subject))
    return rest.count == others.count
      && rest.allSatisfy { part in
        others.contains { names.areSame(part, $0) || text(part.span) == text($0.span) }
      }
  }

  /// `small_group_fee` and `large_group_deposit`: names of several words with one in common, and
  /// that is neither the first of both nor the last.
  private func areForOtherThings(_ name: String, _ other: String) -> Bool {
    let words = [name, other].map { $0.lowercased().split(separator: "_") }
    return words.allSatisfy { $0.count > 1 } && words[0].first != words[1].first
      && words[0].last != words[1].last
      && !Set(words[0]).isDisjoint(with: words[1])
  }

  private func addingLine(_ bound: Bound) -> ModelLine? {
    let place = bound.root - model.lets.count
    guard lines.indices.contains(place), case .amount(let amount) = lines[place].effect,
      amount.range.lower >= 0, amount.range.upper > 0, !apart.contains(lines[place].id)
    else { return nil }
    return lines[place]
  }

  /// What the condition of a line asks for besides a value.
  private func rest(of line: ModelLine, _ subject: PriceExpression) -> [PriceExpression] {
    func parts(_ condition: PriceExpression) -> [PriceExpression] {
      let condition = names.resolved(condition)
      if case .and(let a, let b) = condition.operation { return parts(a) + parts(b) }
      return isAsked(subject, by: condition) ? [] : [condition]
    }
    return line.when.map(parts) ?? []
  }

  private func isAsked(_ subject: PriceExpression, by condition: PriceExpression) -> Bool {
    condition.isComparison
      && condition.parts.contains { part in
        names.areSame(part, subject) || names.isOneReference(part, subject)
          || isAsked(subject, by: names.resolved(part))
      }
  }
}

extension SameValues {
  /// Whether a value may have a figure, as far as is known of where its numbers come from.
  func mayBe(_ figure: Ratio, _ value: PriceExpression) -> Bool {
    let ranges = self.ranges(of: value)
    return ranges.isEmpty || ranges.contains { $0.holds(figure) }
  }
}
