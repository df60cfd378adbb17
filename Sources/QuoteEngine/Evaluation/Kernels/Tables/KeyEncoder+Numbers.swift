import QuoteLanguage

extension KeyEncoder {
  // MARK: - Whole numbers

  /// A range as the integers in it, in the key's own quanta, cut to what the
  /// cells can hold; nil if there is none.
  static func integers(
    in range: KeyRange, quantum: Ratio, limits: ClosedRange<Int128>
  ) -> ClosedRange<Int128>? {
    var lower = limits.lowerBound
    var upper = limits.upperBound
    if range.interval.lower.isFinite {
      let bound = quantum == .one ? range.interval.lower : range.interval.lower / quantum
      if let least = bound.ceiling {
        lower = max(lower, bound.isWhole && !range.lowerIsIncluded ? least + 1 : least)
      } else if !bound.isNegative {
        return nil
      }
    } else if !range.interval.lower.isNegative {
      return nil
    }
    if range.interval.upper.isFinite {
      let bound = quantum == .one ? range.interval.upper : range.interval.upper / quantum
      if let most = bound.floor {
        upper = min(upper, bound.isWhole && !range.upperIsIncluded ? most - 1 : most)
      } else if bound.isNegative {
        return nil
      }
    } else if range.interval.upper.isNegative {
      return nil
    }
    return lower <= upper ? lower...upper : nil
  }

  static func integers(_ key: PlanKey, _ cells: [KeySet]) -> (KeyEncoder, RowCodes) {
    let isWide = key.storage == .wide
    let limits: ClosedRange<Int128> =
      isWide ? Int128.min / 4...Int128.max / 4 : Int128(Int64.min)...Int128(Int64.max)
    let ranges = cells.map { cell -> [ClosedRange<Int128>] in
      switch cell.body {
      case .ranges(let ranges):
        return ranges.compactMap { integers(in: $0, quantum: key.quantum, limits: limits) }
      case .indices(let indices):
        return indices.sorted().map { Int128($0)...Int128($0) }
      case .everything, .words, .textRanges, .areas: return []
      }
    }
    if !isWide, let single = singles(cells, ranges) { return single }
    var bounds: [Int128] = []
    for range in ranges.joined() {
      if range.lowerBound > limits.lowerBound { bounds.append(range.lowerBound) }
      if range.upperBound < limits.upperBound { bounds.append(range.upperBound + 1) }
    }
    if isWide {
      let wide = WideBounds(bounds: unique(bounds))
      return finishNumbers(
        .wide(wide), .wide, named: wide.bounds.count + 1, cells: cells, ranges: ranges
      ) { range in
        wide.code(range.lowerBound)...wide.code(range.upperBound)
      }
    }
    let narrow = unique(bounds.map { Int64($0) })
    return finishNumbers(
      .integers(IntegerBounds(narrow)), .integer, named: narrow.count + 1, cells: cells,
      ranges: ranges
    ) { range in
      narrow.countReached(
        by: Int64(range.lowerBound))...narrow.countReached(by: Int64(range.upperBound))
    }
  }

  /// Many single numbers far apart are hashed instead of searched.
  private static func singles(
    _ cells: [KeySet], _ ranges: [[ClosedRange<Int128>]]
  ) -> (KeyEncoder, RowCodes)? {
    guard ranges.count > 32, ranges.allSatisfy({ $0.allSatisfy { $0.lowerBound == $0.upperBound } })
    else { return nil }
    let numbers = unique(ranges.joined().map(\.lowerBound))
    guard numbers.count > 32, let first = numbers.first, let last = numbers.last,
      last - first > Int128(max(1 << 16, numbers.count * 16))
    else { return nil }
    var codeOf: [Int128: Int32] = [:]
    codeOf.reserveCapacity(numbers.count)
    for (code, number) in numbers.enumerated() { codeOf[number] = Int32(code) }
    let body = Body.singles(IntegerIndex(numbers.map { Int64($0) }))
    return finishNumbers(body, .integer, named: numbers.count, cells: cells, ranges: ranges) {
      range in
      let code = codeOf[range.lowerBound]!
      return code...code
    }
  }

  private static func unique<Number: Comparable>(_ numbers: [Number]) -> [Number] {
    var unique: [Number] = []
    unique.reserveCapacity(numbers.count)
    for number in numbers.sorted() where unique.last != number { unique.append(number) }
    return unique
  }

  private static func finishNumbers<Number>(
    _ body: Body, _ storage: PlanStorage, named: Int, cells: [KeySet],
    ranges: [[ClosedRange<Number>]], codes: (ClosedRange<Number>) -> ClosedRange<Int32>
  ) -> (KeyEncoder, RowCodes) {
    let encoder = KeyEncoder(body: body, storage: storage, cardinality: Int32(named) + 2)
    let sets = zip(cells, ranges).map { cell, ranges -> CodeSet in
      if case .everything = cell.body {
        return cell.matchesNotGiven
          ? .all : CodeSet([0...encoder.unknown], of: encoder.cardinality)
      }
      if ranges.count == 1, !cell.matchesNotGiven {
        let run = codes(ranges[0])
        return run.count == 1 ? .one(run.lowerBound) : .ranges([run])
      }
      var runs = ranges.map(codes)
      runs.sort { $0.lowerBound < $1.lowerBound }
      var joined: [ClosedRange<Int32>] = []
      for run in runs {
        if let last = joined.last, run.lowerBound <= last.upperBound + 1 {
          joined[joined.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
        } else {
          joined.append(run)
        }
      }
      if cell.matchesNotGiven { joined.append(encoder.notGiven...encoder.notGiven) }
      return CodeSet(joined, of: encoder.cardinality)
    }
    return (encoder, RowCodes(cardinality: encoder.cardinality, sets: sets))
  }

  // MARK: - Doubles

  /// A range as doubles `lower ≤ x < upper`, nil if there is no bound. A
  /// bound is the double nearest to it in the key's own unit; one that is itself
  /// outside (inside) moves up to the next double.
  private static func doubles(
    _ range: KeyRange, unit: Ratio
  ) -> (lower: Double?, upper: Double?) {
    var (lower, upper): (Double?, Double?)
    if range.interval.lower.isFinite {
      let bound = (range.interval.lower / unit).nearestDouble
      lower = range.lowerIsIncluded ? bound : bound.nextUp
    }
    if range.interval.upper.isFinite {
      let bound = (range.interval.upper / unit).nearestDouble
      upper = range.upperIsIncluded ? bound.nextUp : bound
    }
    return (lower, upper)
  }

  static func doubles(_ key: PlanKey, _ cells: [KeySet]) -> (KeyEncoder, RowCodes) {
    let ranges = cells.map { cell -> [(lower: Double?, upper: Double?)] in
      guard case .ranges(let ranges) = cell.body else { return [] }
      return ranges.map { doubles($0, unit: key.quantum) }
    }
    let bounds = unique(ranges.joined().flatMap { [$0.lower, $0.upper].compactMap { $0 } })
    let runs = ranges.map { ranges in
      ranges.compactMap { range -> ClosedRange<Int32>? in
        let first = range.lower.map { bounds.countReached(by: $0) } ?? 0
        let last = range.upper.map { bounds.countReached(by: $0) - 1 } ?? Int32(bounds.count)
        return first <= last ? first...last : nil
      }
    }
    return finishNumbers(
      .doubles(DoubleBounds(bounds)), .double, named: bounds.count + 1, cells: cells, ranges: runs
    ) { $0 }
  }

  // MARK: - Points

  static func points(_ cells: [KeySet], areas: [AreaGeometry]) -> (KeyEncoder, RowCodes) {
    let used = unique(
      cells.flatMap { cell -> [Int] in
        if case .areas(let named, _) = cell.body { return Array(named) }
        return []
      })
    let codes = AreaCodes(used.map { areas[$0] })
    var position: [Int: Int] = [:]
    for (index, area) in used.enumerated() { position[area] = index }
    let ranges = cells.map { cell -> [ClosedRange<Int32>] in
      guard case .areas(let named, let negated) = cell.body else { return [] }
      let wanted = Set(named.map { position[$0]! })
      return codes.codes { inside in !inside.isDisjoint(with: wanted) != negated }
        .map { $0...$0 }
    }
    return finishNumbers(.areas(codes), .point, named: codes.count, cells: cells, ranges: ranges) {
      $0
    }
  }
}
