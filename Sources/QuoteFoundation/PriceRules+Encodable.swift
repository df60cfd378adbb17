public import Foundation
public import QuoteEngine

extension PriceRules {
  /// Prices any value that can be encoded, as JSON has it: its members are the inputs of the
  /// rules. `Decimal` goes in digit by digit, and dates as moments (`2026-06-01T09:00:00Z`).
  ///
  ///     struct Parcel: Encodable { var id: String; var weight: Decimal }
  ///     let quote = try rules.price(Parcel(id: "B-1", weight: 2.5))
  ///
  /// - Parameters:
  ///   - asOf: the moment of quoting, for rules that ask for one.
  ///   - encoder: one of your own, where members have other names than the inputs.
  ///
  /// Throws what the encoder throws, and `Failure` where the value is no object.
  public func price(
    _ booking: some Encodable, asOf: Date? = nil, encoder: JSONEncoder? = nil
  ) throws -> Quote {
    let quotes = try price(all: [booking], asOf: asOf, encoder: encoder)
    return quotes[0]
  }

  /// Prices values, and gives a quote for each, in their order.
  public func price(
    all bookings: [some Encodable], asOf: Date? = nil, encoder: JSONEncoder? = nil
  ) throws -> [Quote] {
    let json = try (encoder ?? Self.encoder).encode(bookings)
    let quotes = try price(
      json: String(decoding: json, as: UTF8.self), asOf: asOf?.formatted(.iso8601))
    guard quotes.count == bookings.count else {
      throw Failure.trouble(
        "a booking is encoded as something other than an object whose members are inputs")
    }
    return quotes
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    return encoder
  }
}

extension Quote.Number {
  /// The number, digit by digit; nil if `Decimal` cannot hold it.
  public var decimal: Decimal? {
    Decimal(string: description, locale: Locale(identifier: "en_US_POSIX"))
  }
}

extension Booking.Value {
  /// An exact number.
  public static func decimal(_ number: Decimal) -> Booking.Value { .decimal(number.description) }
}
