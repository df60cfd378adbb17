/* What kinds of bytes a text has. */
#ifndef CVECTOR_KINDS_H
#define CVECTOR_KINDS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cvector_text.h"

enum {
  cvector_digit = 1,
  cvector_sign = 2, /* a point or a minus, which numbers have */
  cvector_comma = 4,
  cvector_space = 8,
  cvector_amount = 16, /* capital letters and marks that stand beside amounts */
  cvector_quote = 32,
  cvector_backslash = 64,
  cvector_other = 128, /* any other visible character of ASCII */
  cvector_unseen = 256 /* controls, and characters that are none of ASCII */
};

/* The kinds of all bytes of a text, each as a bit. */
static inline uint32_t cvector_kinds_of(const uint8_t *text, size_t count) {
#if defined(__SSE2__)
#define IS(BYTE) _mm_cmpeq_epi8(v, _mm_set1_epi8(BYTE))
#define FROM(FIRST, LAST)                                                                                         \
  _mm_cmpeq_epi8(_mm_min_epu8(_mm_sub_epi8(v, _mm_set1_epi8(FIRST)), _mm_set1_epi8((LAST) - (FIRST))),            \
                 _mm_sub_epi8(v, _mm_set1_epi8(FIRST)))
#define KIND(BYTES, BIT) _mm_and_si128(BYTES, _mm_set1_epi8((char)(BIT)))
  static const uint8_t used[32] = {255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  __m128i kinds = _mm_setzero_si128(), all_seen = _mm_set1_epi8(-1);
  for (size_t i = 0; i < count; i += 16) {
    const size_t left = count - i;
    const __m128i v = cvector_take_sixteen(text + i, left);
    const __m128i here = _mm_loadu_si128((const __m128i *)(used + 16 - (left < 16 ? left : 16)));
    const __m128i digits = FROM('0', '9'), signs = FROM('-', '.'), commas = IS(','), spaces = IS(' ');
    const __m128i marks = _mm_or_si128(FROM('$', '%'), FROM('\'', '+')), amounts = _mm_or_si128(FROM('A', 'Z'), marks);
    const __m128i quotes = IS('"'), backslashes = IS('\\'), seen = FROM(' ', '~');
    const __m128i numbers = _mm_or_si128(KIND(digits, cvector_digit), KIND(signs, cvector_sign));
    const __m128i between = _mm_or_si128(KIND(commas, cvector_comma), KIND(spaces, cvector_space));
    const __m128i escaped = _mm_or_si128(KIND(quotes, cvector_quote), KIND(backslashes, cvector_backslash));
    const __m128i named =
        _mm_or_si128(_mm_or_si128(numbers, between), _mm_or_si128(escaped, KIND(amounts, cvector_amount)));
    const __m128i others = _mm_cmpeq_epi8(named, _mm_setzero_si128());
    const __m128i found = _mm_or_si128(named, KIND(_mm_and_si128(others, seen), cvector_other));
    kinds = _mm_or_si128(kinds, _mm_and_si128(found, here));
    all_seen = _mm_andnot_si128(_mm_andnot_si128(seen, here), all_seen);
  }
#undef IS
#undef FROM
#undef KIND
  kinds = _mm_or_si128(kinds, _mm_unpackhi_epi64(kinds, kinds));
  uint64_t found;
  _mm_storel_epi64((__m128i *)&found, kinds);
  found |= found >> 32, found |= found >> 16, found |= found >> 8;
  return (uint32_t)(found & 0xFF) | (_mm_movemask_epi8(all_seen) == 0xFFFF ? 0 : cvector_unseen);
#else
  uint32_t kinds = 0;
  for (size_t i = 0; i < count; i++) {
    const uint8_t c = text[i];
    if ((uint8_t)(c - '0') < 10) kinds |= cvector_digit;
    else if (c == '-' || c == '.') kinds |= cvector_sign;
    else if (c == ',') kinds |= cvector_comma;
    else if (c == ' ') kinds |= cvector_space;
    else if ((uint8_t)(c - 'A') < 26 || c == '$' || c == '%' || (uint8_t)(c - '\'') < 5) kinds |= cvector_amount;
    else if (c == '"') kinds |= cvector_quote;
    else if (c == '\\') kinds |= cvector_backslash;
    else kinds |= (uint8_t)(c - ' ') < 95 ? cvector_other : cvector_unseen;
  }
  return kinds;
#endif
}

/* The kinds of some cells' bytes. Of each cell there is where it starts and ends among `bytes`, as two uint32_t, the next
 * one's `stride` bytes further on. Of cells that are longer than `longest` it is anything. */
void cvector_kinds_of_cells(const uint8_t *bytes, const void *cells, size_t stride, size_t count, size_t longest,
                            uint16_t *kinds);

enum {
  cvector_has_digit = 1,
  cvector_has_comma = 2,
  cvector_no_figure = 4, /* a byte that is no digit, `.`, `-` or `,` */
  cvector_no_number = 8  /* a byte that numbers do not have: they have digits, `.`, `-`, `+` and `e` */
};

/* What is seen of a text that may be a number. */
static inline uint32_t cvector_look_at_number(const uint8_t *text, size_t count) {
  uint32_t any_digit = 0, any_comma = 0, no_figure = 0, no_number = 0;
#if defined(__SSE2__)
  for (size_t i = 0; i < count; i += 16) {
    const size_t left = count - i;
    const uint32_t all = left >= 16 ? 0xFFFF : (1u << left) - 1;
    const __m128i v = cvector_take_sixteen(text + i, left);
    const __m128i from_0 = _mm_sub_epi8(v, _mm_set1_epi8('0')), from_minus = _mm_sub_epi8(v, _mm_set1_epi8('-'));
    const __m128i digits = _mm_cmpeq_epi8(_mm_min_epu8(from_0, _mm_set1_epi8(9)), from_0);
    const __m128i signs = _mm_cmpeq_epi8(_mm_min_epu8(from_minus, _mm_set1_epi8(1)), from_minus);
    const __m128i pluses = _mm_cmpeq_epi8(v, _mm_set1_epi8('+'));
    const __m128i powers = _mm_cmpeq_epi8(_mm_or_si128(v, _mm_set1_epi8(0x20)), _mm_set1_epi8('e'));
    const __m128i commas = _mm_cmpeq_epi8(v, _mm_set1_epi8(',')), both = _mm_or_si128(digits, signs);
    any_digit |= all & (uint32_t)_mm_movemask_epi8(digits);
    any_comma |= all & (uint32_t)_mm_movemask_epi8(commas);
    no_figure |= all & ~(uint32_t)_mm_movemask_epi8(_mm_or_si128(both, commas));
    no_number |= all & ~(uint32_t)_mm_movemask_epi8(_mm_or_si128(both, _mm_or_si128(pluses, powers)));
  }
#else
  for (size_t i = 0; i < count; i++) {
    const uint8_t c = text[i];
    const uint32_t is_digit = (uint8_t)(c - '0') < 10, is_both = is_digit || c == '.' || c == '-';
    any_digit |= is_digit, any_comma |= c == ',';
    no_figure |= !is_both && c != ',', no_number |= !is_both && c != '+' && (c | 0x20) != 'e';
  }
#endif
  return (any_digit ? cvector_has_digit : 0) | (any_comma ? cvector_has_comma : 0) |
         (no_figure ? cvector_no_figure : 0) | (no_number ? cvector_no_number : 0);
}

/* Whether a text has one of two bytes. */
static inline int cvector_has_either(const uint8_t *text, size_t count, uint8_t one, uint8_t other) {
#if defined(__SSE2__)
  const __m128i ones = _mm_set1_epi8((char)one), others = _mm_set1_epi8((char)other);
  for (size_t i = 0; i < count; i += 16) {
    const size_t left = count - i;
    const uint32_t all = left >= 16 ? 0xFFFF : (1u << left) - 1;
    const __m128i v = cvector_take_sixteen(text + i, left);
    const __m128i found = _mm_or_si128(_mm_cmpeq_epi8(v, ones), _mm_cmpeq_epi8(v, others));
    if (all & (uint32_t)_mm_movemask_epi8(found)) return 1;
  }
#else
  for (size_t i = 0; i < count; i++) {
    if (text[i] == one || text[i] == other) return 1;
  }
#endif
  return 0;
}

#endif
