/// The standard library's conversion is generic, and costs hundreds of instructions a number.
extension Double {
  /// The double nearest to a number of 128 bits, halves to even; most have no more than 64.
  @inline(__always)
  init(nearest value: Int128) {
    let low = Int64(truncatingIfNeeded: value)
    self = Int128(low) == value ? Double(low) : Double(nearestWide: value)
  }

  /// From the 64 highest bits, the last of which says whether there are any below it: rounded to 53
  /// bits once, this is the same as from all of them.
  @inline(never)
  private init(nearestWide value: Int128) {
    let magnitude = value.magnitude
    let shift = 64 - magnitude.leadingZeroBitCount
    guard shift > 0 else {
      let narrow = Double(UInt64(truncatingIfNeeded: magnitude))
      self = value < 0 ? -narrow : narrow
      return
    }
    let high = UInt64(truncatingIfNeeded: magnitude &>> UInt128(shift))
    let rest = magnitude & ((1 &<< UInt128(shift)) &- 1)
    let rounded = Double(high | (rest == 0 ? 0 : 1))
    let scaled = rounded * Double(sign: .plus, exponent: shift, significand: 1)
    self = value < 0 ? -scaled : scaled
  }
}
