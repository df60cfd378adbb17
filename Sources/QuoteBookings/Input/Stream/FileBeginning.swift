import QuoteLanguage
import QuoteSyntax

/// What a file is by its first bytes, where it is none that is read.
enum FileBeginning {
  private static let asSheet = "open it in a spreadsheet and save it as .xlsx or as CSV"

  /// First bytes, what begins with them, and what to do.
  private static let others: [(bytes: [UInt8], what: String, remedy: String)] = [
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "compressed with xz", "unpack it with `xz -dc`"),
    (Array("BZh".utf8), "compressed with bzip2", "unpack it with `bzip2 -dc`"),
    ([0x04, 0x22, 0x4D, 0x18], "compressed with lz4", "unpack it with `lz4 -dc`"),
    ([0x1F, 0x9D], "compressed with compress", "unpack it with `gzip -dc`"),
    ([0x1F, 0x8B], "compressed twice, with gzip inside", "unpack it once"),
    ([0x28, 0xB5, 0x2F, 0xFD], "compressed twice, with zstd inside", "unpack it once"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "an archive (.7z)", "unpack it"),
    (
      [0x50, 0x4B, 0x03, 0x04], "an archive (.zip) or another spreadsheet than .xlsx (.ods)",
      "unpack it, or save the spreadsheet as .xlsx; one that comes through a pipe has to be a file"
    ),
    ([0xD0, 0xCF, 0x11, 0xE0], "a spreadsheet (.xls), or one with a password", "save it as .xlsx"),
    (Array("PAR1".utf8), "a Parquet file", asTable),
    (Array("ARROW1".utf8), "an Arrow file", asTable),
    ([0xFF, 0xFF, 0xFF, 0xFF], "a stream of Arrow", "write it as CSV or JSON Lines"),
    (Array("SQLite format 3".utf8), "a database (SQLite)", "write the table as CSV"),
    ([0x89, 0x50, 0x4E, 0x47], "a picture (PNG)", "give the bookings as a table or as records"),
    ([0xFF, 0xD8, 0xFF], "a picture (JPEG)", "give the bookings as a table or as records"),
    (Array("<!DOCTYPE".utf8), "a web page (HTML)", asSheet),
    (Array("<!doctype".utf8), "a web page (HTML)", asSheet),
    (Array("<html".utf8), "a web page (HTML)", asSheet),
    (Array("<HTML".utf8), "a web page (HTML)", asSheet),
    (Array("<table".utf8), "a web page (HTML)", asSheet),
    (Array("<?xml".utf8), "XML", asSheet),
    (Array("%PDF".utf8), "a PDF", "give the bookings as a table or as records"),
  ]

  private static let asTable =
    "`python -m quote price` prices it (docs/python.md), or write it as CSV or JSON Lines"

  /// Throws what a file is and what to do about it. Text in UTF-16 is known by its mark, or by
  /// a NUL byte in two, which plain letters have there.
  static func check(_ first: [UInt8], _ name: String) throws(Trouble) {
    for other in others where first.starts(with: other.bytes) {
      throw .otherFile(name, other.what, other.remedy)
    }
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0, 0, 0xFE, 0xFF]]
    if marks.contains(where: { first.starts(with: $0) }) { throw .otherEncoding(name) }
    guard first.count >= 4 else { return }
    for zeros in 0...1 {
      let isWide = first.indices.allSatisfy { (first[$0] == 0) == ($0 % 2 == zeros) }
      if isWide { throw .otherEncoding(name) }
    }
  }
}
