#include <string.h>

#include "gathered_cells.h"

/* A byte a cell. */
FOR_PROCESSORS static void flag_lengths(const uint32_t *lengths, size_t count, uint8_t *flags) {
  EACH_CELL flags[i] = lengths[i] != 0;
}

/* Bits of eight flags, the first lowest. */
ALWAYS_INLINE uint64_t bits_of(const uint8_t *flags) { return load(flags) * 0x0102040810204080ull >> 56; }

/* Bits of cells that are not empty. */
static void bits_of_lengths(const uint32_t *lengths, size_t count, uint64_t *bits) {
  /* With zeros up to whole words of bits. */
  uint8_t flags[gathered_most + 64];
  flag_lengths(lengths, count, flags);
  memset(flags + count, 0, -count % 64);
  for (size_t k = 0; k < count; k += 64) {
    bits[k / 64] = 0;
    for (size_t eight = 0; eight < 64; eight += 8) bits[k / 64] |= bits_of(flags + k + eight) << eight;
  }
}

/* Bits of a block into those told, from the block's place on. */
static void put_bits(const uint64_t *bits, size_t count, cvector_told told, size_t from) {
  const size_t first = told.first + from, used = first % 64;
  uint64_t *word = told.given + first / 64;
  uint64_t before = *word & ((1ull << used) - 1);
  for (size_t k = 0; k < count; k += 64, bits++) {
    const size_t here = least_of(count - k, 64);
    const uint64_t next = here < 64 ? *bits & ((1ull << here) - 1) : *bits;
    *word++ = before | next << used;
    before = used ? next >> (64 - used) : 0;
    if (used + here > 64) *word = before;
  }
}

/* The places of bits that are set, in order; there is room for 64 after the last. */
static uint8_t *places_of(uint64_t bits, size_t first, uint8_t *to) {
  for (; bits; bits &= bits - 1) *to++ = (uint8_t)(first + (size_t)__builtin_ctzll(bits));
  return to;
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx512f,avx512bw,avx512vbmi2"))) static uint8_t *places_compressed(uint64_t bits, size_t first, uint8_t *to) {
  static const uint8_t order[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                    22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43,
                                    44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const __m512i places = _mm512_add_epi8(_mm512_loadu_si512(order), _mm512_set1_epi8((char)first));
  _mm512_storeu_si512(to, _mm512_maskz_compress_epi8(bits, places));
  return to + __builtin_popcountll(bits);
}
#endif

static void tell_bits(const uint64_t *bits, const uint32_t *lengths, size_t from, size_t count, cvector_told told) {
  if (!told.given) return;
  uint64_t made[gathered_most / 64];
  if (told.empty_is_given) memset(made, 0xFF, sizeof made), bits = made;
  else if (!bits) bits_of_lengths(lengths, count, made), bits = made;
  put_bits(bits, count, told, from);
}

void cvector_begin_block(cell_block *block, cvector_cells cells, size_t from, size_t count, int takes_empty) {
  block->from = from, block->count = block->kept = count;
  block->given = cells.given ? cells.given + from / 64 : NULL;
  block->is_sparse = 0;
  if (!block->given || !takes_empty) return;
  size_t given = 0;
  for (size_t word = 0; 64 * word < count; word++) given += (size_t)__builtin_popcountll(block->given[word]);
  /* What is saved with an empty cell pays for what a given one costs more. */
  if (8 * given > 5 * count) return;
  block->is_sparse = 1;
  block->kept = given;
  uint8_t *place = block->places;
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512vbmi2")) {
    for (size_t k = 0; k < count; k += 64) place = places_compressed(block->given[k / 64], k, place);
    return;
  }
#endif
  for (size_t k = 0; k < count; k += 64) place = places_of(block->given[k / 64], k, place);
}

void cvector_tell_block(const cell_block *block, const uint32_t *lengths, cvector_told told) {
  tell_bits(block->given, lengths, block->from, block->count, told);
}

void cvector_tell_unread(const cell_block *block, const uint8_t *unread, cvector_cells cells, cvector_told told,
                         int *is_unread) {
  if (!*is_unread) memset(told.unread, 0, cells.count);
  *is_unread = 1;
  if (!block->is_sparse) {
    memcpy(told.unread + block->from, unread, block->count);
    return;
  }
  for (size_t i = 0; i < block->kept; i++) told.unread[block->from + block->places[i]] = unread[i];
}

void cvector_tell_given(cvector_cells cells, cvector_told told) {
  if (!told.given) return;
  const uint8_t *const everywhere = NULL;
  uint32_t lengths[gathered_most];
  EACH_BLOCK(cells) {
    const uint64_t *given = cells.given ? cells.given + from / 64 : NULL;
    if (!given)
      EACH_OF(cells, from, count, everywhere) lengths[i] = (uint32_t)length;
    tell_bits(given, lengths, from, count, told);
  }
}

FOR_PROCESSORS static void fill_numbers(int64_t *numbers, size_t count, int64_t number) {
  EACH_CELL numbers[i] = number;
}

void cvector_place_numbers(const cell_block *block, const int64_t *kept, int64_t empty, int64_t *to) {
  fill_numbers(to + block->from, block->count, empty);
  for (size_t i = 0; i < block->kept; i++) to[block->from + block->places[i]] = kept[i];
}
