import Foundation
import TestKit
import Testing

@testable import QuoteBookings
@testable import QuoteEngine
@testable import QuoteExplanation
@testable import QuoteLanguage
@testable import QuoteSyntax

/// The HTML page of explanations: self-contained, and laid out as it should be
/// by a real browser.
@Suite struct ExplanationPageTests {
  private static func page() throws -> String {
    let pricer = try ProjectRules.pricer("rules/umuve.yaml", recording: true)
    let path = Repository.root.appending(path: "samples/umuve/bookings.csv").path
    let reader = try BookingReader(schema: pricer.schema, sources: [.file(path: path)])
    var options = ExplanationOptions()
    options.saysWhyNot = true
    let found = try pricer.explanations(of: reader, ExplanationSearch(first: 20), options: options)
    #expect(found.explanations.count == 14)
    return ExplanationPage(title: "Sample <&> \"quotes\"", sources: pricer.sources)
      .render(found.explanations)
  }

  @Test func asksForNothingElse() throws {
    let page = try Self.page()
    for word in ["<script", "http://", "https://", "src=", "@import", "url("] {
      #expect(!page.contains(word), "\(word) is in the page")
    }
    #expect(page.contains("<title>Sample &lt;&amp;&gt; &quot;quotes&quot;</title>"))
    for tag in ["details", "article", "svg", "span", "div", "ul", "li", "table", "pre", "code"] {
      let opened = page.ranges(of: "<\(tag)>").count + page.ranges(of: "<\(tag) ").count
      #expect(opened > 0 && opened == page.ranges(of: "</\(tag)>").count, "<\(tag)>")
    }
    let ids = page.matches(of: #/ id="(\w+)"/#).map { String($0.1) }
    #expect(Set(ids).count == ids.count)
    for link in page.matches(of: ##/href="#(\w+)"/##) {
      #expect(ids.contains(String(link.1)), "#\(link.1) leads nowhere")
    }
  }

  /// Adds up what a browser makes of the page; written into its title.
  static let probe = """
    <script>
    document.querySelectorAll('details').forEach(d => d.open = true);
    const wide = document.documentElement.scrollWidth - innerWidth;
    const flat = [...document.querySelectorAll('svg.bar rect')].filter(r => {
      const b = r.getBoundingClientRect(); return b.width < 1 || b.height < 3 });
    const thin = [...document.querySelectorAll('.why li')]
      .filter(e => e.getBoundingClientRect().width < 120).length;
    const cut = [...document.querySelectorAll('.name, .amount, .running, .why li, td, th')]
      .filter(e => e.getBoundingClientRect().right
        > (e.closest('article') ?? document.body).getBoundingClientRect().right + 1);
    const bars = document.querySelectorAll('svg.bar rect').length;
    const hits = document.querySelectorAll('pre .hit').length;
    function light(color) {
      const parts = color.match(/[0-9.]+/g).slice(0, 3).map(v => v / 255)
        .map(v => v <= 0.04045 ? v / 12.92 : Math.pow((v + 0.055) / 1.055, 2.4));
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
    }
    const paper = getComputedStyle(document.body).backgroundColor;
    let least = 99;
    const read = 'h1, h2, .name, .amount, .running, small, .place, th';
    for (const e of document.querySelectorAll(read)) {
      const [a, b] = [light(getComputedStyle(e).color), light(paper)];
      least = Math.min(least, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
    }
    document.title = ['wide', Math.max(0, wide), 'flat', flat.length, 'cut', cut.length + thin,
      'bars', bars > 50, 'hits', hits > 20, 'contrast', least >= 4.5,
      'dark', light(paper) < 0.2].join(' ');
    </script>
    """

  @Test(
    .enabled(if: Browser.isThere, "there is no browser"),
    arguments: LongRun.some([380, 1100, 1280, 1500], oneIn: 3), [false, true])
  func aBrowserLaysItOut(width: Int, isDark: Bool) throws {
    let page = try Self.page().replacing("</body>", with: Self.probe + "</body>")
    let document = try Browser.opened(page, width: width, isDark: isDark)
    let title = document.firstMatch(of: #/<title>([^<]*)/#)?.1
    #expect(title == "wide 0 flat 0 cut 0 bars true hits true contrast true dark \(isDark)")
  }
}
