/// Which bookings are to be explained.
public struct ExplanationSearch: Sendable {
  /// Explanations in the order of the input; keys that no booking has.
  public struct Result: Sendable {
    public var explanations: [Explanation] = []
    public var missing: [String] = []
    /// For each missing key the nearest that were seen.
    public var near: [String: [String]] = [:]
  }

  public var keys: [String]
  /// So many from the start; one where neither this nor keys are given.
  public var first: Int?

  public init(keys: [String], first: Int?) {
    self.keys = keys
    self.first = first
  }
}

extension Pricer {
  /// Explains bookings of a reader; the pricer must have been made to record.
  /// Only the blocks that hold one are priced, the rest is only read.
  public func explanations(
    of reader: BookingReader, _ search: ExplanationSearch, options: ExplanationOptions
  ) throws(Trouble) -> ExplanationSearch.Result {
    let parser = reader.makeParser()
    let batch = BookingBatch(schema: reader.schema)
    let evaluator = makeEvaluator()
    var wanted = Set(search.keys)
    var left = search.first ?? (search.keys.isEmpty ? 1 : 0)
    var result = ExplanationSearch.Result()
    while left > 0 || !wanted.isEmpty, try parser.read(into: batch) {
      for row in 0..<batch.count {
        let key = batch.key(row)
        if left > 0 {
          left -= 1
          wanted.remove(key)
        } else if wanted.remove(key) == nil {
          note(key, for: wanted, in: &result)
          continue
        }
        _ = evaluator.price(batch, rows: row..<row + 1)
        result.explanations.append(
          Explanation(reading: evaluator.recording(row: 0), of: batch, options: options))
        if left == 0, wanted.isEmpty { return finished(result, wanted) }
      }
    }
    return finished(result, wanted)
  }

  /// Keeps the nearest keys seen for each one that is still missing.
  private func note(
    _ key: String, for wanted: Set<String>, in result: inout ExplanationSearch.Result
  ) {
    for missing in wanted where abs(missing.utf8.count - key.utf8.count) <= 2 {
      if (result.near[missing]?.count ?? 0) < 64,
        Suggestion.nearest(to: missing, among: [key]) != nil
      {
        result.near[missing, default: []].append(key)
      }
    }
  }

  private func finished(
    _ result: ExplanationSearch.Result, _ wanted: Set<String>
  ) -> ExplanationSearch.Result {
    var result = result
    result.missing = wanted.sorted()
    result.near = result.near.filter { wanted.contains($0.key) }
    return result
  }
}
