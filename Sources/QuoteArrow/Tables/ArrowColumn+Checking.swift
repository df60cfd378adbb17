import CArrow
import QuoteLanguage
import QuoteSyntax

/// What a schema and an array of somebody else must be before anything of them is read.
///
/// Nobody says how long a buffer is: that it has as many cells as its array says is all that
/// has to be believed.
extension ArrowColumn {
  // MARK: Schemas

  @unsafe static func children(
    of schema: UnsafePointer<ArrowSchema>, path: String, type: ArrowType, digits: Int,
    depth: Int
  ) throws(Trouble) -> [ArrowColumn] {
    let count = unsafe Int(schema.pointee.n_children)
    guard type.childCount.map({ $0 == count }) ?? (0...CARROW_CHILDREN ~= count)
    else { throw .brokenArrow("`\(path)` has \(count) children, which its type has not") }
    var children: [ArrowColumn] = []
    for index in 0..<count {
      guard let child = unsafe schema.pointee.children?[index] else {
        throw .brokenArrow("the schema of `\(path)` lacks a child")
      }
      let place = unsafe Self.path(of: child, in: path, type)
      children.append(unsafe try ArrowColumn(child, digits: digits, path: place, depth: depth + 1))
    }
    return children
  }

  @unsafe static func dictionary(
    of schema: UnsafePointer<ArrowSchema>, path: String, type: ArrowType, digits: Int,
    depth: Int
  ) throws(Trouble) -> ArrowColumn? {
    guard let words = unsafe schema.pointee.dictionary else { return nil }
    guard case .whole = type else {
      throw .brokenArrow("the places in the dictionary of `\(path)` are not whole numbers")
    }
    guard unsafe words.pointee.dictionary == nil else {
      throw .brokenArrow("the words of `\(path)` are themselves in a dictionary")
    }
    return unsafe try ArrowColumn(words, digits: digits, path: path, depth: depth + 1)
  }

  /// Elements of a list have the path of the list.
  @unsafe private static func path(
    of child: UnsafePointer<ArrowSchema>, in path: String, _ type: ArrowType
  ) -> String {
    guard case .structure = type, let text = unsafe child.pointee.name else { return path }
    let name = unsafe String(cString: text)
    return path.isEmpty ? name : "\(path).\(name)"
  }

  // MARK: Arrays

  /// More rows than any memory holds: numbers below it can be added, and times a size of cells.
  private static let mostRows: Int64 = 1 << 48

  @unsafe func check(
    _ array: UnsafePointer<ArrowArray>, skipping skipped: Int, rows: Int
  ) throws(Trouble) {
    let held = unsafe array.pointee
    let rowsAreThere = unsafe 0..<Self.mostRows ~= held.offset && 0..<Self.mostRows ~= held.length
      && skipped >= 0 && rows >= 0 && skipped <= Int(held.length)
      && rows <= Int(held.length) - skipped
    guard rowsAreThere else {
      throw unsafe .brokenArrow(
        "the array of `\(name)` has \(held.length) rows from \(held.offset) on, and is asked for "
          + "\(rows) from the \(skipped)th on")
    }
    guard unsafe held.n_children == Int64(children.count),
      unsafe (held.dictionary != nil) == (dictionary != nil)
    else { throw .brokenArrow("the array of `\(name)` has not the form that its schema says") }
    let needed = dictionary == nil ? type.bufferCount : 2
    guard unsafe held.n_buffers >= Int64(needed), unsafe held.n_buffers < 1 << 31,
      unsafe held.n_buffers == 0 || held.buffers != nil
    else { throw .brokenArrow("the array of `\(name)` lacks a buffer") }
  }
}
