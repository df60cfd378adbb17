internal import Glibc

/// What parsers must tell each other in the order of chunks: how many records
/// and lines came before, the last key, and which keys there were.
///
/// A parser that has parsed its chunk waits here for those before it. They are
/// in the hands of running parsers that never wait for a later one, so the wait
/// ends.
@safe final class InputOrder: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// Held while input is read: nobody's turn waits for that.
  private let reading = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var next = 0
  private var isGivenUp = false

  // Guarded by the turn, not the mutex: only the chunk whose turn it is touches these.
  var records: Int64 = 0
  var lines: Int64 = 0
  var lastKey: [UInt8] = []
  var keys: BookingKeys?

  init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_mutex_init(reading, nil)
    unsafe pthread_cond_init(arrived, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_mutex_destroy(reading)
    unsafe pthread_cond_destroy(arrived)
    unsafe mutex.deallocate()
    unsafe reading.deallocate()
    unsafe arrived.deallocate()
  }

  /// Runs the body when every chunk before this one had its turn; false where a
  /// chunk before failed.
  func inTurn(_ ordinal: Int, _ body: () throws(Trouble) -> Void) throws(Trouble) -> Bool {
    unsafe pthread_mutex_lock(mutex)
    while next != ordinal && !isGivenUp { unsafe pthread_cond_wait(arrived, mutex) }
    let mayGo = !isGivenUp
    unsafe pthread_mutex_unlock(mutex)
    guard mayGo else { return false }
    do throws(Trouble) {
      try body()
    } catch {
      giveUp()
      throw error
    }
    unsafe pthread_mutex_lock(mutex)
    next = ordinal + 1
    unsafe pthread_cond_broadcast(arrived)
    unsafe pthread_mutex_unlock(mutex)
    return true
  }

  /// Lets everybody who waits go: the chunk before them will not come.
  func giveUp() {
    unsafe pthread_mutex_lock(mutex)
    isGivenUp = true
    unsafe pthread_cond_broadcast(arrived)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// Runs the body alone.
  func alone<Result>(_ body: () throws(Trouble) -> Result) throws(Trouble) -> Result {
    unsafe pthread_mutex_lock(reading)
    defer { unsafe pthread_mutex_unlock(reading) }
    return try body()
  }
}
