import CArrow
import Testing

/// What columns come to in the engine beside each other.
@Suite struct SharedColumnTests {
  static func rules(_ inputs: String, _ outputs: String = "") -> String {
    """
    schema: quote/1
    name: pallets
    currency: USD
    inputs:
    \(inputs.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
    quote:
      - line: base
        amount: $1
    """ + (outputs.isEmpty ? "" : "\noutputs:\n  \(outputs)\n")
  }

  /// A number for one input, its digits for another: reading cells that are no such number must
  /// leave the texts as they are.
  @Test func oneColumnIsReadByTwoInputs() throws {
    let library = LibraryRules(
      Self.rules(
        "id: text, key\nlabel: text, from ref\nplace: count [0..50], from ref", "shown: label"))
    try #require(library.error == "")
    let refs: [Int64] = [7, 123_456_789, 12, 99, 31, 88, 4]
    let table = LentColumn.object(
      "", refs.count,
      [.texts("id", refs.map { "k\($0)" }), .plain("ref", "l", refs)])
    let answer = library.price(LentStream([table]))
    #expect(answer.error == "")
    #expect(
      answer.columns["shown"] == refs.map { $0 <= 50 ? "\($0)" : nil }, "\(answer.columns)")
    #expect(
      answer.columns["fault.reason"] == refs.map { $0 <= 50 ? nil : "out-of-range" })
  }

  /// A null row beside words that are all right.
  @Test func aRowWithoutAWord() throws {
    let library = LibraryRules(Self.rules("id: text, key\nkind: one of small | large"))
    let table = LentColumn.object(
      "", 4,
      [
        .texts("id", ["a", "b", "c", "d"]),
        .words("kind", [1, nil, 0, nil], ["small", "large"]),
      ])
    let answer = library.price(LentStream([table]))
    #expect(answer.error == "")
    #expect(answer.columns["fault.reason"] == [nil, "missing", nil, "missing"])
  }

  /// What the rules do not read goes through whatever it is; a union's first buffer is no list
  /// of nulls.
  @Test func aUnionIsCarriedAndNotRead() throws {
    let union = LentColumn("either", "+us:0", 2, [[0, 0]])
    union.children = [.plain("whole", "l", [1, 2] as [Int64])]
    let table = LentColumn.object("", 2, [.texts("id", ["a", "b"]), union])
    let lender = LentStream([table])
    let answer = LibraryRules(Self.rules("id: text, key")).price(lender)
    #expect(answer.error == "")
    #expect(answer.columns["base"] == ["100", "100"])
    #expect(lender.lent == lender.givenBack)
    let read = LibraryRules(Self.rules("id: text, key\neither: optional count [0..9]"))
    let refused = read.price(LentStream([table]))
    #expect(refused.error.contains("`either` holds values of several types"), "\(refused.error)")
  }

  /// Bytes that are no text come first, as in a file; then the fields in the order of the rules;
  /// the key beside its neighbour; the elements of lists, each with what is in it.
  @Test func theFirstFaultIsTheOneOfAFile() throws {
    let library = LibraryRules(
      Self.rules(
        """
        id: text, key
        pieces: count [1..9]
        note: optional text
        boxes:
          each:
            grams: count [0..10]
            parts:
              each:
                size: count [0..10]
              at_most: 3
          at_most: 3
        """, "said: note"))
    try #require(library.error == "", "\(library.error)")
    let parts = LentColumn.list(
      "parts", [1, 2, 3, 4, 5, 6],
      .object("item", 6, [.plain("size", "l", [1, 99, 1, 1, 99, 1] as [Int64])]))
    let boxes = LentColumn.list(
      "boxes", [0, 0, 2, 4, 6],
      .object(
        "item", 6, [.plain("grams", "l", [99, 1, 1, 99, 1, 99] as [Int64]), parts]))
    let note = LentColumn.texts("note", ["x", "yy", "z", "u", "v"])
    note.buffers[2]?[1] = 0xFF
    let table = LentColumn.object(
      "", 5,
      [
        .texts("id", ["a", "b", "b", "c", "d"]), .plain("pieces", "l", [0, 0, 1, 1, 1] as [Int64]),
        note, boxes,
      ])
    let answer = library.price(LentStream([table]))
    #expect(answer.error == "")
    let told = zip(answer.columns["fault.reason"] ?? [], answer.columns["fault.field"] ?? [])
      .map { "\($0 ?? "-") \($1 ?? "-")" }
    #expect(
      told == [
        "out-of-range pieces", "invalid-utf8 note", "repeated-key id",
        "out-of-range boxes[1].grams", "out-of-range boxes[0].parts[0].size",
      ])
  }
}
