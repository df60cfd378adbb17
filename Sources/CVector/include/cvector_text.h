/* A text that somebody else holds. */
#ifndef CVECTOR_TEXT_H
#define CVECTOR_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

typedef struct {
  const uint8_t *base;
  size_t count;
} cvector_text;

/* Where a text of no bytes is: as many as vectors read can be read there. */
static inline const uint8_t *cvector_no_bytes(void) {
  static const uint8_t none[64] = {0};
  return none;
}

/* Whether sixteen bytes from a place on may lie in two pages of memory. A page is there as a whole or not at all, so no
 * read faults that stays in one. */
static inline int cvector_is_at_end(const uint8_t *from) {
  return __builtin_expect(((uintptr_t)from & 4095) > 4080, 0);
}

#if defined(__SSE2__)
/* Sixteen bytes from a place on, of which `left` are the text's and the others anything. */
static inline __m128i cvector_take_sixteen(const uint8_t *from, size_t left) {
  if (!cvector_is_at_end(from)) return _mm_loadu_si128((const __m128i *)from);
  uint8_t copy[16] = {0};
  return _mm_loadu_si128((const __m128i *)memcpy(copy, from, left < 16 ? left : 16));
}
#endif

/* Copies sixteen bytes. */
static inline void cvector_copy_sixteen(const uint8_t *from, uint8_t *to) {
#if defined(__SSE2__)
  _mm_storeu_si128((__m128i *)to, _mm_loadu_si128((const __m128i *)from));
#else
  memcpy(to, from, 16);
#endif
}

/* Copies a text to where there is room for its bytes and 15 more, of which any may be written.
 *
 * Nearly always sixteen bytes at a time: a copy of a length that is not known would be a call. */
static inline void cvector_copy_text(const uint8_t *text, size_t count, uint8_t *to) {
  if (count == 0) return;
  if (count >= 16) {
    for (size_t i = 0; i + 16 < count; i += 16) cvector_copy_sixteen(text + i, to + i);
    /* The last sixteen bytes are the text's, too. */
    cvector_copy_sixteen(text + count - 16, to + count - 16);
  } else if (cvector_is_at_end(text)) {
    for (size_t k = 0; k < count; k++) to[k] = text[k];
  } else {
    cvector_copy_sixteen(text, to);
  }
}

/* What `cvector_lower` found. */
typedef enum { cvector_is_lower, cvector_was_lowered, cvector_not_ascii } cvector_lowering;

/* Writes an ASCII text without its capitals to where there is room for its bytes and 15 more; of another text anything. */
static inline cvector_lowering cvector_lower(const uint8_t *text, size_t count, uint8_t *to) {
#if defined(__SSE2__)
  uint32_t capitals = 0, others = 0;
  for (size_t i = 0; i < count; i += 16) {
    const size_t left = count - i;
    const uint32_t all = left >= 16 ? 0xFFFF : (1u << left) - 1;
    const __m128i v = cvector_take_sixteen(text + i, left);
    const __m128i from_a = _mm_cmpgt_epi8(v, _mm_set1_epi8('A' - 1)), to_z = _mm_cmplt_epi8(v, _mm_set1_epi8('Z' + 1));
    const __m128i is_capital = _mm_and_si128(from_a, to_z), raised = _mm_and_si128(is_capital, _mm_set1_epi8(0x20));
    _mm_storeu_si128((__m128i *)(to + i), _mm_or_si128(v, raised));
    capitals |= (uint32_t)_mm_movemask_epi8(is_capital) & all;
    others |= (uint32_t)_mm_movemask_epi8(v) & all;
  }
#else
  uint8_t capitals = 0, others = 0;
  for (size_t i = 0; i < count; i++) {
    const uint8_t is_capital = (uint8_t)(text[i] - 'A') < 26;
    to[i] = text[i] | (uint8_t)(is_capital << 5);
    capitals |= is_capital, others |= text[i] & 0x80;
  }
#endif
  return others ? cvector_not_ascii : capitals ? cvector_was_lowered : cvector_is_lower;
}

#endif
