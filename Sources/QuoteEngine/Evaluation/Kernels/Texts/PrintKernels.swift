/// Values as texts, as the profile prints them or by a pattern (decision 0001).
enum PrintKernels {
  /// Each cell as a text in the arena. `style.scale` is what one of an integer cell is
  /// worth in the unit shown; `minutes` stands in for the zone's offset. Not for lists.
  @unsafe static func run(
    _ column: KernelColumn, _ style: TextStyle, minutes: UnsafePointer<Int64>?,
    zone: TimeZoneRules, into target: UnsafeMutablePointer<TextSlice>, count: Int,
    scratch: KernelScratch
  ) {
    fatalError("to come")
  }
}
