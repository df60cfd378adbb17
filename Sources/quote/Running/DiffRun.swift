import QuoteAnalysis
import QuoteBookings
import QuoteCauses
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteReports
import QuoteSyntax

/// A comparison on several threads: each goes through chunks of its own, and
/// what they find is reported in the order of the input.
final class DiffRun: @unchecked Sendable {
  private let differ: Differ
  private let run: DifferenceRun
  private let targets: [Target]
  private let draft: AcceptedDraft?
  private let turns = RunTurns()
  // What follows is only touched in turn.
  /// Nil if something else tells how far it has come.
  private var progress: Progress?

  /// A report, and where it goes.
  struct Target {
    let report: DifferenceReport
    let file: AtomicFile
    /// What was written and is not in the file yet.
    let buffer = ByteBuffer()
  }

  init(
    _ differ: Differ, _ run: DifferenceRun, targets: [Target], draft: AcceptedDraft?,
    progress: Progress?
  ) {
    self.differ = differ
    self.run = run
    self.targets = targets
    self.draft = draft
    self.progress = progress
  }

  /// Compares everything and puts the report in its place, with what is told of the other side:
  /// why it ended early, notes, and why the comparison fails.
  func finish(
    threads: Int,
    told: () -> (ending: Trouble?, notes: [String], failures: [String]) = { (nil, [], []) }
  ) throws(Trouble) -> DifferenceSummary {
    for target in targets { target.report.appendPrologue(to: target.buffer) }
    defer { progress?.clear() }
    WorkerTeam.run(threads) { self.work() }
    if let trouble = turns.trouble { throw trouble }
    progress?.clear()
    let told = told()
    let summary = differ.finish(
      run, endedEarly: told.ending?.message, notes: told.notes, failures: told.failures,
      team: ThreadTeam(threads: threads, run: WorkerTeam.run),
      onTry: { self.progress?.show("looking for the causes: \($0.withThousands) edits tried") })
    progress?.clear()
    for target in targets {
      target.report.append(summary, to: target.buffer)
      try target.file.write(target.buffer)
      try target.file.commit()
    }
    return summary
  }

  private func work() {
    let worker = run.makeWorker()
    do throws(Trouble) {
      while let block = try worker.next() {
        guard
          turns.take(block.ordinal, { () throws(Trouble) in try self.deliver(block) })
        else { return }
      }
    } catch {
      turns.fail(error)
    }
  }

  /// Takes in turn what one chunk came to.
  private func deliver(_ block: DifferenceBlock) throws(Trouble) -> Bool {
    try differ.deliver(
      block,
      onFault: { fault throws(Trouble) in
        for target in targets { target.report.append(fault, to: target.buffer) }
      }
    ) { booking throws(Trouble) in
      draft?.add(booking)
      for target in targets where target.report.format.isStreamed {
        target.report.append(booking, to: target.buffer)
        if target.buffer.count > 1 << 16 { try target.file.write(target.buffer) }
      }
    }
    progress?.show(rows: differ.recordCount)
    return true
  }
}
