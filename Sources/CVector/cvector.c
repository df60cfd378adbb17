#include "cvector.h"

#include "for_processors.h"

static inline int64_t sum(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t difference(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static inline int64_t product(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static inline int64_t least(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t greatest(int64_t a, int64_t b) { return b > a ? b : a; }

#define LOOPS_OF_TWO(NAME, CELL)                                                                              \
  FOR_PROCESSORS void NAME(const int64_t *a, int a_step, const int64_t *b, int b_step, int64_t *to,           \
                           size_t count) {                                                                    \
    if (count == 0) return;                                                                                   \
    if (a_step && b_step) {                                                                                   \
      EACH_CELL to[i] = CELL(a[i], b[i]);                                                                     \
    } else if (a_step) {                                                                                      \
      const int64_t y = b[0];                                                                                 \
      EACH_CELL to[i] = CELL(a[i], y);                                                                        \
    } else if (b_step) {                                                                                      \
      const int64_t x = a[0];                                                                                 \
      EACH_CELL to[i] = CELL(x, b[i]);                                                                        \
    } else {                                                                                                  \
      const int64_t z = CELL(a[0], b[0]);                                                                     \
      EACH_CELL to[i] = z;                                                                                    \
    }                                                                                                         \
  }

/* Adding and taking away 1.5 x 2^52 rounds to a whole number, halves to even, what is below 2^51. */
FOR_PROCESSORS int cvector_round_python(const double *a, size_t count, double scale, double *to) {
  const double whole_maker = 0x1.8p52;
  uint64_t odd = 0;
  EACH_CELL {
    const double size = __builtin_elementwise_abs(a[i]), multiple = size * scale;
    const double nearest = (multiple + whole_maker) - whole_maker;
    /* What was lost in the multiple: a half that is none is above or below. */
    const double lost = __builtin_elementwise_fma(size, scale, -multiple);
    const double beside = lost > 0 ? multiple + 0.5 : lost < 0 ? multiple - 0.5 : nearest;
    const double taken = __builtin_elementwise_abs(multiple - nearest) == 0.5 ? beside : nearest;
    const double rounded = __builtin_elementwise_copysign(taken / scale, a[i]);
    const int is_fine = multiple < 0x1p51;
    to[i] = is_fine ? rounded : __builtin_nan("");
    odd |= is_fine ? 0 : 1;
  }
  return odd != 0;
}

LOOPS_OF_TWO(cvector_add, sum)
LOOPS_OF_TWO(cvector_subtract, difference)
LOOPS_OF_TWO(cvector_multiply, product)
LOOPS_OF_TWO(cvector_least, least)
LOOPS_OF_TWO(cvector_greatest, greatest)

FOR_PROCESSORS void cvector_zero_unless(const uint8_t *flags, int flag_step, const int64_t *a, int a_step,
                                        int64_t *to, size_t count) {
  if (count == 0) return;
  const int64_t x = a[0], one = -(int64_t)flags[0];
  if (flag_step && a_step) {
    EACH_CELL to[i] = a[i] & -(int64_t)flags[i];
  } else if (flag_step) {
    EACH_CELL to[i] = x & -(int64_t)flags[i];
  } else if (a_step) {
    EACH_CELL to[i] = a[i] & one;
  } else {
    EACH_CELL to[i] = x & one;
  }
}

FOR_PROCESSORS void cvector_select(const uint8_t *flags, const int64_t *a, int a_step, const int64_t *b,
                                   int b_step, int64_t *to, size_t count) {
  if (count == 0) return;
  const int64_t x = a[0], y = b[0];
  if (a_step && b_step) {
    EACH_CELL to[i] = flags[i] ? a[i] : b[i];
  } else if (a_step) {
    EACH_CELL to[i] = flags[i] ? a[i] : y;
  } else if (b_step) {
    EACH_CELL to[i] = flags[i] ? x : b[i];
  } else {
    EACH_CELL to[i] = flags[i] ? x : y;
  }
}

FOR_PROCESSORS void cvector_compare_choices(int same, const int32_t *a, int a_step, const int32_t *b, int b_step,
                                            uint8_t *to, size_t count) {
  if (count == 0) return;
  const uint8_t other = !same;
  if (!a_step) {
    const int32_t *c = a;
    const int c_step = a_step;
    a = b, a_step = b_step, b = c, b_step = c_step;
  }
  const int32_t x = a[0], y = b[0];
  if (a_step && b_step) {
    EACH_CELL to[i] = (a[i] == b[i]) ^ other;
  } else if (a_step) {
    EACH_CELL to[i] = (a[i] == y) ^ other;
  } else {
    EACH_CELL to[i] = (x == y) ^ other;
  }
}

FOR_PROCESSORS void cvector_spread_bits(const uint64_t *words, size_t first, size_t count, uint8_t *to) {
  const size_t used = first % 64;
  words += first / 64;
  for (size_t row = 0; row < count; row += 64, words++, to += 64) {
    const uint64_t more = used && row + 64 - used < count ? words[1] << (64 - used) : 0, bits = words[0] >> used | more;
    for (size_t i = 0; i < 64; i++) to[i] = bits >> i & 1;
  }
}

FOR_PROCESSORS int cvector_weekdays(const int64_t *days, size_t count, int64_t *to) {
  /* Of numbers below 2^31 a seventh is floor(n ceil(2^34 / 7) / 2^34): Granlund and Montgomery, 1994, theorem 4.2. */
  const uint64_t offset = 7ull << 25;
  uint64_t beyond = 0;
  EACH_CELL beyond |= ((uint64_t)days[i] + offset) >> 30;
  if (beyond) return 0;
  EACH_CELL {
    const uint64_t day = (uint32_t)((uint64_t)days[i] + offset + 3), seventh = day * 2454267027u >> 34;
    to[i] = (int64_t)(day - seventh * 7 + 1);
  }
  return 1;
}

FOR_PROCESSORS uint64_t cvector_bits(const int64_t *a, size_t count) {
  int64_t bits = 0;
  EACH_CELL bits |= a[i] ^ (a[i] >> 63);
  return (uint64_t)bits;
}

FOR_PROCESSORS void cvector_divide(const int64_t *a, int64_t *to, size_t count, uint32_t factor, uint32_t add,
                                   uint32_t magic, unsigned shift, int64_t flip) {
  EACH_CELL {
    const int64_t ones = a[i] >> 63;
    const uint64_t magnitude = (uint32_t)((a[i] ^ ones) - ones);
    const uint64_t n = (uint32_t)(magnitude * factor + add);
    const int64_t quotient = (int64_t)(n * magic >> shift), sign = ones ^ flip;
    to[i] = (quotient ^ sign) - sign;
  }
}
