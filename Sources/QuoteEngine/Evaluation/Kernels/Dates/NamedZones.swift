import QuoteLanguage

/// Time zones by the names that bookings give, each read from the database when it is named
/// first: the machine's, unless rules brought their own. One for each evaluator; not shared
/// between threads.
///
/// Bookings of one zone mostly lie together: a name is compared with the one before, and its
/// offset holds until the clocks are changed. So a row costs a comparison of texts.
@safe final class NamedZones {
  var database: TimeZoneDatabase?
  /// Nil where there is no such zone, as of what stands where nothing is given: such texts are
  /// taken to be at UTC.
  private var known: [String: TimeZoneRules?] = [:]
  private var name: [UInt8] = []
  private var zone: TimeZoneRules?
  private var period = TimeZoneRules.Period.none
  @unsafe func minutesEast(
    _ names: UnsafePointer<TextSlice>, _ moments: UnsafePointer<Int64>,
    into target: UnsafeMutablePointer<Int64>, count: Int
  ) {
    for i in 0..<count {
      let text = unsafe names[i]
      if unsafe !text.bytes.elementsEqual(name) { turn(to: text) }
      let moment = unsafe moments[i]
      if let zone, !period.contains(moment) { period = zone.period(at: moment) }
      let seconds = zone == nil ? 0 : Int64(period.offsetSeconds)
      unsafe target[i] = seconds >= 0 ? seconds / 60 : (seconds - 59) / 60
    }
  }

  private func turn(to text: TextSlice) {
    unsafe name = Array(text.bytes)
    period = .none
    let written = text.string
    if let found = known[written] {
      zone = found
      return
    }
    let database = self.database ?? TimeZoneDatabase()
    self.database = database
    zone = database.zone(named: written)
    known[written] = zone
  }
}
