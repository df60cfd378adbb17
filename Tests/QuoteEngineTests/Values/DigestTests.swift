import Testing

@testable import QuoteEngine
@testable import QuoteLanguage
@testable import QuoteSyntax

@Suite struct DigestTests {
  /// Examples of FIPS 180-4.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func ofKnownTexts(text: String, digest: String) {
    #expect(Digest(of: Array(text.utf8)).description == digest)
  }

  @Test func ofAMillionBytes() {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      Digest(of: text).description
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
