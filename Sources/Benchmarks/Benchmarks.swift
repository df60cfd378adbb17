/// Measurements of each stage and of the whole; see docs/benchmarks.md.
@main struct Benchmarks {
  static func main() {}
}
