import QuoteEngine
import QuoteLanguage
import QuoteTools

/// A comparison on several threads: each goes through chunks of its own, and
/// what they find is reported in the order of the input.
final class DiffRun: @unchecked Sendable {
  private let differ: Differ
  private let run: DifferenceRun
  private let report: DifferenceReport
  private let file: AtomicFile
  private let draft: AcceptedDraft?
  private let turns = RunTurns()
  // What follows is only touched in turn.
  private let buffer = ByteBuffer()
  /// Nil where something else tells how far it has come.
  private var progress: Progress?

  init(
    _ differ: Differ, _ run: DifferenceRun, report: DifferenceReport, file: AtomicFile,
    draft: AcceptedDraft?, progress: Progress?
  ) {
    self.differ = differ
    self.run = run
    self.report = report
    self.file = file
    self.draft = draft
    self.progress = progress
  }

  /// Compares everything and puts the report in its place, with what is told of the other side:
  /// why it ended early, and notes.
  func finish(
    threads: Int, told: () -> (ending: Trouble?, notes: [String]) = { (nil, []) }
  ) throws(Trouble) -> DifferenceSummary {
    report.appendPrologue(to: buffer)
    defer { progress?.clear() }
    WorkerTeam.run(threads) { self.work() }
    if let trouble = turns.trouble { throw trouble }
    progress?.clear()
    let told = told()
    let summary = differ.finish(run, endedEarly: told.ending?.message, notes: told.notes)
    report.append(summary, to: buffer)
    try file.write(buffer)
    try file.commit()
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
      block, onFault: { fault throws(Trouble) in report.append(fault, to: buffer) }
    ) { booking throws(Trouble) in
      draft?.add(booking)
      guard report.format.isStreamed else { return }
      report.append(booking, to: buffer)
      if buffer.count > 1 << 16 { try file.write(buffer) }
    }
    progress?.show(rows: differ.recordCount)
    return true
  }
}
