/// What was found out about texts, kept from batch to batch. In each batch so many different texts
/// are asked about, whichever are known from others: what is told depends on no thread.
struct TextMemory<Answer> {
  /// So many are kept, and none that is longer.
  private static var mostKept: Int { 4096 }
  private static var longest: Int { 256 }

  private var known: [String: (batch: Int32, answer: Answer)] = [:]
  private var batch: Int32 = 0
  private var askedAbout = 0
  /// Whether somebody asked since this was last set.
  var wasAsked = false

  /// Goes on to the next batch.
  mutating func begin() {
    if askedAbout == 0 { return }
    batch &+= 1
    askedAbout = 0
    if known.count > Self.mostKept { known.removeAll(keepingCapacity: true) }
  }

  /// Nil where so many other texts of the batch were asked about.
  mutating func answer(about text: String, most: Int, _ answer: (String) -> Answer) -> Answer? {
    wasAsked = true
    let before = known[text]
    if let before, before.batch == batch { return before.answer }
    guard askedAbout < most else { return nil }
    askedAbout += 1
    let found = before?.answer ?? answer(text)
    if text.utf8.count <= Self.longest { known[text] = (batch, found) }
    return found
  }
}
