/* Cells and texts on their way into vector registers: the bytes that stand for each, gathered one by one. */
#ifndef GATHERED_H
#define GATHERED_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "short_words.h"

/* Cells gathered in one go: what is kept of them on the way stays in the first cache. */
enum { gathered_most = 256 };

/* Of each sixteen bytes, the first eight in the first word, and the length. */
typedef struct {
  uint64_t words[gathered_most][2];
  uint32_t lengths[gathered_most];
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

/* Sixteen bytes. */
ALWAYS_INLINE void load_both(const uint8_t *at, uint64_t *to) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  to[0] = load(at), to[1] = load(at + 8);
#else
  memcpy(to, at, 16);
#endif
}

ALWAYS_INLINE uint64_t least_of(uint64_t a, uint64_t b) { return a < b ? a : b; }

/* Ones in the lowest bytes, up to all eight. */
ALWAYS_INLINE uint64_t bytes_below(uint64_t bytes) {
  const uint64_t bits = 8 * bytes;
  return (bits < 64 ? 1ull << bits : 0) - 1;
}

#endif
