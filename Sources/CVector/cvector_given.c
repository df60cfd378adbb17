#include <string.h>

#include "gathered_cells.h"

/* A byte a cell. */
FOR_PROCESSORS static void flag_lengths(const uint32_t *lengths, size_t count, uint8_t *flags) {
  EACH_CELL flags[i] = lengths[i] != 0;
}

/* Bits of eight flags, the first lowest. */
ALWAYS_INLINE uint64_t bits_of(const uint8_t *flags) { return load(flags) * 0x0102040810204080ull >> 56; }

void cvector_tell_lengths(const uint32_t *lengths, size_t count, cvector_told told, size_t from) {
  if (!told.given) return;
  /* With zeros up to whole words of bits. */
  uint8_t flags[gathered_most + 64];
  if (told.empty_is_given) memset(flags, 1, count);
  else flag_lengths(lengths, count, flags);
  memset(flags + count, 0, -count % 64);
  const size_t first = told.first + from, used = first % 64;
  uint64_t *word = told.given + first / 64;
  uint64_t before = *word & ((1ull << used) - 1);
  for (size_t k = 0; k < count; k += 64) {
    uint64_t bits = 0;
    for (size_t eight = 0; eight < 64; eight += 8) bits |= bits_of(flags + k + eight) << eight;
    *word++ = before | bits << used;
    before = used ? bits >> (64 - used) : 0;
    if (used + least_of(count - k, 64) > 64) *word = before;
  }
}

void cvector_tell_given(cvector_cells cells, cvector_told told) {
  if (!told.given) return;
  uint32_t lengths[gathered_most];
  EACH_BLOCK(cells) {
    EACH_OF(cells, from, count) lengths[i] = (uint32_t)length;
    cvector_tell_lengths(lengths, count, told, from);
  }
}
