import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax
@testable import quote

/// Every reason for which a booking is at fault has a page, the program holds
/// the pages, and the page of a reason shows a booking at fault for it.
@Suite struct FaultPageTests {
  static let folder = "docs/faults"
  static let reasons = Set(CellFault.allCases.map(\.rawValue) + ["not-given"])

  @Test func everyReasonHasAPage() throws {
    let pages = try DiagnosticPageTests.pages(in: Self.folder)
    for reason in Self.reasons.subtracting(pages.keys).sorted() {
      Issue.record("\(reason) has no page: write \(Self.folder)/\(reason).md")
    }
    for name in Set(pages.keys).subtracting(Self.reasons).sorted() {
      Issue.record("\(Self.folder)/\(name).md explains a fault that nothing says")
    }
  }

  @Test func everyPageHasItsParts() throws {
    for (reason, text) in try DiagnosticPageTests.pages(in: Self.folder).sorted(by: <) {
      #expect(text.hasPrefix("# "), "\(reason): a page begins with its rule as a title")
      #expect(text.contains("\n## Instead\n"), "\(reason): a page says what to write instead")
      #expect(
        LiterateDocument(text).parts.contains {
          $0.block == .console && $0.text.contains("[\(reason)]")
        }, "\(reason): no booking on the page is priced and at fault for it")
    }
  }

  @Test func theProgramHoldsThePages() throws {
    #expect(try Documents.faults == DiagnosticPageTests.pages(in: Self.folder))
  }
}
