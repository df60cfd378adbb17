/* Short texts as words, inlined into the loops that look them up. */
#ifndef CSCAN_TEXT_H
#define CSCAN_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

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

#endif
