import QuoteLanguage
package import CSimdJSON
import QuoteSyntax

/// One value of a record that was read: a cursor into its list of nodes.
///
/// Sound until the record's reader reads the next one; cursors stay inside the
/// filling of one booking.
@safe package struct JSONNode: BitwiseCopyable {
  @unsafe let nodes: UnsafePointer<json_node>
  let index: Int

  @unsafe package init(_ nodes: UnsafePointer<json_node>, _ index: Int) {
    unsafe self.nodes = nodes
    self.index = index
  }

  private var kind: UInt8 { unsafe nodes[index].kind }
  /// Members of an object, elements of an array.
  package var size: Int { unsafe Int(nodes[index].size) }
  /// Index of the node after this value.
  var next: Int { unsafe Int(nodes[index].next) }
  /// Whether the text lives in the reader and goes with its next record.
  var isBorrowed: Bool { unsafe nodes[index].borrowed != 0 }
  /// A key that came before in its object; of a record, that some key in it did.
  package var isRepeated: Bool { unsafe nodes[index].repeated != 0 }

  /// Whether some key of the record that it is in came before in its object.
  package var hasRepeatedMembers: Bool { unsafe nodes[0].repeated != 0 }

  package var isObject: Bool { kind == UInt8(JSON_OBJECT.rawValue) }
  package var isArray: Bool { kind == UInt8(JSON_ARRAY.rawValue) }
  package var isString: Bool { kind == UInt8(JSON_STRING.rawValue) }
  package var isNumber: Bool { kind == UInt8(JSON_NUMBER.rawValue) }
  package var isTrue: Bool { kind == UInt8(JSON_TRUE.rawValue) }
  package var isFlag: Bool { isTrue || kind == UInt8(JSON_FALSE.rawValue) }
  package var isKey: Bool { kind == UInt8(JSON_KEY.rawValue) }
  package var isNull: Bool { kind == UInt8(JSON_NULL.rawValue) }

  /// A string's content, or the value as written.
  package var text: TextSlice {
    unsafe TextSlice(base: nodes[index].text, count: Int(nodes[index].length))
  }

  /// Nil for a list and an object.
  package var plainText: TextSlice? { isArray || isObject ? nil : text }

  /// Null, "" or [].
  package var isNothing: Bool {
    isNull || (isString && text.count == 0) || (isArray && size == 0)
  }

  /// What Python and JavaScript readers take for false: nothing, false, 0, {}.
  var isFalsy: Bool {
    if isNothing || (isFlag && !isTrue) || (isObject && size == 0) { return true }
    guard isNumber, let parts = DecimalParts(text) else { return false }
    return parts.digits == 0 || BinaryNumber.nearest(parts, text) == 0
  }

  /// Calls with each member's key and value, in order; of a repeated key with both. Nothing but an
  /// object has any.
  @inline(__always) package func eachMember(_ body: (JSONNode, JSONNode) -> Void) {
    var at = index + 1
    for _ in 0..<(isObject ? size : 0) {
      let value = unsafe JSONNode(nodes, at + 1)
      unsafe body(JSONNode(nodes, at), value)
      at = value.next
    }
  }

  /// Calls with each member; of a name that comes more than once with the last alone, and
  /// with the others as `isHidden`.
  @inline(__always) package func eachLastMember(
    _ body: (JSONNode, JSONNode, _ isHidden: Bool) -> Void
  ) {
    guard unsafe nodes[0].repeated != 0 else { return eachMember { body($0, $1, false) } }
    eachMember { key, value in body(key, value, member(key.text)?.index != value.index) }
  }

  /// Calls with each element and its place; nothing but a list has any.
  @inline(__always) package func eachElement(_ body: (Int, JSONNode) -> Void) {
    var at = index + 1
    for position in 0..<(isArray ? size : 0) {
      let value = unsafe JSONNode(nodes, at)
      body(position, value)
      at = value.next
    }
  }

  /// The first element; nothing but a list has one.
  var firstElement: JSONNode? {
    isArray && size > 0 ? unsafe JSONNode(nodes, index + 1) : nil
  }

  /// The elements of an array; nothing else has any.
  package var elements: [JSONNode] {
    guard isArray else { return [] }
    var elements: [JSONNode] = []
    eachElement { _, element in elements.append(element) }
    return elements
  }

  /// The last member of that name, which is the only one unless repeats are allowed.
  package func member(_ name: TextSlice) -> JSONNode? {
    var found: JSONNode?
    eachMember { key, value in if key.text.isEqual(to: name) { found = value } }
    return found
  }
}
