import Foundation
import QuoteEngine
import QuoteFoundation

struct Item: Encodable {
  var category: String
  var quantity: Int
}

struct Pickup: Encodable {
  var booking_id: String
  var service = "junk_removal"
  var quoted_at: Date
  var scheduled_date: String
  var lat: Double
  var lng: Double
  var items: [Item]
}

let rules = try PriceRules(at: CommandLine.arguments[1])

// A booking as a dictionary.
let quote = try rules.price([
  "booking_id": "U-1", "service": "junk_removal", "quoted_at": "2026-03-02T15:00:00Z",
  "scheduled_date": "2026-03-05", "lat": 25.7743, "lng": -80.1937,
  "items": [["category": "furniture", "size": "large", "quantity": 2]],
])
print("\(quote.key ?? "") \(quote.status): \(quote.total?.description ?? "-") \(rules.currency)")
for line in quote.lines where !line.isSubtotal { print("  \(line.name): \(line.amount)") }

// The same as a type of the program's own; its total as a Decimal.
let pickup = Pickup(
  booking_id: "U-2", quoted_at: Date(timeIntervalSince1970: 1_772_463_600),
  scheduled_date: "2026-03-05", lat: 25.7743, lng: -80.1937,
  items: [Item(category: "furniture", quantity: 2), Item(category: "appliances", quantity: 1)])
let total = try rules.price(pickup).total?.decimal ?? 0
print("U-2 with a tip of a tenth: \(total * Decimal(string: "1.1")!)")

// A booking that cannot be priced says why.
let wrong = try rules.price(["booking_id": "U-3", "lat": "north"])
print("U-3 \(wrong.status): \(wrong.fault?.message ?? "")")
