#include "cvector_cells.h"

#include <string.h>

#include "gathered_cells.h"

/* Digits after a point in eight bytes. */
enum { most_fraction = 6 };

/* Numbers with no point or all the decimals, which is how most files write them; gives whether some cell is another. */
FOR_PROCESSORS static int read_numbers(const gathered_ends *cells, size_t count, cvector_bounds bounds, unsigned decimals,
                                       int64_t *to) {
  uint64_t any = 0;
  const int has_point = decimals > 0 && decimals <= most_fraction;
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
    any |= left;
  }
  return any != 0;
}

/* The same with any number of decimals up to `decimals`. */
FOR_PROCESSORS static int tell_numbers(const gathered_ends *cells, size_t count, cvector_bounds bounds, unsigned decimals,
                                       int64_t *to, uint8_t *unread) {
  uint64_t any = 0, powers[most_fraction + 1], scale = 1;
  for (unsigned k = 0; k < decimals; k++) scale *= 10;
  for (unsigned k = 0, left = decimals; k <= most_fraction; k++, left--) {
    powers[k] = k > 0 && k <= decimals;
    for (unsigned j = 0; powers[k] && j < left; j++) powers[k] *= 10;
  }
  EACH_CELL {
    const uint64_t length = cells->lengths[i];
    const uint64_t digits = (cells->words[i] ^ EVERY_BYTE('0')) & ~bytes_below(8 - least_of(length, 8));
    /* The first point, in the highest bit of its byte: what is before it closes up. */
    const uint64_t others = digits ^ EVERY_BYTE('.' ^ '0'), points = (others - EVERY_BYTE(1)) & ~others & EVERY_BYTE(0x80);
    const uint64_t point = points & -points, pointed = all_if(point != 0);
    const uint64_t below = (point >> 7) - 1, above = ~((point << 1) - 1);
    const uint64_t closed = (((digits & above) | (digits & below) << 8) & pointed) | (digits & ~pointed);
    const uint64_t no_digits = (closed | (closed + EVERY_BYTE(0x76))) & EVERY_BYTE(0x80);
    const uint64_t pairs = (closed << 3) + (closed << 1) + (closed >> 8);
    const uint64_t value = times(pairs & 0xFF, 1000000) + times(pairs >> 16 & 0xFF, 10000) +
                           times(pairs >> 32 & 0xFF, 100) + (pairs >> 48 & 0xFF);
    uint64_t power = scale & ~pointed, least_length = 1;
    for (unsigned k = 1; k <= most_fraction; k++) {
      const uint64_t is_here = all_if(point == 0x80ull << 8 * (7 - k));
      power |= powers[k] & is_here, least_length += (k + 1) & is_here;
    }
    const uint64_t scaled = times(value, power);
    const int64_t value_of = (int64_t)scaled;
    const uint64_t outside = all_if(value_of < bounds.least) | all_if(value_of > bounds.most);
    const uint64_t misplaced = all_if(power == 0) | all_if(length < least_length);
    const uint64_t strange = no_digits | misplaced | all_if(length > 8) | outside, is_empty = all_if(length == 0);
    const uint64_t left = (strange & ~is_empty) | (is_empty & all_if(!bounds.takes_empty));
    to[i] = (int64_t)((is_empty & (uint64_t)bounds.empty) | (~is_empty & scaled));
    unread[i] = left != 0;
    any |= left;
  }
  return any != 0;
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
    if (read_numbers(&kept, block.kept, bounds, decimals, numbers) &&
        tell_numbers(&kept, block.kept, bounds, decimals, numbers, unread)) {
      cvector_tell_unread(&block, unread, cells, told, &is_unread);
    }
    if (block.is_sparse) cvector_place_numbers(&block, numbers, bounds.empty, to);
  }
  return is_unread;
}

int cvector_divide_units(int64_t *units, size_t count, int64_t each, uint8_t *unread, int is_unread) {
  for (size_t i = 0; i < count; i++) {
    const int64_t number = units[i];
    units[i] = number / each;
    if (__builtin_expect(units[i] * each == number, 1)) continue;
    if (!is_unread) memset(unread, 0, count);
    unread[i] = is_unread = 1;
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
