/// The styles that the pages of the command share.
package enum PageStyle {
  /// Colours by day, by night and on paper, and how text, headings and code look; a page writes its
  /// own styles behind it.
  package static var ofEveryPage: String { Documents.everyPageCSS }
}
