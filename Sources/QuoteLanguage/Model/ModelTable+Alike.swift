package import QuoteSyntax

extension BookingSchema {
  /// The input whose words name all columns of a table in which it is not looked up.
  package func input(choosingIn table: ModelTable) -> FieldSchema? {
    guard table.columns.count > 1 else { return nil }
    return lists.lazy.flatMap(\.fields).first { field in
      table.columns.allSatisfy { field.choices.contains($0.name) }
        && !table.keys.contains { $0.header == field.name }
    }
  }
}

extension [TableColumn] {
  /// Whether all hold the same, so that one of them may be looked up like another.
  package var areAlike: Bool { allSatisfy { $0.type == first?.type && $0.units == first?.units } }
}
