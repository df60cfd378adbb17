#include "cvector_print.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "for_processors.h"
#include "gathered.h"

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
ALWAYS_INLINE int print_cents(const int64_t *a, size_t count, unsigned least, cvector_short *cells) {
  uint64_t left = 0;
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
    const uint64_t too_many = all_if(magnitude >= 100000000);
    cells[i].high = (end >> (64 - bits) | (bits + 32 - no_second - none) << 53) & ~too_many;
    left |= too_many;
  }
  return left == 0;
}

/* Lanes of a vector register, or of as many as hold 64 bytes. */
typedef uint64_t longs __attribute__((vector_size(64)));
typedef int64_t signed_longs __attribute__((vector_size(64)));
typedef uint16_t shorts __attribute__((vector_size(64)));
enum { longs_lanes = sizeof(longs) / sizeof(uint64_t) };

/* `times` of lanes. A macro, for what vectors are passed in differs between processors. */
#define TIMES(A, B) (((A) & UINT32_MAX) * (B))

/* Amounts whose text is at most eight bytes long, with two decimals: below 10^6, or where there are signs below 10^5.
 * All are printed with four digits before the point, and moved down over the zeros that they begin with. */
ALWAYS_INLINE void print_few_cents(const int64_t *a, size_t count, int is_signed, cvector_short *cells) {
  for (size_t i = 0; i < count; i += longs_lanes) {
    const size_t some = least_of(count - i, longs_lanes);
    longs n = {0}, sign = {0};
    if (some == longs_lanes) memcpy(&n, a + i, sizeof n);
    else memcpy(&n, a + i, some * sizeof *a);
    if (is_signed) {
      sign = (longs)((signed_longs)n >> 63);
      n = (n ^ sign) - sign;
    }
    /* Pairs of digits: two before the point twice, two after it. */
    const longs units = TIMES(n, 1342178) >> 27, hundreds = TIMES(n, 109951163) >> 40;
    const longs tens_of_units = units - TIMES(hundreds, 100), cents = n - TIMES(units, 100);
    const shorts twos = (shorts)(hundreds | tens_of_units << 16 | cents << 32), tens = twos * 103 >> 10;
    const longs digits = (longs)(tens | (twos - tens * 10) << 8);
    const longs text = (digits & UINT32_MAX) | digits >> 32 << 40 | 0x2C30302E30303030;
    const longs more = ((999 - n) >> 63) + ((9999 - n) >> 63) + ((99999 - n) >> 63) - sign;
    longs printed[2] = {text >> ((3 - more) << 3), (more + 5) << 56}, pairs[2];
    if (is_signed) printed[0] ^= sign & ('0' ^ '-');
    pairs[0] = __builtin_shufflevector(printed[0], printed[1], 0, 8, 1, 9, 2, 10, 3, 11);
    pairs[1] = __builtin_shufflevector(printed[0], printed[1], 4, 12, 5, 13, 6, 14, 7, 15);
    if (some == longs_lanes) memcpy(cells + i, pairs, sizeof pairs);
    else memcpy(cells + i, pairs, some * sizeof *cells);
  }
}

/* With two decimals, which is what nearly all amounts have. */
ALWAYS_INLINE int print_two(const int64_t *a, size_t count, cvector_short *cells) {
  /* Below zero if an amount is, or if what is left to the most is. */
  uint64_t outside = 0, outside_signed = 0;
  for (size_t i = 0; i < count; i++) outside |= (uint64_t)a[i] | (999999 - (uint64_t)a[i]);
  if (outside >> 63 == 0) return print_few_cents(a, count, 0, cells), 1;
  for (size_t i = 0; i < count; i++) outside_signed |= ((uint64_t)a[i] + 99999) | (99999 - (uint64_t)a[i]);
  if (outside_signed >> 63 == 0) return print_few_cents(a, count, 1, cells), 1;
  return print_cents(a, count, 2, cells);
}

FOR_WIDE_PROCESSORS int cvector_print_cents(const int64_t *a, size_t count, unsigned least, cvector_short *cells) {
  if (least == 2) return print_two(a, count, cells);
  if (least == 1) return print_cents(a, count, 1, cells);
  return print_cents(a, count, 0, cells);
}

FOR_PROCESSORS void cvector_cents_of_all(const double *a, size_t count, int64_t *to) {
  EACH_CELL to[i] = cvector_cents_of(a[i]);
}

FOR_PROCESSORS void cvector_cents_of_units(const int64_t *a, size_t count, int64_t times, int64_t *to) {
  const int64_t most = (100000000 - 1) / times;
  EACH_CELL to[i] = a[i] >= -most && a[i] <= most ? a[i] * times : INT64_MIN;
}

/* The first sixteen bytes of each text, or of what follows it: 16 are read where these lie in one page of memory, for
 * a page is there as a whole or not at all, else no more than there are. */
static void gather_texts(const cvector_text *texts, size_t count, gathered *to) {
  static const uint8_t nothing[16] = {0};
  for (size_t i = 0; i < count; i++) {
    const size_t length = texts[i].count;
    const uint8_t *from = length ? texts[i].base : nothing;
    uint8_t copy[16] = {0};
    if (__builtin_expect(((uintptr_t)from & 4095) > 4080, 0)) from = memcpy(copy, from, least_of(length, sizeof copy));
    load_both(from, to->words[i]);
    to->lengths[i] = (uint32_t)least_of(length, 16);
  }
}

/* Has a bit in every byte that a CSV cell has only in quotes, and perhaps in one above such a byte. */
ALWAYS_INLINE uint64_t quoted_bytes(uint64_t word) {
  const uint64_t comma = word ^ EVERY_BYTE(','), quote = word ^ EVERY_BYTE('"');
  return (((word - EVERY_BYTE(0x20)) & ~word) | ((comma - EVERY_BYTE(1)) & ~comma) |
          ((quote - EVERY_BYTE(1)) & ~quote)) & EVERY_BYTE(0x80);
}

FOR_PROCESSORS static uint64_t print_gathered(const gathered *texts, size_t count, cvector_short *cells) {
  uint64_t left = 0;
  EACH_CELL {
    const uint64_t length = texts->lengths[i], used = least_of(length, 14), first = least_of(used, 8);
    const uint64_t in_low = bytes_below(first), in_high = bytes_below(used - first);
    const uint64_t low = texts->words[i][0] & in_low, high = texts->words[i][1] & in_high;
    const uint64_t others = EVERY_BYTE('0'), odd = quoted_bytes(low | (others & ~in_low)) | quoted_bytes(high | (others & ~in_high));
    const uint64_t last = (used > 8 ? high : low) >> ((8 * used - 8) & 56) & 0xFF;
    const uint64_t wrong = odd | all_if((low & 0xFF) == ' ') | all_if(last == ' ') | all_if(length > 14);
    const uint64_t comma = (uint64_t)',' << (8 * used & 56);
    cells[i].low = low | (comma & all_if(used < 8));
    cells[i].high = (high | (comma & all_if(used >= 8)) | (used + 1) << 56) & all_if(wrong == 0);
    left |= wrong;
  }
  return left;
}

FOR_PROCESSORS int cvector_is_quoted(const uint8_t *text, size_t count) {
  uint8_t wrong = 0;
  for (size_t i = 0; i < count; i++) wrong |= (text[i] < 0x20) | (text[i] == ',') | (text[i] == '"');
  return wrong || (count > 0 && (text[0] == ' ' || text[count - 1] == ' '));
}

int cvector_print_texts(const cvector_text *texts, size_t count, cvector_short *cells) {
  uint64_t left = 0;
  gathered kept;
  for (size_t from = 0; from < count; from += gathered_most) {
    const size_t some = least_of(count - from, gathered_most);
    gather_texts(texts + from, some, &kept);
    left |= print_gathered(&kept, some, cells + from);
  }
  return left == 0;
}

/* Copies a written cell to where there is room for it rounded up to 16, and gives 1. */
ALWAYS_INLINE int copy_written(const uint8_t *text, size_t count, uint8_t *to) {
  for (size_t i = 0; i < count; i += 16) memcpy(to + i, text + i, 16);
  return 1;
}

ALWAYS_INLINE uint8_t *put_rows(const cvector_short *cells, size_t width, size_t step, size_t rows, uint8_t *at) {
  for (size_t row = 0; row < rows; row++) {
    for (size_t cell = 0; cell < width; cell++) at += cvector_put(cells + cell * step + row, at);
    at[-1] = '\n';
  }
  return at;
}

uint8_t *cvector_put_rows(const cvector_short *cells, size_t width, size_t step, size_t rows, uint8_t *at) {
  /* Loops over the cells of narrow rows are unrolled. */
  switch (width) {
    case 1: return put_rows(cells, 1, step, rows, at);
    case 2: return put_rows(cells, 2, step, rows, at);
    case 3: return put_rows(cells, 3, step, rows, at);
    case 4: return put_rows(cells, 4, step, rows, at);
    case 5: return put_rows(cells, 5, step, rows, at);
    case 6: return put_rows(cells, 6, step, rows, at);
    case 7: return put_rows(cells, 7, step, rows, at);
    case 8: return put_rows(cells, 8, step, rows, at);
    default: return put_rows(cells, width, step, rows, at);
  }
}

cvector_stop cvector_print_rows(const cvector_printed *cells, size_t width, const uint8_t *kinds, uint8_t plain,
                                size_t rows, const uint8_t *limit, cvector_place *place) {
  const cvector_printed *const end = cells + width, *of = cells + place->cell;
  size_t row = place->row;
  uint8_t *at = place->at;
  cvector_stop stop = cvector_done;
  for (; row < rows; row++, of = cells) {
    if (at > limit) {
      stop = cvector_full;
      break;
    }
    if (kinds[row] != plain && of != end) stop = cvector_asked;
    for (; stop == cvector_done && of != end; of++) {
      if (of->shorts) {
        const size_t length = cvector_put(of->shorts + row, at);
        at += length;
        if (__builtin_expect(length > 0, 1)) continue;
      }
      if (of->texts && of->texts[row].count <= 48) {
        const cvector_text text = of->texts[row];
        if (of->written ? copy_written(text.base, text.count, at) : cvector_put_csv(text.base, text.count, at)) {
          at += text.count, *at++ = ',';
          continue;
        }
      }
      stop = cvector_asked;
      break;
    }
    if (stop != cvector_done) break;
    at[-1] = '\n';
  }
  *place = (cvector_place){row, (size_t)(of - cells), at};
  return stop;
}
