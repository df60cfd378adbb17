/// What is said of how the bookings were asked.
extension LiveRun {
  /// What a report says of how the bookings were asked.
  var notes: [String] {
    var notes: [String] = []
    if recalled > 0, let file {
      notes.append(
        recalled == 1
          ? "1 reply is from `\(file.name)`: an earlier run asked for it"
          : "\(recalled) replies are from `\(file.name)`: an earlier run asked for them")
    }
    if lateCount > 0 {
      notes.append(
        lateCount == 1
          ? "1 booking got its reply only after it was asked again"
          : "\(lateCount) bookings got their replies only after they were asked again")
    }
    return notes
  }

  /// Why the comparison fails that says nothing of the backend: all that it has is from earlier
  /// runs.
  var failures: [String] {
    guard recalled > 0, sent == 0, let file else { return [] }
    return [
      "nothing was asked of `\(options.address)`: every reply is from `\(file.name)`, which can be "
        + "compared without `--live`"
    ]
  }
}
