/* Columns on their way out as rows of CSV. */
#ifndef CVECTOR_PRINT_H
#define CVECTOR_PRINT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cvector_text.h"

/* A printed cell: up to 15 bytes with the comma after it, the first byte the lowest of the first word. The highest
 * of the second says how many; a second word that is 0 says that the cell is not printed. */
typedef struct {
  uint64_t low, high;
} cvector_short;

/* Writes a printed cell, with room for all 16 bytes, and gives how long it is. */
static inline size_t cvector_put(const cvector_short *printed, uint8_t *at) {
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  const cvector_short turned = {__builtin_bswap64(printed->low), __builtin_bswap64(printed->high)};
  memcpy(at, &turned, sizeof turned);
  return printed->high >> 56;
#else
  memcpy(at, printed, sizeof *printed);
  return ((const uint8_t *)printed)[15];
#endif
}

/* Copies a text to where there is room for its bytes rounded up to 16, and gives 1; or gives 0 where as a CSV cell
 * it would stand in quotes: with a comma, a quote, a control character, or a space at either end. An empty text is
 * copied.
 *
 * Reads 16 bytes at once where these lie in one page of memory: a page is there as a whole or not at all, so no
 * read faults. */
static inline int cvector_put_csv(const uint8_t *text, size_t count, uint8_t *to) {
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

/* Copies a text between quotes, as JSON has it, to where there is room for two bytes more and 16 after them; 0, whatever is written, where some byte of it has
 * to be escaped. */
static inline int cvector_put_json(const uint8_t *text, size_t count, uint8_t *to) {
  to[0] = '"';
#if defined(__SSE2__)
  uint32_t wrong = 0;
  for (size_t i = 0; i < count; i += 16) {
    const size_t left = count - i;
    const __m128i v = cvector_take_sixteen(text + i, left);
    const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(v, _mm_set1_epi8(0x1F)), v);
    const __m128i quotes = _mm_cmpeq_epi8(v, _mm_set1_epi8('"')), slashes = _mm_cmpeq_epi8(v, _mm_set1_epi8('\\'));
    const uint32_t special = (uint32_t)_mm_movemask_epi8(_mm_or_si128(control, _mm_or_si128(quotes, slashes)));
    _mm_storeu_si128((__m128i *)(to + 1 + i), v);
    wrong |= left >= 16 ? special : special & ((1u << left) - 1);
  }
#else
  uint8_t wrong = 0;
  for (size_t i = 0; i < count; i++) {
    const uint8_t c = text[i];
    wrong |= (c < 0x20) | (c == '"') | (c == '\\');
    to[1 + i] = c;
  }
#endif
  to[1 + count] = '"';
  return wrong == 0;
}

/* These print a column and give whether every cell of it was printed.
 *
 * Texts of up to 14 bytes that stand without quotes in a CSV cell, the others not: a comma, a quote, a control
 * character, or a space at either end is quoted. */
int cvector_print_texts(const cvector_text *texts, size_t count, cvector_short *cells);

/* Whether a text stands in quotes in a CSV cell. */
int cvector_is_quoted(const uint8_t *text, size_t count);

/* Amounts in hundredths below 10^8 in size, the others not. Zeros at the end of the two decimals are left
 * out down to `least` of them, and with the last decimal the point. */
int cvector_print_cents(const int64_t *a, size_t count, unsigned least, cvector_short *cells);

/* The hundredths that a double is the nearest one to; the least integer where there are none below 10^15 in size,
 * and for a zero with a sign.
 *
 * Such a double is most of what is ever printed. Where n, the whole number next to 100 x, has at most 15 digits and
 * n / 100 rounds back to x, n / 100 is a decimal of at most 15 digits that reads as x. Decimals of at most 15 digits
 * all read as different doubles, and the shortest one has no more digits than this one, so it is this one, without
 * its trailing zeros. */
static inline int64_t cvector_cents_of(double value) {
  const double hundredfold = value * 100;
  /* False for what is not a number, too. */
  const int fits = hundredfold > -1e15 && hundredfold < 1e15;
  const int64_t cents = (int64_t)((fits ? hundredfold : 0.5) + (hundredfold < 0 ? -0.5 : 0.5));
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return fits && (double)cents / 100 == value && bits != 1ull << 63 ? cents : INT64_MIN;
}

/* The same of a column. */
void cvector_cents_of_all(const double *a, size_t count, int64_t *to);

/* `times` as much of each, for amounts in units of so many hundredths; the least integer where that is not below 10^8
 * in size. */
void cvector_cents_of_units(const int64_t *a, size_t count, int64_t times, int64_t *to);

/* A column to print: printed cells; for those that are not printed texts; or neither, and each is asked for. Texts
 * that are `written` are cells as they stand in a row, with 48 bytes to read from the start of each. */
typedef struct {
  const cvector_short *shorts;
  const cvector_text *texts;
  int written;
} cvector_printed;

/* Writes rows of printed cells, each ended by a newline: the columns lie `step` cells apart. Up to 15 bytes are
 * written a cell, and one more behind them all. Gives where the rows end. */
uint8_t *cvector_put_rows(const cvector_short *cells, size_t width, size_t step, size_t rows, uint8_t *at);

/* How far printing has come: the row, the next cell of it, and where that goes. */
typedef struct {
  size_t row, cell;
  uint8_t *at;
} cvector_place;

typedef enum { cvector_done, cvector_full, cvector_asked } cvector_stop;

/* Writes rows, each ended by a newline, until all are written, or one is to be begun beyond `limit`, or the next
 * cell is not for this function: a row's whose kind is not `plain`, one not printed, a text of more than 48 bytes
 * or one that stands in quotes and is not written so. Up to 64 bytes are written a cell. */
cvector_stop cvector_print_rows(const cvector_printed *cells, size_t width, const uint8_t *kinds, uint8_t plain,
                                size_t rows, const uint8_t *limit, cvector_place *place);

#endif
