import TestKit
import Testing

@Suite struct LayeringTests {
  @Test func theRepositoryIsFound() {
    #expect(!Repository.swiftFiles(under: "Sources").isEmpty)
  }
}
