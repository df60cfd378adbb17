/* Bytes of a word looked at together, without vector instructions. */
#ifndef BYTES_EQUAL_H
#define BYTES_EQUAL_H

#include <stdint.h>

/* The top bit of every byte of a word that is the byte all of `pattern` is made of. */
static inline uint64_t bytes_equal(uint64_t word, uint64_t pattern) {
  const uint64_t low = 0x7F7F7F7F7F7F7F7Full, differs = word ^ pattern;
  return ~(((differs & low) + low) | differs | low);
}

#endif
