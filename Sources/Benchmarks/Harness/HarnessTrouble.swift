/// Why a measurement could not be made; said aloud, and the others go on.
struct HarnessTrouble: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}
