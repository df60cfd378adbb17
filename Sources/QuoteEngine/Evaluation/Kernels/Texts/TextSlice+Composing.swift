import QuoteBookings
import QuoteLanguage
import QuoteSyntax

/// Texts in Unicode's form C, in which exact rules compare them. What is made lives in the arena.
extension TextSlice {
  @inline(__always)
  func composed(in arena: BlockTexts) -> TextSlice {
    mayCompose ? composedAnew(in: arena) : self
  }

  @inline(never)
  private func composedAnew(in arena: BlockTexts) -> TextSlice {
    var made = self
    unsafe ComposedText.compose(bytes) { text in
      if let base = text.baseAddress { made = unsafe arena.copy(base, count: text.count) }
    }
    return made
  }
}
