import QuoteLanguage
import CSimdJSON
import QuoteSyntax

/// Checks and reads JSON records: one at a time, or one after the other to be kept.
@safe package final class JSONRecordReader {
  /// Deeper nesting than this is a fault.
  package static let deepest: UInt32 = 256

  private let handle: OpaquePointer

  /// `takesWords`: NaN, Infinity and -Infinity are numbers, outside every range.
  package init(takesWords: Bool = false) {
    guard let made = unsafe json_reader_new(Self.deepest, takesWords ? 1 : 0) else {
      preconditionFailure("out of memory")
    }
    unsafe handle = made
  }

  deinit { unsafe json_reader_free(handle) }

  /// The record's value, good until the next call. The text stands in a chunk: the 64 bytes
  /// after it may be read.
  package func read(_ text: TextSlice) -> Result<JSONNode, CellFault> {
    clear()
    return add(text).map { self[$0] }
  }

  /// Drops all records that were added.
  package func clear() { unsafe json_reader_clear(handle) }

  /// Reads one more record, and says where it is kept until all are dropped.
  package func add(_ text: TextSlice) -> Result<Int, CellFault> {
    var record = 0
    let outcome = unsafe json_reader_read(handle, text.base, text.count, &record)
    return Self.fault(outcome).map { .failure($0) } ?? .success(record)
  }

  /// A record that was added. The node is good until the next record is.
  package subscript(record: Int) -> JSONNode {
    unsafe JSONNode(json_reader_nodes(handle, record), 0)
  }

  private static func fault(_ outcome: json_outcome) -> CellFault? {
    if outcome == JSON_FINE { return nil }
    if outcome == JSON_TOO_DEEP { return .tooDeep }
    if outcome == JSON_NOT_UTF8 { return .invalidText }
    if outcome == JSON_BAD_NUMBER { return .badNumberToken }
    return .unreadableJSON
  }

  package static func isNumber(_ text: TextSlice) -> Bool {
    unsafe json_is_number(text.base, text.count) != 0
  }

  package static func isUTF8(_ text: TextSlice) -> Bool {
    unsafe json_is_utf8(text.base, text.count) != 0
  }
}
