#include "cvector_cells.h"

#include <string.h>

#include "for_processors.h"
#include "short_words.h"

/* Cells read in one go: what is kept of them on the way stays in the first cache. */
enum { block = 256 };

typedef struct {
  uint64_t words[block], more[block], lengths[block];
} gathered;

/* Eight bytes, the first in the lowest place. */
ALWAYS_INLINE uint64_t load(const uint8_t *at) {
  uint64_t word;
  memcpy(&word, at, sizeof word);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  return word;
}

/* Cells of a run, one after the other: where each starts, and how long it is. */
#define EACH_OF(CELLS, FROM, COUNT)                                                                           \
  const uint32_t *mark = (CELLS).marks + (ptrdiff_t)(FROM) * (CELLS).stride;                                  \
  for (size_t i = 0, start, length;                                                                           \
       i < (COUNT) && (start = (size_t)mark[0] + 1, length = mark[1] - start, 1); i++, mark += (CELLS).stride)

/* The last eight bytes of each cell and those before it, the very last highest. */
static void gather_last(cvector_cells cells, size_t from, size_t count, gathered *to) {
  EACH_OF(cells, from, count) {
    to->words[i] = load(cells.bytes + start + length - 8);
    to->lengths[i] = length;
  }
}

/* The first eight bytes of each cell, or of what follows it, and the eight after them. */
static void gather_first(cvector_cells cells, size_t from, size_t count, gathered *to) {
  EACH_OF(cells, from, count) {
    to->words[i] = load(cells.bytes + start);
    to->more[i] = load(cells.bytes + start + 8);
    to->lengths[i] = length;
  }
}

ALWAYS_INLINE uint64_t least_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Ones in the lowest bytes, up to all eight. */
ALWAYS_INLINE uint64_t bytes_below(uint64_t bytes) {
  const uint64_t bits = 8 * bytes, half = bits >> 1;
  return ~((UINT64_MAX << half) << (bits - half));
}

/* What is held for a value, and whether it is unread. */
ALWAYS_INLINE int64_t settle(int64_t value, uint64_t length, uint64_t strange, cvector_bounds bounds, uint8_t *unread) {
  const uint64_t is_empty = all_if(length == 0);
  const uint64_t outside = all_if(value < bounds.least) | all_if(value > bounds.most);
  const uint64_t left = ((strange | outside) & ~is_empty) | (is_empty & all_if(!bounds.takes_empty));
  *unread = left != 0;
  return (int64_t)((is_empty & (uint64_t)bounds.empty) | (~is_empty & (uint64_t)value));
}

FOR_PROCESSORS static void numbers(const gathered *cells, size_t count, cvector_bounds bounds, unsigned decimals,
                                   int64_t *to, uint8_t *unread) {
  const int has_point = decimals > 0 && decimals <= 6;
  const unsigned place = has_point ? 8 * (7 - decimals) : 0;
  const uint64_t point = has_point ? '.' ^ '0' : 0x100;
  const uint64_t below = (1ull << place) - 1, above = ~((2ull << (place | 7)) - 1);
  uint64_t scale = 1;
  for (unsigned k = 0; k < decimals; k++) scale *= 10;
  EACH_CELL {
    const uint64_t length = cells->lengths[i];
    /* Before the cell, zeros. */
    const uint64_t digits = (cells->words[i] ^ EVERY_BYTE('0')) & ~bytes_below(8 - least_of(length, 8));
    /* What is before a point closes up. */
    const uint64_t pointed = all_if((digits >> place & 0xFF) == point);
    const uint64_t closed = (((digits & above) | (digits & below) << 8) & pointed) | (digits & ~pointed);
    const uint64_t misplaced = pointed & all_if(length < decimals + 2);
    const uint64_t no_digits = (closed | (closed + EVERY_BYTE(0x76))) & EVERY_BYTE(0x80);
    const uint64_t pairs = (closed << 3) + (closed << 1) + (closed >> 8);
    const uint64_t value = times(pairs & 0xFF, 1000000) + times(pairs >> 16 & 0xFF, 10000) +
                           times(pairs >> 32 & 0xFF, 100) + (pairs >> 48 & 0xFF);
    const uint64_t scaled = times(value, (scale & ~pointed) | (1 & pointed));
    to[i] = settle((int64_t)scaled, length, no_digits | misplaced | all_if(length > 8), bounds, unread + i);
  }
}

FOR_PROCESSORS static void dates(const gathered *cells, size_t count, cvector_bounds bounds, int64_t *to,
                                 uint8_t *unread) {
  EACH_CELL {
    /* YYYY-MM- and DD, less what they are made of. */
    const uint64_t first = cells->words[i] ^ 0x2D30302D30303030ull, last = (cells->more[i] & 0xFFFF) ^ 0x3030;
    const uint64_t strange = (first | (first + 0x7F76767F76767676ull) | last | (last + 0x7676)) & EVERY_BYTE(0x80);
    const uint64_t tens = (first << 3) + (first << 1) + (first >> 8);
    const uint64_t year = times(tens & 0xFF, 100) + (tens >> 16 & 0xFF), month = tens >> 40 & 0xFF;
    const uint64_t day = ((last & 0xF) << 3) + ((last & 0xF) << 1) + (last >> 8 & 0xF);
    const uint64_t century = times(year, 5243) >> 19, of_century = year - times(century, 100);
    const uint64_t is_leap = all_if((of_century == 0 ? century & 3 : year & 3) == 0);
    const uint64_t days_in_month = month == 2 ? 28 + (is_leap & 1) : 30 + ((month + (month >> 3)) & 1);
    const uint64_t no_date = all_if(year == 0) | all_if(month - 1 > 11) | all_if(day - 1 >= days_in_month);
    /* Years that begin in March: a leap day is their last. */
    const uint64_t early = month < 3, march = year + 4800 - early, months = month + 12 * early - 3;
    const uint64_t centuries = times(march, 5243) >> 19;
    const uint64_t days = times(march, 365) + (march >> 2) - centuries + (centuries >> 2) +
                          (times(times(months, 153) + 2, 52429) >> 18) + day;
    const uint64_t length = cells->lengths[i];
    to[i] = settle((int64_t)(days - 2472633), length, strange | no_date | all_if(length != 10), bounds, unread + i);
  }
}

/* Cells as words of a table are held. One that is too long is none of them: no word has this length. */
FOR_PROCESSORS static void trim(gathered *cells, size_t count) {
  EACH_CELL {
    const uint64_t length = cells->lengths[i], first = least_of(length, 8);
    cells->words[i] &= bytes_below(first);
    cells->more[i] = (cells->more[i] & bytes_below(least_of(length, 15) - first)) | least_of(length, 255) << 56;
  }
}

/* One more than the code of the word that each cell is; 0 for none. Four words at a time; gives whether a cell
 * was none so far. */
FOR_PROCESSORS static int find(const gathered *cells, size_t count, const cvector_word *words, uint64_t *found) {
  const cvector_word a = words[0], b = words[1], c = words[2], d = words[3];
  uint64_t missing = 0;
  EACH_CELL {
    const uint64_t low = cells->words[i], high = cells->more[i];
    found[i] |= (all_if(low == a.low) & all_if(high == a.high) & a.above) |
                (all_if(low == b.low) & all_if(high == b.high) & b.above) |
                (all_if(low == c.low) & all_if(high == c.high) & c.above) |
                (all_if(low == d.low) & all_if(high == d.high) & d.above);
    missing += (uint64_t)(found[i] == 0) & (uint64_t)(cells->lengths[i] != 0);
  }
  return missing != 0;
}

FOR_PROCESSORS static void settle_codes(const uint64_t *found, const uint64_t *lengths, size_t count,
                                        cvector_bounds bounds, int32_t *to, uint8_t *unread) {
  EACH_CELL to[i] = (int32_t)settle((int64_t)found[i] - 1, lengths[i], all_if(found[i] == 0), bounds, unread + i);
}

FOR_PROCESSORS static void settle_flags(const uint64_t *found, const uint64_t *lengths, size_t count,
                                        cvector_bounds bounds, uint8_t *to, uint8_t *unread) {
  EACH_CELL to[i] = (uint8_t)settle((int64_t)found[i] - 1, lengths[i], all_if(found[i] == 0), bounds, unread + i);
}

/* Cells of a run, as many at a time as are kept. */
#define EACH_BLOCK(CELLS) \
  for (size_t from = 0, count; count = least_of((CELLS).count - from, block), from < (CELLS).count; from += count)

static int any(const uint8_t *unread, size_t count) { return count > 0 && memchr(unread, 1, count) != NULL; }

int cvector_read_numbers(cvector_cells cells, cvector_bounds bounds, unsigned decimals, int64_t *to,
                         uint8_t *unread) {
  gathered kept;
  EACH_BLOCK(cells) {
    gather_last(cells, from, count, &kept);
    numbers(&kept, count, bounds, decimals, to + from, unread + from);
  }
  return any(unread, cells.count);
}

int cvector_read_dates(cvector_cells cells, cvector_bounds bounds, int64_t *to, uint8_t *unread) {
  gathered kept;
  EACH_BLOCK(cells) {
    gather_first(cells, from, count, &kept);
    dates(&kept, count, bounds, to + from, unread + from);
  }
  return any(unread, cells.count);
}

/* Into codes, or where these are null into flags. */
static int read_words(cvector_cells cells, cvector_bounds bounds, const cvector_word *words, size_t word_count,
                      int32_t *codes, uint8_t *flags, uint8_t *unread) {
  gathered kept;
  uint64_t found[block];
  EACH_BLOCK(cells) {
    gather_first(cells, from, count, &kept);
    trim(&kept, count);
    memset(found, 0, count * sizeof *found);
    size_t k = 0;
    while (k < word_count && find(&kept, count, words + k, found)) k += 4;
    if (codes) settle_codes(found, kept.lengths, count, bounds, codes + from, unread + from);
    else settle_flags(found, kept.lengths, count, bounds, flags + from, unread + from);
  }
  return any(unread, cells.count);
}

int cvector_read_codes(cvector_cells cells, cvector_bounds bounds, const cvector_word *words, size_t word_count,
                       int32_t *to, uint8_t *unread) {
  return read_words(cells, bounds, words, word_count, to, NULL, unread);
}

int cvector_read_flags(cvector_cells cells, cvector_bounds bounds, const cvector_word *words, size_t word_count,
                       uint8_t *to, uint8_t *unread) {
  return read_words(cells, bounds, words, word_count, NULL, to, unread);
}
