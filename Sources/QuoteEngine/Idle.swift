import Synchronization

/// A place for one object that nobody uses at the moment. Without a lock, so that a process may
/// fork whatever its threads do.
@safe package final class Idle<Kept: AnyObject>: Sendable {
  private let place = Atomic<UInt>(0)

  deinit { _ = take() }

  package init() {}

  /// What is kept, if there is something: it is the caller's then.
  package func take() -> Kept? {
    let bits = place.exchange(0, ordering: .acquiring)
    guard let pointer = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
    return unsafe Unmanaged<Kept>.fromOpaque(pointer).takeRetainedValue()
  }

  package func put(_ object: Kept) {
    let pointer = unsafe Unmanaged.passRetained(object).toOpaque()
    let bits = place.exchange(UInt(bitPattern: pointer), ordering: .acquiringAndReleasing)
    if let other = unsafe UnsafeRawPointer(bitPattern: bits) {
      unsafe Unmanaged<Kept>.fromOpaque(other).release()
    }
  }
}
