/// How long to wait before a request is tried again: twice as long each time,
/// less a part that differs from booking to booking, so that many that failed
/// together do not come back together. Computed, not drawn: two runs wait alike.
struct RetrySchedule: Sendable {
  /// Tries after the first.
  var retries = 3
  var firstMicroseconds: Int64 = 500_000
  var longestMicroseconds: Int64 = 30_000_000
  /// A backend that asks for more patience than this gets none.
  var longestAskedSeconds: Int64 = 300

  /// How long to wait before a retry of a booking, both given by their numbers from 1: between
  /// half of the full time and all of it.
  func microseconds(beforeRetry retry: Int, of booking: Int) -> Int64 {
    let full = min(longestMicroseconds, firstMicroseconds << Int64(min(retry - 1, 20)))
    var mixed = UInt64(truncatingIfNeeded: booking) &* 4 &+ UInt64(retry)
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    mixed ^= mixed >> 31
    return full / 2 + Int64(mixed % UInt64(full / 2 + 1))
  }
}
