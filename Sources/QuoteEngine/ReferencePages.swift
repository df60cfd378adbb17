internal import Glibc

/// Pages of a reference, made by several threads ahead of when they are needed,
/// taken in their order.
@safe final class ReferencePages: @unchecked Sendable {
  /// So many pages are ready before they are needed, or being made.
  private static let ahead = 4

  let rows: ReferenceRows
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  // Guarded by the mutex.
  private var ready: [Int: ReferencePage] = [:]
  private var making = 0
  private var nextNumber = 0
  private var isAtEnd = false
  private var trouble: Trouble?

  init(_ rows: ReferenceRows) {
    self.rows = rows
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(arrived, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe pthread_cond_destroy(arrived)
    unsafe mutex.deallocate()
    unsafe arrived.deallocate()
  }

  /// Makes pages as long as few are ready: out of turn.
  func help(_ reader: ReferencePageReader) {
    while claim() { make(reader) }
  }

  private func claim() -> Bool {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    let isWanted = !isAtEnd && trouble == nil && ready.count + making < Self.ahead
    if isWanted { making += 1 }
    return isWanted
  }

  private func make(_ reader: ReferencePageReader) {
    var made: ReferencePage?
    var failed: Trouble?
    do throws(Trouble) { made = try reader.next() } catch { failed = error }
    unsafe pthread_mutex_lock(mutex)
    making -= 1
    if let made { ready[made.number] = made } else { isAtEnd = true }
    if let failed { trouble = trouble ?? failed }
    unsafe pthread_cond_broadcast(arrived)
    unsafe pthread_mutex_unlock(mutex)
  }

  /// The next page; nil at the end. In turn; throws where the file cannot be
  /// read.
  func next(_ reader: ReferencePageReader) throws(Trouble) -> ReferencePage? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    while true {
      if let page = ready.removeValue(forKey: nextNumber) {
        nextNumber += 1
        return page
      }
      if let trouble { throw trouble }
      if making > 0 {
        unsafe pthread_cond_wait(arrived, mutex)
      } else if isAtEnd {
        return nil
      } else {
        making += 1
        unsafe pthread_mutex_unlock(mutex)
        make(reader)
        unsafe pthread_mutex_lock(mutex)
      }
    }
  }
}
