#include "cvector_cells.h"

#include <string.h>

#include "gathered_cells.h"

/* The last eight bytes of each cell and those before it, the very last highest. */
typedef struct {
  uint64_t words[gathered_most];
  uint32_t lengths[gathered_most];
} gathered_ends;

static void gather_last(cvector_cells cells, const cell_block *block, gathered_ends *to) {
#define GATHER(PLACES)                                           \
  EACH_OF(cells, block->from, block->kept, PLACES) {             \
    to->words[i] = load(cells.bytes + start + length - 8);       \
    to->lengths[i] = (uint32_t)length;                           \
  }
  const uint8_t *const everywhere = NULL;
  if (block->is_sparse) GATHER(block->places)
  else GATHER(everywhere)
#undef GATHER
}

/* Gives whether a cell is unread; which ones only where `unread` is asked for, for there are seldom any. */
ALWAYS_INLINE int numbers(const gathered_ends *cells, size_t count, cvector_bounds bounds, unsigned decimals, int64_t *to,
                          uint8_t *unread) {
  uint64_t any = 0;
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
    const int64_t value_of = (int64_t)scaled;
    const uint64_t outside = all_if(value_of < bounds.least) | all_if(value_of > bounds.most);
    const uint64_t strange = no_digits | misplaced | all_if(length > 8) | outside, is_empty = all_if(length == 0);
    const uint64_t left = (strange & ~is_empty) | (is_empty & all_if(!bounds.takes_empty));
    to[i] = (int64_t)((is_empty & (uint64_t)bounds.empty) | (~is_empty & scaled));
    if (unread) unread[i] = left != 0;
    any |= left;
  }
  return any != 0;
}

FOR_PROCESSORS static int read_numbers(const gathered_ends *cells, size_t count, cvector_bounds bounds, unsigned decimals,
                                       int64_t *to) {
  return numbers(cells, count, bounds, decimals, to, NULL);
}

FOR_PROCESSORS static void tell_numbers(const gathered_ends *cells, size_t count, cvector_bounds bounds, unsigned decimals,
                                        int64_t *to, uint8_t *unread) {
  numbers(cells, count, bounds, decimals, to, unread);
}

/* The number of 32 bits that is nearest: dates of four-digit years are far inside of them. */
static int32_t nearest(int64_t number) {
  return number < INT32_MIN ? INT32_MIN : number > INT32_MAX ? INT32_MAX : (int32_t)number;
}

ALWAYS_INLINE uint32_t ones_if(int condition) { return -(uint32_t)(condition != 0); }

ALWAYS_INLINE int dates(const gathered *cells, size_t count, cvector_bounds bounds, int64_t *to,
                        uint8_t *unread) {
  const int32_t least = nearest(bounds.least), most = nearest(bounds.most), empty = (int32_t)bounds.empty;
  uint32_t any = 0;
  const uint32_t empty_left = ones_if(!bounds.takes_empty);
  EACH_CELL {
    /* YYYY, -MM-, DD, less what they are made of. */
    const uint64_t first = cells->words[i][0];
    const uint32_t y = (uint32_t)first ^ 0x30303030, m = (uint32_t)(first >> 32) ^ 0x2D30302D;
    const uint32_t d = (uint16_t)cells->words[i][1] ^ 0x3030;
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
    const uint32_t left = (odd & ~is_empty) | (is_empty & empty_left);
    to[i] = (int32_t)((is_empty & (uint32_t)empty) | (~is_empty & (uint32_t)days));
    if (unread) unread[i] = left != 0;
    any |= left;
  }
  return any != 0;
}

FOR_PROCESSORS static int read_dates(const gathered *cells, size_t count, cvector_bounds bounds, int64_t *to) {
  return dates(cells, count, bounds, to, NULL);
}

FOR_PROCESSORS static void tell_dates(const gathered *cells, size_t count, cvector_bounds bounds, int64_t *to,
                                      uint8_t *unread) {
  dates(cells, count, bounds, to, unread);
}

FOR_PROCESSORS static void fill_numbers(int64_t *numbers, size_t count, int64_t number) {
  EACH_CELL numbers[i] = number;
}

static void place_numbers(const cell_block *block, const int64_t *kept, int64_t empty, int64_t *to) {
  fill_numbers(to + block->from, block->count, empty);
  for (size_t i = 0; i < block->kept; i++) to[block->from + block->places[i]] = kept[i];
}

int cvector_read_numbers(cvector_cells cells, cvector_bounds bounds, unsigned decimals, int64_t *to,
                         cvector_told told) {
  cell_block block;
  gathered_ends kept;
  int64_t room[gathered_most];
  uint8_t unread[gathered_most];
  int is_unread = 0;
  EACH_BLOCK(cells) {
    cvector_begin_block(&block, cells, from, count, bounds.takes_empty);
    int64_t *numbers = ROOM_OF(block, room, to);
    gather_last(cells, &block, &kept);
    cvector_tell_block(&block, kept.lengths, told);
    if (read_numbers(&kept, block.kept, bounds, decimals, numbers)) {
      tell_numbers(&kept, block.kept, bounds, decimals, numbers, unread);
      cvector_tell_unread(&block, unread, cells, told, &is_unread);
    }
    if (block.is_sparse) place_numbers(&block, numbers, bounds.empty, to);
  }
  return is_unread;
}

int cvector_read_dates(cvector_cells cells, cvector_bounds bounds, int64_t *to, cvector_told told) {
  cell_block block;
  gathered kept;
  int64_t room[gathered_most];
  uint8_t unread[gathered_most];
  int is_unread = 0;
  EACH_BLOCK(cells) {
    cvector_begin_block(&block, cells, from, count, bounds.takes_empty);
    int64_t *days = ROOM_OF(block, room, to);
    gather_first(cells, &block, &kept);
    cvector_tell_block(&block, kept.lengths, told);
    if (read_dates(&kept, block.kept, bounds, days)) {
      tell_dates(&kept, block.kept, bounds, days, unread);
      cvector_tell_unread(&block, unread, cells, told, &is_unread);
    }
    if (block.is_sparse) place_numbers(&block, days, bounds.empty, to);
  }
  return is_unread;
}

int cvector_read_texts(cvector_cells cells, cvector_text empty, int takes_empty, cvector_text *to, cvector_told told) {
  const uint8_t *const everywhere = NULL;
  uint32_t lengths[gathered_most];
  size_t shortest = SIZE_MAX;
  EACH_BLOCK(cells) {
    cell_block block;
    cvector_begin_block(&block, cells, from, count, 0);
    EACH_OF(cells, from, count, everywhere) {
      to[from + i] = (cvector_text){cells.bytes + start, length};
      lengths[i] = (uint32_t)length;
      shortest = least_of(shortest, length);
    }
    cvector_tell_block(&block, lengths, told);
  }
  if (shortest > 0) return 0;
  for (size_t i = 0; i < cells.count; i++) {
    told.unread[i] = to[i].count == 0 && !takes_empty;
    if (to[i].count == 0 && empty.count > 0) to[i] = empty;
  }
  return !takes_empty;
}

int cvector_mark_keys(cvector_cells cells, uint64_t *last, uint8_t *marked) {
  const uint8_t *const everywhere = NULL;
  uint64_t before = *last;
  uint8_t found = 0;
  EACH_OF(cells, 0, cells.count, everywhere) {
    uint64_t end = load(cells.bytes + start + length - 8);
    if (__builtin_expect(length < 8, 0)) end = length > 0 ? end >> 8 * (8 - length) : before;
    found |= marked[i] = end == before;
    before = end;
  }
  *last = before;
  return found;
}
