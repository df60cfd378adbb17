#include "cvector_foreign.h"

#include <math.h>

#include "for_processors.h"

/* The least and the greatest that may be multiplied. */
static int64_t ceil_divided(int64_t a, int64_t b) { return a / b + (a % b > 0); }
static int64_t floor_divided(int64_t a, int64_t b) { return a / b - (a % b < 0); }

FOR_PROCESSORS
static void multiply(const int64_t *a, size_t count, int64_t factor, int64_t least, int64_t most, int64_t *to,
                     uint8_t *unread) {
  for (size_t i = 0; i < count; i++) {
    to[i] = (int64_t)((uint64_t)a[i] * (uint64_t)factor);
    unread[i] = (uint8_t)((a[i] < least) | (a[i] > most));
  }
}

void cvector_scale(const int64_t *a, size_t count, int64_t multiplier, int64_t divisor, int64_t least, int64_t most,
                   int64_t *to, uint8_t *unread) {
  if (divisor == 1) {
    multiply(a, count, multiplier, ceil_divided(least, multiplier), floor_divided(most, multiplier), to, unread);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    const int64_t whole = a[i] / divisor;
    int64_t product;
    const int is_more = __builtin_mul_overflow(whole, multiplier, &product);
    to[i] = product;
    unread[i] = (uint8_t)(is_more | (whole * divisor != a[i]) | (product < least) | (product > most));
  }
}

FOR_PROCESSORS
void cvector_take_flags(const int32_t *codes, size_t count, const uint8_t *table, uint8_t *to) {
  EACH_CELL to[i] = table[codes[i] + 1];
}

FOR_PROCESSORS
void cvector_take_choices(const int32_t *codes, size_t count, const int32_t *table, int32_t *to) {
  EACH_CELL to[i] = table[codes[i] + 1];
}

FOR_PROCESSORS
void cvector_take_numbers(const int32_t *codes, size_t count, const int64_t *table, int64_t *to) {
  EACH_CELL to[i] = table[codes[i] + 1];
}

FOR_PROCESSORS
int cvector_marks_fit(const uint32_t *marks, size_t count, uint32_t start, uint32_t end) {
  uint32_t wrong = 0;
  for (size_t i = 0; i < count; i++) {
    const uint32_t lower = marks[2 * i] + 1, upper = marks[2 * i + 1];
    wrong |= (uint32_t)(lower < start) | (uint32_t)(upper < lower) | (uint32_t)(upper > end);
  }
  return wrong == 0;
}

/* The fifteenth digit of a number is worth more than 10^-15 of it, so what is nearer than 4 * 10^-16 of it is what the
 * number is at fifteen digits. */
FOR_PROCESSORS
void cvector_decimals(const double *a, size_t count, double power, int64_t *to, uint8_t *unread) {
  for (size_t i = 0; i < count; i++) {
    const double units = __builtin_rint(a[i] * power);
    const int is_small = fabs(units) < 1e15;
    const double taken = is_small ? units : 0;
    to[i] = (int64_t)taken;
    unread[i] = (uint8_t)!(is_small & (fabs(taken / power - a[i]) <= 4e-16 * fabs(a[i])));
  }
}

void cvector_scale_units(int64_t *cells, size_t count, int64_t units, int64_t least, int64_t most, uint8_t *unread) {
  if (units == 1) {
    for (size_t i = 0; i < count; i++) unread[i] |= (uint8_t)((cells[i] < least) | (cells[i] > most));
    return;
  }
  for (size_t i = 0; i < count; i++) {
    const int64_t steps = cells[i] / units;
    unread[i] |= (uint8_t)((steps * units != cells[i]) | (steps < least) | (steps > most));
    cells[i] = steps;
  }
}

FOR_PROCESSORS
void cvector_bounded(const double *a, size_t count, double least, double most, double *to, uint8_t *unread) {
  for (size_t i = 0; i < count; i++) {
    to[i] = a[i];
    unread[i] = (uint8_t)!((a[i] >= least) & (a[i] <= most));
  }
}
