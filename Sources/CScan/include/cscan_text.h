/* Short texts on their way out, inlined into the loops that write them. */
#ifndef CSCAN_TEXT_H
#define CSCAN_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* What is read where a text is empty: its place may be the end of all memory there is. */
static const uint8_t cscan_nothing[16] = {0};

typedef struct {
  uint64_t low, high;
} cscan_words;

/* Sixteen full bytes and sixteen empty ones: read from 16 less a count they keep that many first bytes. */
static const uint8_t cscan_used[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};

/* The first 16 bytes of a text as two numbers, zeros after its end; count is at most 16.
 *
 * Reads 16 bytes at once where these lie in one page of memory: a page is there as a whole or not at
 * all, so no read faults. Nothing else branches: how long texts are is anybody's guess. */
static inline cscan_words cscan_first_bytes(const uint8_t *text, size_t count) {
  cscan_words words = {0, 0};
  const uint8_t *from = count ? text : cscan_nothing;
  if (__builtin_expect(((uintptr_t)from & 4095) > 4080, 0)) {
    for (size_t i = 0; i < count && i < 8; i++) words.low |= (uint64_t)from[i] << 8 * i;
    for (size_t i = 8; i < count; i++) words.high |= (uint64_t)from[i] << (8 * i - 64);
    return words;
  }
  cscan_words used;
  memcpy(&words, from, 16);
  memcpy(&used, cscan_used + 16 - count, 16);
  words.low &= used.low, words.high &= used.high;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  words.low = __builtin_bswap64(words.low), words.high = __builtin_bswap64(words.high);
#endif
  return words;
}

/* Copies a text to where there is room for its bytes rounded up to 16, and gives 1; or gives 0 where as a
 * CSV cell it would stand in quotes: with a comma, a quote, a control character, or a space at either
 * end. An empty text is copied. Reads as the one above. */
static inline int cscan_copy_plain(const uint8_t *text, size_t count, uint8_t *to) {
  size_t i = 0;
#if defined(__SSE2__)
  uint32_t wrong = 0, ends = 1;
  for (;; i += 16, ends = 0) {
    const uint8_t *from = count ? text + i : cscan_nothing;
    if (__builtin_expect(((uintptr_t)from & 4095) > 4080, 0)) break;
    const size_t left = count - i;
    const __m128i v = _mm_loadu_si128((const __m128i *)from);
    const __m128i low = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v);
    const __m128i marks =
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(',')), _mm_cmpeq_epi8(v, _mm_set1_epi8('"')));
    const uint32_t special = (uint32_t)_mm_movemask_epi8(_mm_or_si128(low, marks));
    const uint32_t spaces = (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(v, _mm_set1_epi8(' ')));
    _mm_storeu_si128((__m128i *)(to + i), v);
    if (__builtin_expect(left > 16, 0)) {
      wrong |= special | (spaces & ends);
      continue;
    }
    const uint32_t all = (1u << left) - 1;
    ends |= all ^ all >> 1;
    return (wrong | ((special | (spaces & ends)) & all)) == 0;
  }
  if (wrong) return 0;
#endif
  for (; i < count; i++) {
    const uint8_t c = text[i];
    if (c == ',' || c == '"' || c < 0x20 || (c == ' ' && (i == 0 || i + 1 == count))) return 0;
    to[i] = c;
  }
  return 1;
}

#endif
