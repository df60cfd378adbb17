import QuoteBookings
import QuoteLanguage
import QuoteSyntax
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Texts inside of texts. Every read stays inside the slice.
extension TextSlice {
  func begins(with other: TextSlice) -> Bool {
    unsafe other.count <= count && memcmp(base, other.base, other.count) == 0
  }

  func ends(with other: TextSlice) -> Bool {
    let start = count - other.count
    return unsafe start >= 0 && memcmp(base + start, other.base, other.count) == 0
  }

  /// Where another text stands first, from a byte on.
  func place(of other: TextSlice, from start: Int = 0) -> Int? {
    if other.count == 0 { return start }
    var at = start
    while at + other.count <= count {
      let room = count - other.count - at + 1
      guard let found = unsafe memchr(base + at, Int32(other.base[0]), room) else { return nil }
      at = unsafe UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
      if unsafe memcmp(base + at, other.base, other.count) == 0 { return at }
      at += 1
    }
    return nil
  }

  /// The n-th of the texts between separators, from 1, or from -1 at the end.
  func part(_ number: Int, between separator: TextSlice) -> TextSlice? {
    var wanted = number - 1
    if number < 0 {
      var separators = 0
      var at = 0
      while let place = place(of: separator, from: at) {
        separators += 1
        at = place + separator.count
      }
      wanted = separators + 1 + number
    }
    guard wanted >= 0 else { return nil }
    var start = 0
    for _ in 0..<wanted {
      guard let place = place(of: separator, from: start) else { return nil }
      start = place + separator.count
    }
    let end = place(of: separator, from: start) ?? count
    return unsafe TextSlice(base: base + start, count: end - start)
  }

  /// So many Unicode scalars of its beginning; below zero, all but the last so many.
  func first(_ scalars: Int) -> TextSlice {
    prefix(scalars: scalars >= 0 ? scalars : max(0, scalarCount + max(scalars, -count)))
  }

  /// So many of its end; below zero, all but the first so many.
  func last(_ scalars: Int) -> TextSlice {
    let all = scalarCount
    let dropped = prefix(scalars: scalars >= 0 ? all - min(scalars, all) : -max(scalars, -all))
    return unsafe TextSlice(base: base + dropped.count, count: count - dropped.count)
  }
}
