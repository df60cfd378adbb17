/// Values of objects by their identity: looked up for every part of a formula that is explained,
/// so places are found by the identity's own bits.
@usableFromInline package struct ByIdentity<Value> {
  /// Their number is a power of two, and at most half of them are taken.
  @usableFromInline var keys: [UInt] = []
  @usableFromInline var values: [Value?] = []
  @usableFromInline var count = 0

  @inlinable package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  @inlinable package subscript(identity: ObjectIdentifier) -> Value? {
    get {
      guard count > 0 else { return nil }
      return values[place(of: UInt(bitPattern: identity))]
    }
    set {
      if 2 * (count + 1) > keys.count { grow() }
      let key = UInt(bitPattern: identity)
      let place = place(of: key)
      if keys[place] == 0 { count += 1 }
      keys[place] = key
      values[place] = newValue
    }
  }

  /// Where a key is, or would be.
  @inlinable func place(of key: UInt) -> Int {
    let mask = keys.count - 1
    var place = Int(truncatingIfNeeded: (key >> 4) ^ (key >> 13)) & mask
    while keys[place] != key, keys[place] != 0 { place = (place + 1) & mask }
    return place
  }

  @inlinable mutating func grow() {
    let (oldKeys, oldValues) = (keys, values)
    keys = Array(repeating: 0, count: max(64, 2 * oldKeys.count))
    values = Array(repeating: nil, count: keys.count)
    for (key, value) in zip(oldKeys, oldValues) where key != 0 {
      let place = place(of: key)
      keys[place] = key
      values[place] = value
    }
  }
}

extension ByIdentity: Sendable where Value: Sendable {}
