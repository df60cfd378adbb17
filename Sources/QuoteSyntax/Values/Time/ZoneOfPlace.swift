/// Cities by which zones are named, for countries and places that people name instead.
package enum ZoneOfPlace {
  private static let cities = [
    "france": "Europe/Paris", "germany": "Europe/Berlin", "deutschland": "Europe/Berlin",
    "spain": "Europe/Madrid", "italy": "Europe/Rome", "england": "Europe/London",
    "scotland": "Europe/London", "wales": "Europe/London", "britain": "Europe/London",
    "uk": "Europe/London", "united_kingdom": "Europe/London", "great_britain": "Europe/London",
    "ireland": "Europe/Dublin", "netherlands": "Europe/Amsterdam", "holland": "Europe/Amsterdam",
    "belgium": "Europe/Brussels", "austria": "Europe/Vienna", "switzerland": "Europe/Zurich",
    "sweden": "Europe/Stockholm", "norway": "Europe/Oslo", "denmark": "Europe/Copenhagen",
    "finland": "Europe/Helsinki", "poland": "Europe/Warsaw", "portugal": "Europe/Lisbon",
    "greece": "Europe/Athens", "czechia": "Europe/Prague", "czech_republic": "Europe/Prague",
    "hungary": "Europe/Budapest", "romania": "Europe/Bucharest", "bulgaria": "Europe/Sofia",
    "croatia": "Europe/Zagreb", "slovenia": "Europe/Ljubljana", "slovakia": "Europe/Bratislava",
    "serbia": "Europe/Belgrade", "ukraine": "Europe/Kyiv", "turkey": "Europe/Istanbul",
    "estonia": "Europe/Tallinn", "latvia": "Europe/Riga", "lithuania": "Europe/Vilnius",
    "munich": "Europe/Berlin", "hamburg": "Europe/Berlin", "frankfurt": "Europe/Berlin",
    "milan": "Europe/Rome", "barcelona": "Europe/Madrid", "geneva": "Europe/Zurich",
    "lyon": "Europe/Paris", "marseille": "Europe/Paris", "edinburgh": "Europe/London",
    "japan": "Asia/Tokyo", "china": "Asia/Shanghai", "beijing": "Asia/Shanghai",
    "india": "Asia/Kolkata", "mumbai": "Asia/Kolkata", "delhi": "Asia/Kolkata",
    "israel": "Asia/Jerusalem", "korea": "Asia/Seoul", "thailand": "Asia/Bangkok",
    "mexico": "America/Mexico_City", "miami": "America/New_York", "boston": "America/New_York",
    "washington": "America/New_York", "atlanta": "America/New_York",
    "florida": "America/New_York", "philadelphia": "America/New_York",
    "dallas": "America/Chicago", "houston": "America/Chicago", "texas": "America/Chicago",
    "austin": "America/Chicago", "san_francisco": "America/Los_Angeles",
    "seattle": "America/Los_Angeles", "california": "America/Los_Angeles",
    "san_diego": "America/Los_Angeles", "las_vegas": "America/Los_Angeles",
    "montreal": "America/Toronto", "ottawa": "America/Toronto", "new_zealand": "Pacific/Auckland",
  ]

  private static let zonesOfCurrencies = [
    "EUR": ["Europe/Berlin", "Europe/Athens"], "GBP": ["Europe/London"],
    "USD": ["America/New_York", "America/Chicago", "America/Los_Angeles"],
    "CHF": ["Europe/Zurich"], "SEK": ["Europe/Stockholm"], "NOK": ["Europe/Oslo"],
    "DKK": ["Europe/Copenhagen"], "PLN": ["Europe/Warsaw"], "CZK": ["Europe/Prague"],
    "HUF": ["Europe/Budapest"], "RON": ["Europe/Bucharest"], "UAH": ["Europe/Kyiv"],
    "RUB": ["Europe/Moscow"], "TRY": ["Europe/Istanbul"], "JPY": ["Asia/Tokyo"],
    "CNY": ["Asia/Shanghai"], "HKD": ["Asia/Hong_Kong"], "INR": ["Asia/Kolkata"],
    "KRW": ["Asia/Seoul"], "SGD": ["Asia/Singapore"], "THB": ["Asia/Bangkok"],
    "TWD": ["Asia/Taipei"], "AED": ["Asia/Dubai"], "ILS": ["Asia/Jerusalem"],
    "ZAR": ["Africa/Johannesburg"], "CAD": ["America/Toronto", "America/Vancouver"],
    "MXN": ["America/Mexico_City"], "BRL": ["America/Sao_Paulo"],
    "AUD": ["Australia/Sydney", "Australia/Perth"], "NZD": ["Pacific/Auckland"],
  ]

  /// Zones of where a currency is used, each with the city that it is named for.
  package static func zones(ofCurrency currency: String) -> [(zone: String, place: String)] {
    (zonesOfCurrencies[currency] ?? ["America/New_York", "Europe/London"]).map { zone in
      let city = zone.split(separator: "/").last.map(String.init) ?? zone
      return (zone, city.replacing("_", with: " "))
    }
  }

  /// The zone of `Europe/France`, of `france` and of `San Francisco`; nil for what is not known.
  package static func zone(of name: String) -> String? {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    return cities[last.lowercased().replacing(" ", with: "_")]
  }
}
