import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Causes one after the other, each behind what was found before.
extension RemedySearch {
  /// What was found so far, with its edits in the same order, and the causes that need no more.
  struct Gathered {
    var findings: [Finding] = []
    var edits: [RulesEdit] = []
    var explained: Set<String> = []
    /// How many edits there were when a cause was looked at last.
    var tried: [String: Int] = [:]

    var isOpen: Bool { findings.count < RemedySearch.mostCauses }

    func isOpen(_ cause: String) -> Bool { isOpen && !explained.contains(cause) }
  }

  func take(_ found: (RulesEdit, Finding)?, into all: inout Gathered) {
    if let (edit, finding) = found { take(edit, finding, into: &all) }
  }

  func take(_ edit: RulesEdit, _ found: Finding, into all: inout Gathered) {
    var finding = found
    // What was found for few bookings may be a part of what this one puts right for more.
    let needless = all.findings.indices.filter { index in
      !all.findings[index].isOfSilence
        && all.findings[index].causes.allSatisfy { isExplained($0, by: [edit]) }
    }
    for index in needless.reversed() {
      finding.causes += all.findings.remove(at: index).causes
      all.edits.remove(at: index)
    }
    all.findings.append(finding)
    all.explained.formUnion(finding.causes)
    all.edits.append(edit)
    rules.grant(budget.triesOfQuestion)
  }

  /// What is behind several causes shows once all of these are put right: it is tried again.
  func lookAtSingle(_ single: [String], _ kin: [String: String], _ all: inout Gathered) {
    for cause in single.prefix(Self.mostCauses * 2) + single.prefix(Self.mostCauses)
    where all.isOpen(cause) && all.tried[cause] != all.edits.count
      && kin[cause].map({ all.explained.contains($0) }) ?? true
    {
      all.tried[cause] = all.edits.count
      if !all.edits.isEmpty, isExplained(cause, by: all.edits) {
        all.explained.insert(cause)
        continue
      }
      take(finding(cause, behind: all.edits, but: all.explained), into: &all)
    }
  }

  /// Two edits of one line or one table may be what one edit does that suits the bookings of both:
  /// a condition that does not hold takes the line from some of them and gives it to others.
  func lookAtSteps(_ all: inout Gathered) {
    let known = all.findings.indices.filter {
      all.findings[$0].group == nil && Self.step(of: all.edits[$0]) != nil
    }
    for second in known.reversed() {
      for first in known where first < second {
        guard Self.step(of: all.edits[first]) == Self.step(of: all.edits[second]),
          let (edit, finding) = findingOfBoth(first, second, all)
        else { continue }
        for index in [second, first] {
          all.findings.remove(at: index)
          all.edits.remove(at: index)
        }
        return take(edit, finding, into: &all)
      }
    }
  }

  /// `quote.several` of a setting, `let.price`; nil where it is not known.
  private static func step(of edit: RulesEdit) -> Substring? {
    guard let setting = edit.setting ?? edit.settings.first,
      let found = setting.prefixMatch(of: /(quote|let)\.\w+/)
    else { return nil }
    return found.output.0
  }

  /// An edit that explains the causes of two findings; nil where none does.
  private func findingOfBoth(
    _ first: Int, _ second: Int, _ all: Gathered
  ) -> (RulesEdit, Finding)? {
    let causes = all.findings[first].causes + all.findings[second].causes
    var others = all.edits
    for index in [second, first] { others.remove(at: index) }
    let explained = all.explained.subtracting(causes)
    let removes = [first, second].reduce(0) { $0 + all.findings[$1].remedy.removes }
    let questions = causes.compactMap { question($0) }.filter { !$0.isBehind }
    for question in questions.reversed() {
      let found = finding(question, behind: others) { edit in
        func held(behind edits: [RulesEdit]) -> Finding? {
          let one = verified(
            [edit], question.cause, question.departing, behind: edits, but: explained, with: causes)
          return one.flatMap { $0.remedy.removes >= removes ? $0 : nil }
        }
        return held(behind: []) ?? held(behind: others)
      }
      if let found { return found }
    }
    return nil
  }

  /// What only shows behind edits, and what is looked for in other ways than by its value.
  func lookBehind(_ causes: [String], _ all: inout Gathered) {
    for _ in 0..<Self.mostHidden where !all.edits.isEmpty && all.isOpen {
      guard let found = hiddenFinding(behind: all.edits, but: all.explained) else { break }
      take(found, into: &all)
    }
    for first in all.findings where all.isOpen {
      take(second(after: first, behind: all.edits), into: &all)
    }
    for cause in causes where all.isOpen(cause) {
      take(roundingFinding(cause, behind: all.edits, but: all.explained), into: &all)
    }
    for cause in causes where all.isOpen(cause) {
      take(declineFinding(cause, but: all.explained), into: &all)
    }
  }
}
