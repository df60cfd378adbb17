internal import CSimdJSON

/// Checks and reads one JSON record at a time.
@safe final class JSONRecordReader {
  /// Deeper nesting than this is a fault.
  static let deepest: UInt32 = 256

  private let handle: OpaquePointer

  init() {
    guard let made = unsafe json_reader_new(Self.deepest) else {
      preconditionFailure("out of memory")
    }
    unsafe handle = made
  }

  deinit { unsafe json_reader_free(handle) }

  /// The record's value, good until the next call. The text stands in a chunk of
  /// this thread's own: the 64 bytes after it are cleared meanwhile, and put back.
  func read(_ text: TextSlice) -> Result<JSONNode, CellFault> {
    var nodes: UnsafePointer<json_node>? = nil
    var count = 0
    let outcome = unsafe json_reader_read(
      handle, UnsafeMutablePointer(mutating: text.base), text.count, &nodes, &count)
    if let fault = Self.fault(outcome) { return .failure(fault) }
    guard let nodes = unsafe nodes, count > 0 else { return .failure(.unreadableJSON) }
    return unsafe .success(JSONNode(nodes, 0))
  }

  private static func fault(_ outcome: json_outcome) -> CellFault? {
    if outcome == JSON_FINE { return nil }
    if outcome == JSON_TOO_DEEP { return .tooDeep }
    if outcome == JSON_NOT_UTF8 { return .invalidText }
    if outcome == JSON_BAD_NUMBER { return .badNumberToken }
    return .unreadableJSON
  }

  static func isNumber(_ text: TextSlice) -> Bool {
    unsafe json_is_number(text.base, text.count) != 0
  }

  static func isUTF8(_ text: TextSlice) -> Bool { unsafe json_is_utf8(text.base, text.count) != 0 }
}
