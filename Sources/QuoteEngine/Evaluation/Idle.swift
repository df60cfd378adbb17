import Synchronization

/// A place for one object that nobody uses at the moment. Without a lock, so that a process may
/// fork whatever its threads do.
@safe package final class Idle<Kept: AnyObject>: Sendable {
  private let place = Atomic<UInt>(0)

  deinit { _ = take() }

  package init() {}

  /// Removes and returns one of the kept objects, if there is one; it then belongs to the caller.
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
