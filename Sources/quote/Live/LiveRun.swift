private import Glibc
import QuoteAnalysis
import QuoteBookings
import QuoteComparison
import QuoteEngine
import QuoteLanguage
import QuoteSyntax

/// Bookings asked of a running backend: sent side by side within the limits,
/// tried again where that may help, and given out as records in the order of
/// the input.
///
/// One thread's at a time. A booking that stays without an answer that can be compared
/// becomes a fault, and a record that says why.
final class LiveRun: ByteMaker, @unchecked Sendable {
  struct Options: Sendable {
    /// Scheme, host and the path under which the map's paths are.
    var address = ""
    var concurrency = 4
    /// Requests a second; nil for as many as the backend takes.
    var rate: Double?
    var schedule = RetrySchedule()
    /// This many bookings in a row without an answer end the run.
    var patience = 20
    /// The moment of quoting, where the backend's clock is held.
    var asOf: Instant?
  }

  /// A booking on its way.
  struct Slot {
    enum State {
      /// May be sent from then on, in microseconds of the clock.
      case waiting(until: Int64)
      case underWay
      case done
    }

    var booking: LiveBooking
    var number: Int
    var asOf = ""
    var tries = 0
    var state = State.waiting(until: 0)
    /// The record when done.
    var line: [UInt8] = []
    /// The record is to be kept: it was asked now.
    var isNew = false
    /// Why it was left without a reply; said when its turn comes.
    var fault: RowFault?

    var triesText: String { tries == 1 ? "1 try" : "\(tries) tries" }

    /// It has a reply that can be compared, which the first try did not bring.
    var isLate: Bool { isNew && fault == nil && tries > 1 }
  }

  let records: LiveRecords
  let options: Options
  let secrets: Secrets
  private let bookings: LiveBookings
  private let sender: any HTTPSending
  private(set) var file: RecordFile?
  let now: () -> Instant
  private var progress: Progress
  private var report: FaultReport

  private var slots: [Slot] = []
  private var isInputDone = false
  private var taken = 0
  private var delivered = 0
  private var underWay = 0
  private var nextStart: Int64 = 0
  private var pausedUntil: Int64 = 0
  private var unansweredInARow = 0
  private(set) var lateCount = 0
  /// How many requests were begun, and how many replies an earlier run had recorded.
  private(set) var sent = 0
  private(set) var recalled = 0
  /// Why a record could not be kept.
  private var unkept: Trouble?
  private let buffer = ByteBuffer()
  /// What ended the run before its time.
  private(set) var ending: Trouble?

  /// How many bookings have no reply that could be compared.
  var faultCount: Int { report.count }

  init(
    _ records: LiveRecords, bookings: LiveBookings, secrets: Secrets, sender: any HTTPSending,
    file: RecordFile?, console: Console, options: Options
  ) throws(Trouble) {
    self.records = records
    self.bookings = bookings
    self.secrets = secrets
    self.sender = sender
    self.file = file
    self.options = options
    now = console.now
    progress = Progress(console: console)
    report = try FaultReport(console: console, path: nil)
  }

  /// The run as an input of JSON Lines.
  var source: ByteSource {
    .made(name: options.address, by: self)
  }

  /// Says what was left without a reply, when all is done, and, unless a report does on standard
  /// error, the notes.
  func finish(tellsNotes: Bool = true) throws(Trouble) {
    progress.clear()
    // All that was answered is in it; where its order cannot be changed it stays as it is.
    try? file?.putInOrder()
    try report.finish(rows: delivered)
    if tellsNotes { report.tell(notes) }
  }

  // MARK: - The loop

  /// Some more records, in the order of the input; nothing at the end.
  func more() throws(Trouble) -> [UInt8] {
    while true {
      do throws(Trouble) {
        try fill()
        try start()
      } catch {
        end(error)
      }
      let lines = try deliver()
      if !lines.isEmpty { return lines }
      if slots.isEmpty && isInputDone { return [] }
      do throws(Trouble) {
        for reply in sender.replies(waiting: pause()) { try take(reply) }
      } catch {
        end(error)
      }
      if let unkept, ending == nil { end(unkept) }
      progress.show(rows: delivered)
    }
  }

  /// Nothing is asked any more. Bookings that were under way or yet to be sent have no reply,
  /// so that all that were read are told of.
  private func end(_ trouble: Trouble) {
    ending = trouble
    isInputDone = true
    for index in slots.indices {
      if case .done = slots[index].state { continue }
      let fault = LiveFault("ended-early", "the run ended before it was answered")
      giveUp(index, fault, keeps: false)
    }
  }

  /// Microseconds since whenever: no change of the date moves it.
  private var clock: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }

  /// How many bookings may wait for one that is slow.
  private var window: Int { options.concurrency * 16 }

  private func fill() throws(Trouble) {
    guard ending == nil else { return }
    while !isInputDone && slots.count < window {
      guard let item = try bookings.next() else {
        isInputDone = true
        return
      }
      taken += 1
      switch item {
      case .unreadable(let fault): add(unreadable: fault)
      case .booking(let booking):
        var slot = Slot(booking: booking, number: taken)
        if !records.knows(form: booking.form) {
          buffer.removeAll()
          records.appendUnasked(booking, into: buffer)
          slot.line = unsafe Array(buffer.bytes)
          slot.state = .done
        } else if let line = try file?.takeRecorded(booking, number: taken) {
          slot.line = line
          slot.state = .done
          recalled += 1
        }
        slots.append(slot)
      }
    }
  }

  private func add(unreadable fault: RowFault) {
    let nameless = LiveBooking(
      record: fault.record, line: fault.line, key: "", isNumbered: true)
    var slot = Slot(booking: nameless, number: taken)
    slot.state = .done
    buffer.removeAll()
    records.appendUnanswered(
      nameless, asOf: "", LiveFault(fault.reason, fault.message), into: buffer)
    slot.line = unsafe Array(buffer.bytes)
    slot.fault = fault
    slots.append(slot)
  }

  /// Sends what may be sent now.
  private func start() throws(Trouble) {
    var index = 0
    while underWay < options.concurrency, index < slots.count {
      defer { index += 1 }
      guard case .waiting(let until) = slots[index].state else { continue }
      let time = clock
      guard time >= max(pausedUntil, nextStart) else { return }
      guard time >= until else {
        // Bookings that depend on earlier ones wait for them.
        if records.isOrdered { return }
        continue
      }
      try send(index)
      if let rate = options.rate { nextStart = max(nextStart, time) + Int64(1_000_000 / rate) }
    }
  }

  private func send(_ index: Int) throws(Trouble) {
    let booking = slots[index].booking
    let asOf = records.asOf(of: booking, now: options.asOf ?? now())
    slots[index].asOf = asOf
    let request: LiveRequest
    do throws(LiveFault) {
      request = try records.request(for: booking, asOf: asOf, environment: secrets.values)
    } catch {
      return giveUp(index, error)
    }
    do throws(Trouble) {
      try sender.begin(
        HTTPRequest(
          method: request.method, url: options.address + request.path, headers: request.headers,
          body: request.body), tag: UInt64(slots[index].number))
    } catch {
      // One address may be too long where others are not.
      giveUp(index, LiveFault(error.id, error.message))
      return try losePatience(error.message)
    }
    slots[index].state = .underWay
    slots[index].tries += 1
    sent += 1
    underWay += 1
  }

  /// How long nothing is to be done but wait for replies.
  private func pause() -> Int {
    var wake = Int64.max
    if underWay < options.concurrency {
      for slot in slots {
        if case .waiting(let until) = slot.state {
          wake = min(wake, max(until, nextStart, pausedUntil))
        }
      }
    }
    if wake == .max { return 250 }
    return Int(min(250, max(0, (wake - clock + 999) / 1000)))
  }

  // MARK: - Replies

  private func take(_ reply: HTTPReply) throws(Trouble) {
    guard let index = slots.firstIndex(where: { UInt64($0.number) == reply.tag }) else { return }
    underWay -= 1
    let message = secrets.cleaned(reply.message)
    switch reply.outcome {
    case .hopeless:
      giveUp(index, LiveFault("not-trusted", message))
      throw Trouble("not-trusted", "`\(options.address)`: \(message)")
    case .tooLong: giveUp(index, LiveFault("too-long", message))
    case .failed:
      if !retry(index, after: reply) {
        giveUp(index, LiveFault("no-answer", "no answer in \(slots[index].triesText): \(message)"))
        try losePatience(message)
      }
    case .answered: try take(answer: reply, index)
    }
  }

  private func take(answer reply: HTTPReply, _ index: Int) throws(Trouble) {
    let answer = LiveReply(
      status: reply.status, contentType: secrets.cleaned(reply.contentType),
      body: secrets.cleaned(reply.body, isJSON: records.isJSON(reply.body)))
    let mayPass = reply.status >= 500 || reply.status == 429
    if mayPass, retry(index, after: reply) { return }
    if mayPass, !records.knows(status: reply.status) {
      let asked = reply.retryAfterSeconds
      let what = "status \(reply.status) in \(slots[index].triesText)"
      let patience =
        asked > options.schedule.longestAskedSeconds
        ? secrets.cleaned(", and asks to wait \(asked) s") : ""
      giveUp(index, LiveFault("no-answer", what + patience), answer)
      return try losePatience(what + patience)
    }
    if [401, 403, 407].contains(reply.status), !records.knows(status: reply.status) {
      giveUp(index, LiveFault("not-let-in", "status \(reply.status): access is denied"), answer)
      throw Trouble(
        "not-let-in",
        "`\(options.address)` answers \(reply.status) and denies access; tokens come from the "
          + "environment, through the headers of the map's `live`")
    }
    buffer.removeAll()
    do throws(LiveFault) {
      try records.append(
        answer, to: slots[index].booking, asOf: slots[index].asOf, into: buffer)
    } catch {
      return giveUp(index, error, answer)
    }
    unansweredInARow = 0
    slots[index].line = unsafe Array(buffer.bytes)
    slots[index].state = .done
    slots[index].isNew = true
    keep(index)
  }

  /// Whether the booking is tried again.
  private func retry(_ index: Int, after reply: HTTPReply) -> Bool {
    let schedule = options.schedule
    let slot = slots[index]
    guard slot.tries <= schedule.retries,
      reply.retryAfterSeconds <= schedule.longestAskedSeconds
    else { return false }
    var wait = schedule.microseconds(beforeRetry: slot.tries, of: slot.number)
    if reply.retryAfterSeconds > 0 {
      wait = reply.retryAfterSeconds * 1_000_000
      pausedUntil = max(pausedUntil, clock + wait)
    }
    slots[index].state = .waiting(until: clock + wait)
    return true
  }

  private func giveUp(
    _ index: Int, _ fault: LiveFault, _ reply: LiveReply? = nil, keeps: Bool = true
  ) {
    let booking = slots[index].booking
    buffer.removeAll()
    records.appendUnanswered(booking, asOf: slots[index].asOf, fault, reply, into: buffer)
    slots[index].line = unsafe Array(buffer.bytes)
    slots[index].state = .done
    slots[index].isNew = keeps && slots[index].tries > 0
    slots[index].fault = RowFault(
      row: 0, record: booking.record, line: booking.line, field: booking.key, value: "",
      reason: fault.reason, message: fault.message)
    keep(index)
  }

  /// Writes the record of an exchange at once, so that nothing that was answered waits for what
  /// is not. If it cannot be written, the run ends.
  private func keep(_ index: Int) {
    guard let file, slots[index].isNew else { return }
    do throws(Trouble) {
      try file.append(slots[index].line, number: slots[index].number)
    } catch {
      self.file = nil
      unkept = error
    }
  }

  private func complain(_ fault: RowFault) throws(Trouble) {
    progress.clear()
    try report.add(FoundFaults(only: fault))
  }

  private func losePatience(_ message: String) throws(Trouble) {
    unansweredInARow += 1
    guard unansweredInARow >= options.patience else { return }
    let advice = file == nil ? "" : "; what was answered is kept, and `--resume` continues"
    throw Trouble(
      "no-answers",
      "`\(options.address)` left \(unansweredInARow) bookings in a row without an answer "
        + "(\(message))\(advice)")
  }

  // MARK: - Records

  /// Records that are next in the order of the input.
  private func deliver() throws(Trouble) -> [UInt8] {
    var lines: [UInt8] = []
    var faults: [RowFault] = []
    var count = 0
    for slot in slots {
      guard case .done = slot.state else { break }
      lines += slot.line
      if slot.isLate { lateCount += 1 }
      if let fault = slot.fault { faults.append(fault) }
      count += 1
    }
    for fault in faults { try complain(fault) }
    slots.removeFirst(count)
    delivered += count
    return lines
  }
}
