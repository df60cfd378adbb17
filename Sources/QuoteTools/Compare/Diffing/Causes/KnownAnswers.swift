/// Yes or no of each object that was asked about, found by the object's identity.
struct KnownAnswers {
  /// Identities and answers: as many places as a power of two, at most half of them taken.
  private var keys = [UInt](repeating: 0, count: 256)
  private var answers = [Bool](repeating: false, count: 256)
  private var count = 0

  subscript(object: AnyObject) -> Bool? {
    get {
      let key = UInt(bitPattern: ObjectIdentifier(object))
      let place = place(of: key)
      return keys[place] == key ? answers[place] : nil
    }
    set {
      guard let newValue else { return }
      if 2 * (count + 1) > keys.count { grow() }
      let key = UInt(bitPattern: ObjectIdentifier(object))
      let place = place(of: key)
      if keys[place] == 0 { count += 1 }
      (keys[place], answers[place]) = (key, newValue)
    }
  }

  private func place(of key: UInt) -> Int {
    let mask = keys.count - 1
    var place = Int(truncatingIfNeeded: (key >> 4) ^ (key >> 13)) & mask
    while keys[place] != key, keys[place] != 0 { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let (oldKeys, oldAnswers) = (keys, answers)
    keys = Array(repeating: 0, count: 2 * oldKeys.count)
    answers = Array(repeating: false, count: keys.count)
    for (key, answer) in zip(oldKeys, oldAnswers) where key != 0 {
      let place = place(of: key)
      (keys[place], answers[place]) = (key, answer)
    }
  }
}
