/* Scanning of input bytes: where cells and records end. Nothing here reads a value.
 *
 * Every function may read up to 63 bytes past `to`; the caller keeps spaces there.
 * Offsets are 32 bits wide: a chunk is far smaller than 4 GiB.
 */
#ifndef CSCAN_H
#define CSCAN_H

#include <stddef.h>
#include <stdint.h>

#include "cscan_members.h"
#include "cscan_quoted.h"
#include "cscan_text.h"
#include "cscan_words.h"

/* What a stretch of CSV holds besides cells: 1 where there is some; how many newlines. */
typedef struct {
  uint8_t quote;
  uint8_t carriage_return;
  uint8_t nul;
  uint8_t not_ascii;
  uint32_t newlines;
} cscan_found;

/* Writes the offset of every delimiter and newline of bytes[from..<to) to marks, in order, and gives
 * their number. Room for to - from + 64 offsets is needed. Quotes are only looked for. */
size_t cscan_csv(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint32_t *marks,
                 cscan_found *found);

/* How far a table is scanned. Begins as zeros but for `at`. */
typedef struct {
  size_t at;         /* the next byte to look at */
  size_t marks;      /* offsets written */
  size_t row;        /* the first mark of a row whose end was not looked at */
  size_t ends;       /* rows looked at, so many cells taken for one, that end in a newline */
  int bare;          /* whether one of them is followed by a delimiter, a space or less */
  cscan_found found; /* in all */
} cscan_table;

/* The same of a table's bytes from table->at to `to`, stretch by stretch, while there is room for the marks of one more,
 * whatever stands in it: most text has far fewer than a mark a byte. `room` is that of marks as a whole, of which
 * table->marks are written; 0 where more is needed to go on, and 1 at the end. */
int cscan_csv_table(const uint8_t *bytes, size_t to, uint8_t delimiter, size_t columns, uint32_t *marks, size_t room,
                    cscan_table *table);

/* Of a table that is scanned: whether every row has so many cells, two at least, and ends in a newline. */
int cscan_is_regular(cscan_table table, size_t columns);

/* Ways to do it: without vector instructions, or with those of some processors. cscan_csv takes
 * the last of these that can be taken here. */
typedef enum { cscan_portable, cscan_avx2, cscan_avx512 } cscan_way;

int cscan_can(cscan_way way);
cscan_way cscan_best_way(void);
size_t cscan_csv_by(cscan_way way, const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter,
                    uint32_t *marks, cscan_found *found);

/* Tells which cells of a table are not empty. Row r's cell c is between marks[r * stride + c] and the mark after it; its
 * bit is bit r % 64 of bits[c * words + r / 64]. The bits after the last row's are 0. */
void cscan_given(const uint32_t *marks, size_t stride, size_t columns, size_t rows, uint64_t *bits, size_t words);
void cscan_given_by(cscan_way way, const uint32_t *marks, size_t stride, size_t columns, size_t rows, uint64_t *bits,
                    size_t words);

/* Whether a carriage return is followed by anything but a newline. */
int cscan_lone_return(const uint8_t *bytes, size_t from, size_t to);

/* The offset after the last such byte of bytes[from..<to), or from. */
size_t cscan_after_last(const uint8_t *bytes, size_t from, size_t to, uint8_t byte);

/* How many newlines stand in bytes[from..<to). */
size_t cscan_newlines(const uint8_t *bytes, size_t from, size_t to);

/* How many newlines stand in bytes[from..<to), and returns that no newline follows. */
size_t cscan_lines(const uint8_t *bytes, size_t from, size_t to);

/* The offset after the next line end at or after `from`, or to. */
size_t cscan_next_line(const uint8_t *bytes, size_t from, size_t to);

/* The start of the first of the last lines of bytes[from..<to) that share their cell number key_column;
 * text without quotes that ends in a newline. Blank lines belong to what comes before; without a key a line shares nothing. */
size_t cscan_last_group(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, int32_t key_column);

/* Where whole CSV records end, quotes minded. */
typedef struct {
  size_t end;           /* offset after the last whole record's line end, or from */
  size_t group;         /* start of the first of the last whole records that share their key cell */
  ptrdiff_t open_quote; /* offset of a quote that is still open at to, or -1 */
  size_t last_record;   /* start of what is not whole, or to */
  size_t key;           /* the key cell of what is not whole, where it has one, else of the last whole record; quotes left off */
  size_t key_length;
  ptrdiff_t too_long;   /* start of a record, or of a group, that is too long, or -1 */
  ptrdiff_t other;      /* start of a whole record with another key than the one asked for, or -1 */
} cscan_records;

/* bytes[from] starts a record. key_column is the cell that names a record's group, or -1; without a key in it a record is
 * its own group. A record with something wrong about its quotes ends with its first line. */
cscan_records cscan_csv_records(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter,
                                int32_t key_column);

/* The same up to the end of the first record that is not a blank line; group is where it starts. */
cscan_records cscan_csv_first(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter,
                              int32_t key_column);

/* Where the first record ends that has something wrong about its quotes, or to. */
size_t cscan_csv_after_broken(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter);

/* Where the first record starts that is longer than bound, its line end left off, or -1. */
ptrdiff_t cscan_csv_too_long(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, size_t bound);

/* The same of the first record or group of records; a record that is too long is one of its group, where its key says so
 * before it is too long. */
ptrdiff_t cscan_csv_long_group(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, int32_t key_column,
                               size_t bound);

/* The same as cscan_csv_records up to the first record with another key. */
cscan_records cscan_csv_group(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, int32_t key_column,
                              const uint8_t *key, size_t key_length);

/* Where a JSON value is while it is being scanned; all zero at its first byte. */
typedef struct {
  uint32_t depth;
  uint8_t in_string;
  uint8_t escaped;
} cscan_json_state;

/* Goes on to the end of an object, array or string and gives the offset after it, with depth 0 and
 * no string; or to, with the state where it stands. */
size_t cscan_json_value(cscan_json_state *state, const uint8_t *bytes, size_t from, size_t to);

#endif
