package import QuoteSyntax

extension BookingSchema {
  /// That of records of which a reader knows no fields: nothing is in the one list that there
  /// always is.
  package static let unknown = BookingSchema(
    lists: [
      ListSchema(name: "", parent: nil, fields: [], sources: [], bound: 0, span: .nowhere)
    ], key: nil, arithmetic: .exact)
}
