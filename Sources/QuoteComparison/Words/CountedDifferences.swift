import QuoteEngine
import QuoteLanguage
package import QuoteSyntax

/// Bookings of a block that differ just as one that is told in full does: in the same values,
/// for the same cause. They bring nothing but their number and their money.
package struct CountedDifferences: Sendable {
  /// Amounts of one sign each, and how many they are.
  package struct Money: Sendable {
    package var above = Ratio.zero
    package var below = Ratio.zero
    var dearer = 0
    var cheaper = 0

    package init(above: Ratio, below: Ratio, dearer: Int, cheaper: Int) {
      self.above = above
      self.below = below
      self.dearer = dearer
      self.cheaper = cheaper
    }
  }

  /// Described in an earlier block, or in this one.
  var like: BookingDifference
  var bookings = 0
  /// What its values differ by, in the order of `like.fields`.
  var fields: [Money] = []
  /// What the total differs by; nil if it does not differ.
  var amount: Money?
  /// The sum of what is at stake in each.
  var atStake = Ratio.zero

  package init(
    like: BookingDifference, bookings: Int, fields: [Money], amount: Money?, atStake: Ratio
  ) {
    self.like = like
    self.bookings = bookings
    self.fields = fields
    self.amount = amount
    self.atStake = atStake
  }
}

/// All that is only counted of one block.
package struct CountedBlock: Sendable {
  /// Bookings that a line or a row of a table made the price of.
  package struct Rule: Sendable {
    var name: String
    var bookings: Int
    var money: CountedDifferences.Money

    package init(name: String, bookings: Int, money: CountedDifferences.Money) {
      self.name = name
      self.bookings = bookings
      self.money = money
    }
  }

  package var all: [CountedDifferences] = []
  package var rules: [Rule] = []
  package var histogram = DifferenceHistogram()
  package var changes = TotalChanges()
  package var amountChanges = TotalChanges()

  package init() {}

  package var bookings: Int { all.reduce(0) { $0 + $1.bookings } }
}

extension DifferenceSummary {
  /// Adds what is only counted of a block, whose other bookings were added before.
  package mutating func add(_ block: CountedBlock) {
    for counted in block.all { add(counted) }
    for rule in block.rules {
      rules.add(to: rule.name, rule.bookings, rule.money)
    }
    histogram.add(block.histogram)
    changes.add(block.changes)
    amountChanges.add(block.amountChanges)
  }

  private mutating func add(_ counted: CountedDifferences) {
    let (like, count, amount) = (counted.like, counted.bookings, counted.amount)
    different += count
    pricedByBoth += count
    newMoney = newMoney + counted.atStake
    if like.movesMoney { moving += count }
    if let amount {
      above = above + amount.above
      below = below + amount.below
      dearer += amount.dearer
      cheaper += amount.cheaper
    }
    for (field, money) in zip(like.fields, counted.fields) {
      fields.add(to: field.field, count, money, isMoney: field.isMoney)
    }
    departing.add(to: like.departing, count, amount, isMoney: like.isOfMoney)
    causes.add(to: like.cause, count, amount, isMoney: like.isOfMoney)
    relations[like.cause]?.countMore(count)
  }

  /// Causes of which no more bookings are looked at to say what theirs is of ours.
  package var settledCauses: [String] {
    let isFull = relations.count >= Self.mostRelations
    return causes.all.map(\.name).filter { relations[$0]?.isSettled ?? isFull }
  }
}
