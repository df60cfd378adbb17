#include "cvector_print.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "for_processors.h"
#include "short_words.h"

/* Digits of numbers below 10^8, the first one lowest. */
ALWAYS_INLINE uint64_t eight_digits(uint64_t number) {
  const uint64_t high = times(number, 109951163) >> 40;
  const uint64_t fours = high | (number - times(high, 10000)) << 32;
  const uint64_t hundreds = (fours * 10486 >> 20) & 0x0000007F0000007Full;
  const uint64_t twos = hundreds | (fours - hundreds * 100) << 16;
  const uint64_t tens = (twos * 103 >> 10) & 0x000F000F000F000Full;
  return tens | (twos - tens * 10) << 8;
}

/* Amounts in hundredths, with `least` decimals at least. */
ALWAYS_INLINE void print_cents(const int64_t *a, size_t count, unsigned least, cvector_short *cells) {
  EACH_CELL {
    const uint64_t sign = (uint64_t)a[i] >> 63, magnitude = ((uint64_t)a[i] ^ -sign) + sign;
    /* Six digits before the point, two after it. */
    const uint64_t digits = eight_digits((uint32_t)magnitude), whole = digits << 16 >> 16, cents = digits >> 48;
    const uint64_t zeros = (uint64_t)__builtin_ctzll(whole | 1ull << 40) & 56;
    const uint64_t text = (whole | EVERY_BYTE('0') >> 16) >> zeros;
    const uint64_t start = text << 8 * sign | (-sign & '-'), bits = 48 + 8 * sign - zeros;
    const uint64_t no_second = least < 2 ? all_if(cents < 0x100) & 8 : 0, none = least < 1 ? all_if(cents == 0) & 16 : 0;
    const uint64_t two = 0x2C30302E + (cents << 8), one = 0x2C302E + (cents << 8);
    const uint64_t end = none ? ',' : no_second ? one : two;
    cells[i].low = start | end << bits;
    cells[i].high = (end >> (64 - bits) | (bits + 32 - no_second - none) << 53) & all_if(magnitude < 100000000);
  }
}

FOR_PROCESSORS void cvector_print_cents(const int64_t *a, size_t count, unsigned least, cvector_short *cells) {
  if (least == 2) print_cents(a, count, 2, cells);
  else if (least == 1) print_cents(a, count, 1, cells);
  else print_cents(a, count, 0, cells);
}

FOR_PROCESSORS void cvector_cents_of_all(const double *a, size_t count, int64_t *to) {
  EACH_CELL to[i] = cvector_cents_of(a[i]);
}

/* Copies a text to where there is room for its bytes rounded up to 16, and gives 1; or gives 0 where as a CSV cell
 * it would stand in quotes: with a comma, a quote, a control character, or a space at either end. An empty text is
 * copied.
 *
 * Reads 16 bytes at once where these lie in one page of memory: a page is there as a whole or not at all, so no
 * read faults. */
static inline int copy_plain(const uint8_t *text, size_t count, uint8_t *to) {
  size_t i = 0;
#if defined(__SSE2__)
  static const uint8_t nothing[16] = {0};
  uint32_t wrong = 0, ends = 1;
  for (;; i += 16, ends = 0) {
    const uint8_t *from = count ? text + i : nothing;
    if (__builtin_expect(((uintptr_t)from & 4095) > 4080, 0)) break;
    const size_t left = count - i;
    const __m128i v = _mm_loadu_si128((const __m128i *)from);
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v);
    const __m128i marks =
        _mm_or_si128(_mm_cmpeq_epi8(v, _mm_set1_epi8(',')), _mm_cmpeq_epi8(v, _mm_set1_epi8('"')));
    const uint32_t special = (uint32_t)_mm_movemask_epi8(_mm_or_si128(control, marks));
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

/* Eight bytes, the lowest first. */
ALWAYS_INLINE void store(uint8_t *at, uint64_t word) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  memcpy(at, &word, sizeof word);
}

cvector_stop cvector_print_rows(const cvector_printed *cells, size_t width, const uint8_t *kinds, uint8_t plain,
                                size_t rows, const uint8_t *limit, cvector_place *place) {
  size_t row = place->row, cell = place->cell;
  uint8_t *at = place->at;
  cvector_stop stop = cvector_done;
  for (; row < rows; row++, cell = 0) {
    if (at > limit) {
      stop = cvector_full;
      break;
    }
    if (kinds[row] != plain && cell < width) stop = cvector_asked;
    for (; stop == cvector_done && cell < width; cell++) {
      const cvector_printed *of = cells + cell;
      if (of->shorts) {
        const cvector_short printed = of->shorts[row];
        store(at, printed.low);
        store(at + 8, printed.high);
        at += printed.high >> 56;
        if (printed.high == 0) stop = cvector_asked;
      } else if (of->texts) {
        const cvector_text *text = (const cvector_text *)((const uint8_t *)of->texts + (ptrdiff_t)row * of->step);
        if (text->count > 48 || !copy_plain(text->base, text->count, at)) stop = cvector_asked;
        else at += text->count, *at++ = ',';
      } else {
        stop = cvector_asked;
      }
      if (stop != cvector_done) break;
    }
    if (stop != cvector_done) break;
    at[-1] = '\n';
  }
  *place = (cvector_place){row, cell, at};
  return stop;
}
