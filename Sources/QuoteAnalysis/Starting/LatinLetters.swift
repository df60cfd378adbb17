/// Letters with marks, as names of rules spell them: `Länge` is `laenge`.
enum LatinLetters {
  static let spelled: [Character: String] = {
    var spelled: [Character: String] = [
      "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe",
    ]
    let plain: KeyValuePairs = [
      "a": "àáâãåā", "c": "çćč", "d": "ďđ", "e": "èéêëēęě", "g": "ğ", "i": "ìíîïīı", "l": "ł",
      "n": "ñńň", "o": "òóôõōő", "r": "řŕ", "s": "śšş", "t": "ťţ", "u": "ùúûūůű", "y": "ýÿ",
      "z": "źżž",
    ]
    for (letter, marked) in plain {
      for character in marked { spelled[character] = letter }
    }
    return spelled
  }()
}
