#include "cvector_cells.h"

#include <string.h>

#include "for_processors.h"
#include "gathered.h"

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

/* The first eight bytes of each cell, or of what follows it, and the eight after them. Where texts are asked for, these
 * too. Gives whether a cell is empty. */
ALWAYS_INLINE int gather_first(cvector_cells cells, size_t from, size_t count, gathered *to, cvector_text *texts) {
  size_t shortest = SIZE_MAX;
  EACH_OF(cells, from, count) {
    const uint8_t *text = cells.bytes + start;
    if (texts) texts[i] = (cvector_text){text, length};
    to->words[i] = load(text);
    to->more[i] = load(text + 8);
    to->lengths[i] = length;
    shortest = least_of(shortest, length);
  }
  return shortest == 0;
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

/* Cells of dates: YYYY, -MM-, DD. */
typedef struct {
  uint32_t years[gathered_most], months[gathered_most], days[gathered_most], lengths[gathered_most];
} gathered_dates;

static void gather_dates(cvector_cells cells, size_t from, size_t count, gathered_dates *to) {
  EACH_OF(cells, from, count) {
    const uint64_t word = load(cells.bytes + start);
    to->years[i] = (uint32_t)word;
    to->months[i] = (uint32_t)(word >> 32);
    to->days[i] = cells.bytes[start + 8] | (uint32_t)cells.bytes[start + 9] << 8;
    to->lengths[i] = (uint32_t)length;
  }
}

/* The number of 32 bits that is nearest: dates of four-digit years are far inside of them. */
static int32_t nearest(int64_t number) {
  return number < INT32_MIN ? INT32_MIN : number > INT32_MAX ? INT32_MAX : (int32_t)number;
}

ALWAYS_INLINE uint32_t ones_if(int condition) { return -(uint32_t)(condition != 0); }

FOR_PROCESSORS static void dates(const gathered_dates *cells, size_t count, int32_t least, int32_t most,
                                 int32_t empty, uint32_t takes_empty, int64_t *to, uint8_t *unread) {
  const uint32_t empty_left = ones_if(!takes_empty);
  EACH_CELL {
    /* Less what they are made of. */
    const uint32_t y = cells->years[i] ^ 0x30303030, m = cells->months[i] ^ 0x2D30302D, d = cells->days[i] ^ 0x3030;
    const uint32_t strange = (y | (y + 0x76767676) | m | (m + 0x7F76767F) | d | (d + 0x7676)) & 0x80808080;
    const uint32_t twos = (y << 3) + (y << 1) + (y >> 8), century = twos & 0x7F, of_century = twos >> 16 & 0x7F;
    const uint32_t month = (m >> 5 & 0x78) + (m >> 7 & 0x1E) + (m >> 16 & 0xF);
    const uint32_t day = ((d & 0xF) << 3) + ((d & 0xF) << 1) + (d >> 8 & 0xF);
    const uint32_t is_leap = ones_if(((of_century == 0 ? century : of_century) & 3) == 0);
    const uint32_t days_in_month = month == 2 ? 28 - is_leap : 30 + ((month + (month >> 3)) & 1);
    const uint32_t year = century * 100 + of_century, before = year - 1, centuries = century - (of_century == 0);
    const uint32_t no_date = ones_if(year == 0) | ones_if(month - 1 > 11) | ones_if(day - 1 >= days_in_month);
    /* Days of the months before, as if February had thirty, less what it lacks. */
    const uint32_t months = ((month * 367 - 362) * 43691) >> 19, lacking = (2 + is_leap) & ones_if(month > 2);
    const int32_t days = (int32_t)(before * 365 + (before >> 2) - centuries + (centuries >> 2) + months - lacking + day - 719163);
    const uint32_t length = cells->lengths[i], is_empty = ones_if(length == 0);
    const uint32_t odd = strange | no_date | ones_if(length != 10) | ones_if(days < least) | ones_if(days > most);
    unread[i] = ((odd & ~is_empty) | (is_empty & empty_left)) != 0;
    to[i] = (int32_t)((is_empty & (uint32_t)empty) | (~is_empty & (uint32_t)days));
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
  for (size_t from = 0, count; count = least_of((CELLS).count - from, gathered_most), from < (CELLS).count; from += count)

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
  const int32_t least = nearest(bounds.least), most = nearest(bounds.most);
  gathered_dates kept;
  EACH_BLOCK(cells) {
    gather_dates(cells, from, count, &kept);
    dates(&kept, count, least, most, (int32_t)bounds.empty, bounds.takes_empty, to + from, unread + from);
  }
  return any(unread, cells.count);
}

/* One more than the code of the word that each cell is; 0 for none. */
static void find_all(gathered *cells, size_t count, const cvector_word *words, size_t word_count, uint64_t *found) {
  trim(cells, count);
  memset(found, 0, count * sizeof *found);
  size_t k = 0;
  while (k < word_count && find(cells, count, words + k, found)) k += 4;
}

/* Into codes, or where these are null into flags. */
static int read_words(cvector_cells cells, cvector_bounds bounds, const cvector_word *words, size_t word_count,
                      int32_t *codes, uint8_t *flags, uint8_t *unread) {
  gathered kept;
  uint64_t found[gathered_most];
  EACH_BLOCK(cells) {
    gather_first(cells, from, count, &kept, NULL);
    find_all(&kept, count, words, word_count, found);
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

/* Puts another text, if it has any bytes, where a cell is empty. Sets unread, and gives whether one is. */
static int settle_empty(cvector_text *texts, size_t count, cvector_text empty, int takes_empty, uint8_t *unread) {
  for (size_t i = 0; i < count; i++) {
    unread[i] = texts[i].count == 0 && !takes_empty;
    if (texts[i].count == 0 && empty.count > 0) texts[i] = empty;
  }
  return !takes_empty;
}

int cvector_read_texts(cvector_cells cells, cvector_text empty, int takes_empty, cvector_text *to, uint8_t *unread) {
  size_t shortest = SIZE_MAX;
  EACH_OF(cells, 0, cells.count) {
    to[i] = (cvector_text){cells.bytes + start, length};
    shortest = least_of(shortest, length);
  }
  return shortest == 0 && settle_empty(to, cells.count, empty, takes_empty, unread);
}

FOR_PROCESSORS static void settle_known(const uint64_t *found, const uint64_t *lengths, size_t count,
                                        int32_t empty_code, int32_t other, int32_t *codes) {
  EACH_CELL {
    const int32_t code = found[i] == 0 ? other : (int32_t)found[i] - 1;
    codes[i] = lengths[i] == 0 ? empty_code : code;
  }
}

int cvector_read_known_texts(cvector_cells cells, int takes_empty, const cvector_word *words, size_t word_count,
                             int32_t empty_code, int32_t other, cvector_text *to, int32_t *codes, uint8_t *unread) {
  gathered kept;
  uint64_t found[gathered_most];
  int is_empty = 0;
  EACH_BLOCK(cells) {
    is_empty |= gather_first(cells, from, count, &kept, to + from);
    find_all(&kept, count, words, word_count, found);
    settle_known(found, kept.lengths, count, empty_code, other, codes + from);
  }
  return is_empty && !takes_empty && settle_empty(to, cells.count, (cvector_text){0}, takes_empty, unread);
}

/* Bits of eight flags of a byte each, the first lowest. */
ALWAYS_INLINE uint64_t bits_of(const uint8_t *flags) { return load(flags) * 0x0102040810204080ull >> 56; }

void cvector_set_given(cvector_cells cells, int empty_is_given, uint64_t *bits, size_t first) {
  const uint32_t *mark = cells.marks;
  const uint8_t always = empty_is_given != 0;
  for (size_t i = 0; i < cells.count;) {
    /* A byte a bit of some words, from the first word's own start on. */
    uint8_t flags[512];
    const size_t used = (first + i) % 64, end = least_of(cells.count - i + used, sizeof flags);
    uint64_t *word = bits + (first + i) / 64;
    const uint64_t before = *word & ((1ull << used) - 1);
    memset(flags, 0, used);
    for (size_t k = used; k < end; k++, mark += cells.stride) flags[k] = (mark[1] - mark[0] != 1) | always;
    memset(flags + end, 0, -end % 64);
    for (size_t k = 0; k < end; k += 64, word++) {
      uint64_t given = 0;
      for (size_t eight = 0; eight < 64; eight += 8) given |= bits_of(flags + k + eight) << eight;
      *word = given | (k == 0 ? before : 0);
    }
    i += end - used;
  }
}

int cvector_mark_keys(cvector_cells cells, uint8_t *marked) {
  uint64_t last = 0;
  uint8_t found = 0;
  EACH_OF(cells, 0, cells.count) {
    uint64_t end = load(cells.bytes + start + length - 8);
    if (__builtin_expect(length < 8, 0)) end = length > 0 ? end >> 8 * (8 - length) : last;
    found |= marked[i] = end == last;
    last = end;
  }
  return found;
}
