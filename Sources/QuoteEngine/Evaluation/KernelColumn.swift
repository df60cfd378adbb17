import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// A column as the complex kernels (look-ups, texts, templates) get it: where
/// its cells are, how they are held, and where they are given.
///
/// How kernels are called: sources and targets are plain pointers with a cell
/// for every row of the grain (constants have been spread); `count` says how
/// many; `given` is nil if every cell is given; targets never overlap
/// sources. A kernel writes every target cell, also where nothing is given
/// (zero, or an empty text), and is called with 0 rows too. Offsets of a list are
/// Arrow's: one more than there are parents, the first is 0. Texts that are
/// made live in the evaluator's arena until the block is over.
@unsafe package struct KernelColumn {
  var storage: PlanStorage
  /// `Int64`, `Int128`, `Double`, `UInt8`, `Int32`, `TextSlice` or two `Double`s a cell.
  var cells: UnsafeRawPointer
  /// For lists of texts: `cells` are offsets into this.
  var items: UnsafePointer<TextSlice>?
  /// 1 where given; nil everywhere.
  var given: UnsafePointer<UInt8>?
  /// The codes of texts in a vocabulary, where somebody told them.
  var known: KnownTexts?
}

/// Codes of texts, and the vocabulary in which they mean something.
@unsafe struct KnownTexts {
  var codes: UnsafePointer<Int32>
  var vocabulary: ObjectIdentifier
}
