/* Cells and texts on their way into vector registers: the bytes that stand for each, gathered one by one. */
#ifndef GATHERED_H
#define GATHERED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "short_words.h"

/* Cells gathered in one go: what is kept of them on the way stays in the first cache. */
enum { gathered_most = 256 };

typedef struct {
  uint64_t words[gathered_most], more[gathered_most], lengths[gathered_most];
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

ALWAYS_INLINE uint64_t least_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Ones in the lowest bytes, up to all eight. */
ALWAYS_INLINE uint64_t bytes_below(uint64_t bytes) {
  const uint64_t bits = 8 * bytes, half = bits >> 1;
  return ~((UINT64_MAX << half) << (bits - half));
}

#endif
