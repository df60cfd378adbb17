public import CVector

/// Which kinds of bytes a text has.
///
/// Much is asked of a value that cannot be read: why not, whether more can be told of it, whether
/// it can be written as it is. All of it is answered by one look at each byte (`cvector_kinds.h`,
/// which has the same bits).
@usableFromInline package struct ByteKinds: OptionSet, BitwiseCopyable, Sendable {
  @usableFromInline package var rawValue: UInt16

  @inlinable package static var digit: ByteKinds { ByteKinds(rawValue: 1) }
  /// A point or a minus, which numbers have.
  @inlinable package static var sign: ByteKinds { ByteKinds(rawValue: 2) }
  @inlinable package static var comma: ByteKinds { ByteKinds(rawValue: 4) }
  @inlinable package static var space: ByteKinds { ByteKinds(rawValue: 8) }
  /// Capital letters and marks that stand beside amounts: `USD`, `$`, `'`, `%`.
  static var amountMark: ByteKinds { ByteKinds(rawValue: 16) }
  @inlinable package static var quote: ByteKinds { ByteKinds(rawValue: 32) }
  @inlinable static var backslash: ByteKinds { ByteKinds(rawValue: 64) }
  /// Any other visible character of ASCII.
  @inlinable package static var other: ByteKinds { ByteKinds(rawValue: 128) }
  /// Controls, and characters that are none of ASCII.
  @inlinable package static var unseen: ByteKinds { ByteKinds(rawValue: 256) }

  /// What a text has of which nothing is known.
  @inlinable package static var all: ByteKinds { ByteKinds(rawValue: 511) }

  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  @inlinable @inline(__always)
  package init(of text: TextSlice) {
    rawValue = unsafe UInt16(truncatingIfNeeded: cvector_kinds_of(text.base, text.count))
  }

  /// Whether a text is of ASCII's visible characters and spaces alone.
  @inlinable package var arePlain: Bool { !contains(.unseen) }
}

/// What is seen at a glance of a text that may be a number (`cvector_kinds.h` has the same bits).
struct NumberLook: OptionSet, BitwiseCopyable {
  var rawValue: UInt32

  static let digit = NumberLook(rawValue: 1)
  static let comma = NumberLook(rawValue: 2)
  /// Something that is no digit, point, minus or comma.
  static let noFigure = NumberLook(rawValue: 4)
  /// Something that plain numbers do not have.
  static let noNumber = NumberLook(rawValue: 8)

  init(rawValue: UInt32) { self.rawValue = rawValue }

  @inline(__always)
  init(of text: TextSlice) { rawValue = unsafe cvector_look_at_number(text.base, text.count) }
}

extension TextSlice {
  @inline(__always)
  func hasEither(_ one: UInt8, _ other: UInt8) -> Bool {
    unsafe cvector_has_either(base, count, one, other) != 0
  }
}
