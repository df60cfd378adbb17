/// The closed list of ways in which one backend reads what another would not.
/// Each is a phrase of an input; none is tied to a field's name.
package enum InputConversion: String, Hashable, Sendable, CaseIterable {
  /// Numbers truncated towards zero, flags as 0 and 1, texts as Python's `int`
  /// reads them (spaces around, a sign, decimal digits of any script, single
  /// underscores between digits).
  case readAsInteger = "read as integer"
  /// Numbers, flags as 0 and 1, texts as Python's `float` reads them.
  case readAsNumber = "read as number"
  /// JSON `false`, `0`, `""`, `[]`, `{}` and null read as not given.
  case falsyIsMissing = "falsy is missing"
  /// A value of another type reads as not given instead of a fault.
  case otherIsMissing = "other is missing"
  /// Any value is taken as the text it was written as.
  case anyAsText = "any as text"
  /// A point with latitude 0 and longitude 0 is not given.
  case zeroIsMissing = "zero is missing"
  /// A point with latitude 0 and longitude 0 is meant, and nothing is said of it.
  case zeroIsAPlace = "zero is a place"
}
