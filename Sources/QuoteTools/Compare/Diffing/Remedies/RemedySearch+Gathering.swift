import QuoteEngine
import QuoteLanguage

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
