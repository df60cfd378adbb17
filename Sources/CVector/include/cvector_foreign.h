/* Columns that somebody else holds into columns of steps. Of the cells that these functions do not take they say that
 * they are unread, with a 1; of others with a 0. What stands at an unread cell of the target is of no use.
 */
#ifndef CVECTOR_FOREIGN_H
#define CVECTOR_FOREIGN_H

#include <stddef.h>
#include <stdint.h>

/* to[i] = a[i] * multiplier / divisor, both of them positive, where that is whole and not outside of the bounds. */
void cvector_scale(const int64_t *a, size_t count, int64_t multiplier, int64_t divisor, int64_t least, int64_t most,
                   int64_t *to, uint8_t *unread);

/* to[i] = table[codes[i] + 1]: the first cell of a table is that of the code -1. */
void cvector_take_flags(const int32_t *codes, size_t count, const uint8_t *table, uint8_t *to);
void cvector_take_choices(const int32_t *codes, size_t count, const int32_t *table, int32_t *to);
void cvector_take_numbers(const int32_t *codes, size_t count, const int64_t *table, int64_t *to);

/* Whether each of so many cells, by its marks (the byte before it, and the byte after its last), lies between two bytes,
 * of which the first is not the very first. */
int cvector_marks_fit(const uint32_t *marks, size_t count, uint32_t start, uint32_t end);

/* Doubles in units of 1 / power, a power of ten of at most 10^18: taken where the decimal nearest to the double, at 15
 * digits, is a whole number of units below 10^15. */
void cvector_decimals(const double *a, size_t count, double power, int64_t *to, uint8_t *unread);

/* Units into steps of so many units each, in place, where they are whole and not outside of the bounds. */
void cvector_scale_units(int64_t *cells, size_t count, int64_t units, int64_t least, int64_t most, uint8_t *unread);

/* Doubles that are not outside of the bounds. */
void cvector_bounded(const double *a, size_t count, double least, double most, double *to, uint8_t *unread);

#endif
