/* Scanning of CSV with quotes, where they stand as RFC 4180 has them: around whole cells, doubled inside.
 *
 * Sixty-four bytes at a time, whatever is in them: which bytes are quoted follows from the quotes before them.
 * Of any other text these functions say only that it is none of theirs.
 */
#ifndef CSCAN_QUOTED_H
#define CSCAN_QUOTED_H

#include <stddef.h>
#include <stdint.h>

/* What was made of a stretch of CSV. */
typedef struct {
  size_t marks;      /* delimiters and newlines between cells */
  size_t length;     /* bytes written */
  uint32_t newlines; /* those of them that are newlines */
} cscan_unquoted;

/* Writes bytes[from..<to), which starts a record, without the quotes around cells, the first of two inside, and returns
 * before newlines, to out[at...], and the offsets there of delimiters and newlines between cells to marks. Gives 0, and
 * nothing that counts, where a quote or a return stands elsewhere or a newline is quoted. Room for to - from + 64 bytes
 * and offsets is needed. */
int cscan_csv_unquote(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint8_t *out, size_t at,
                      uint32_t *marks, cscan_unquoted *found);

/* The offset after the last newline of bytes[from..<to) that is not quoted, or from; -1 where a quote or a return
 * stands elsewhere. bytes[from] starts a record. */
ptrdiff_t cscan_csv_quoted_end(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter);

/* The same in one of the ways of cscan.h: 0 portable, 1 AVX2, 2 AVX-512. */
int cscan_csv_unquote_by(int way, const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint8_t *out, size_t at,
                         uint32_t *marks, cscan_unquoted *found);
ptrdiff_t cscan_csv_quoted_end_by(int way, const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter);

#endif
