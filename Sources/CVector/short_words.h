/* Short texts and numbers as words of eight bytes. */
#ifndef SHORT_WORDS_H
#define SHORT_WORDS_H

#include <stdint.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

#define EVERY_BYTE(B) (0x0101010101010101ull * (B))

/* All ones or none. */
ALWAYS_INLINE uint64_t all_if(int condition) { return -(uint64_t)(condition != 0); }

/* A product of numbers below 2^32. */
ALWAYS_INLINE uint64_t times(uint64_t a, uint64_t b) { return (uint64_t)(uint32_t)a * (uint32_t)b; }

#endif
