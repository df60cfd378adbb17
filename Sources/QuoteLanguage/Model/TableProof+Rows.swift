import QuoteSyntax

extension TableProof {
  /// Whether a row holds wherever another one does, as far as their keys tell.
  package func covers(_ a: Int, _ b: Int) -> Bool {
    table.keys.indices.allSatisfy { column in
      boxes[Int32(b), column].allSatisfy { y in
        boxes[Int32(a), column].contains { $0.lower <= y.lower && y.upper <= $0.upper }
      }
    }
  }

  /// Whether two rows may hold for one booking, as far as their keys tell.
  package func meet(_ a: Int, _ b: Int) -> Bool {
    table.keys.indices.allSatisfy { column in
      boxes[Int32(a), column].contains { x in
        boxes[Int32(b), column].contains { $0.lower <= x.upper && x.lower <= $0.upper }
      }
    }
  }
}
