/* Loops over columns of 64-bit integers. Each is compiled for several processors, and the one that
 * suits the processor at hand is taken when the program starts; all give the same.
 *
 * Sums and products wrap. A step is 1 for a column, and 0 for one cell that stands for every row. The
 * target may be one of the sources, and may not overlap them otherwise.
 */
#ifndef CVECTOR_H
#define CVECTOR_H

#include <stddef.h>
#include <stdint.h>

#include "cvector_cells.h"
#include "cvector_foreign.h"
#include "cvector_keys.h"
#include "cvector_kinds.h"
#include "cvector_print.h"
#include "cvector_take.h"

void cvector_add(const int64_t *a, int a_step, const int64_t *b, int b_step, int64_t *to, size_t count);
void cvector_subtract(const int64_t *a, int a_step, const int64_t *b, int b_step, int64_t *to, size_t count);
void cvector_multiply(const int64_t *a, int a_step, const int64_t *b, int b_step, int64_t *to, size_t count);
void cvector_least(const int64_t *a, int a_step, const int64_t *b, int b_step, int64_t *to, size_t count);
void cvector_greatest(const int64_t *a, int a_step, const int64_t *b, int b_step, int64_t *to, size_t count);

/* Cells where the flag is 1 (flags are 0 or 1), else 0. */
void cvector_zero_unless(const uint8_t *flags, int flag_step, const int64_t *a, int a_step, int64_t *to,
                         size_t count);

/* Cells of a where the flag is 1, else of b. */
void cvector_select(const uint8_t *flags, const int64_t *a, int a_step, const int64_t *b, int b_step,
                    int64_t *to, size_t count);

/* 1 where two choices are the same (or are not), else 0. */
void cvector_compare_choices(int same, const int32_t *a, int a_step, const int32_t *b, int b_step, uint8_t *to,
                             size_t count);

/* Bits from `first` on, in words of 64, as bytes; there is room for whole words of bits. */
void cvector_spread_bits(const uint64_t *words, size_t first, size_t count, uint8_t *to);

/* Doubles as whole multiples of 1 / scale, a power of ten from 1 to 10^22: the nearest to the exact value, halves to
 * even. Gives whether there is one whose multiple is 2^51 or more, or that is none: of these no number is what comes.
 * The target is not the source. */
int cvector_round_python(const double *a, size_t count, double scale, double *to);

/* Days since 1970 as weekdays, 1 (Monday) to 7. Gives 0, and no weekdays, where a day is not within 2^27 of 1970. */
int cvector_weekdays(const int64_t *days, size_t count, int64_t *to);

/* All bits that the magnitudes of a column have (of a negative number's magnitude less one). */
uint64_t cvector_bits(const int64_t *a, size_t count);

/* trunc((|x| factor + add) / d) with the sign of x (flipped where flip is -1) put back, the quotient
 * taken as (n magic) >> shift. Everything below 2^31 on the way. */
void cvector_divide(const int64_t *a, int64_t *to, size_t count, uint32_t factor, uint32_t add,
                    uint32_t magic, unsigned shift, int64_t flip);

#endif
