/// Which one of its kind: the list, the table of the rules or of the plan, by its position in the
/// array that holds all of them. Numbers of different kinds cannot take each other's place: an
/// `ID<ModelTable>` is no index of lists. At run time it is its number, and nothing more: all of
/// it is always inlined, for a generic function of another module is called through tables. Other
/// modules inline members only of a type that is itself `@usableFromInline`.
@usableFromInline
package struct ID<Kind>: Hashable, Strideable, BitwiseCopyable, Sendable,
  CustomStringConvertible
{
  @usableFromInline package let position: Int

  @inlinable @inline(__always) package init(_ position: Int) { self.position = position }

  @inlinable @inline(__always)
  package static func == (a: ID, b: ID) -> Bool { a.position == b.position }
  @inlinable @inline(__always)
  package static func < (a: ID, b: ID) -> Bool { a.position < b.position }
  @inlinable @inline(__always)
  package func hash(into hasher: inout Hasher) { hasher.combine(position) }

  @inlinable @inline(__always)
  package func distance(to other: ID) -> Int { other.position - position }
  @inlinable @inline(__always) package func advanced(by count: Int) -> ID { ID(position + count) }

  @usableFromInline package var description: String { "\(position)" }
}

/// An array whose indices are the ids of a kind: what there is for each list, for each table.
/// Arrays beside each other, of the rules, of the plan, of a batch, have the same ids.
@usableFromInline
package struct ArrayByID<Kind, Element>: RandomAccessCollection, MutableCollection,
  ExpressibleByArrayLiteral
{
  /// The elements as a plain array.
  @usableFromInline package var elements: [Element]

  @inlinable @inline(__always) package init(_ elements: [Element]) { self.elements = elements }
  @inlinable @inline(__always)
  package init(arrayLiteral elements: Element...) { self.elements = elements }

  @inlinable @inline(__always) package var startIndex: ID<Kind> { ID(0) }
  @inlinable @inline(__always) package var endIndex: ID<Kind> { ID(elements.count) }
  @inlinable @inline(__always) package var indices: Range<ID<Kind>> { startIndex..<endIndex }

  @inlinable @inline(__always) package subscript(id: ID<Kind>) -> Element {
    get { elements[id.position] }
    _modify { yield &elements[id.position] }
  }

  @inlinable @inline(__always)
  package func makeIterator() -> IndexingIterator<[Element]> { elements.makeIterator() }

  /// Each id with its element.
  @inlinable @inline(__always) package var withIDs: Zip2Sequence<Range<ID<Kind>>, [Element]> {
    zip(indices, elements)
  }

  /// What is made of each element, under its id.
  @inlinable package func mapped<Other>(_ transform: (Element) throws -> Other) rethrows
    -> ArrayByID<Kind, Other>
  {
    ArrayByID<Kind, Other>(try elements.map(transform))
  }

  /// Gives the id of the new element.
  @inlinable @discardableResult package mutating func append(_ element: Element) -> ID<Kind> {
    defer { elements.append(element) }
    return endIndex
  }
}

extension ArrayByID: Sendable where Element: Sendable {}
