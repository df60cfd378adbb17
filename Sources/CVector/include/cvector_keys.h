/* Keys of tables as small codes, and rows found, a column at a time. */
#ifndef CVECTOR_KEYS_H
#define CVECTOR_KEYS_H

#include <stddef.h>
#include <stdint.h>

/* How many of some bounds each number has reached. */
void cvector_key_bounds(const int64_t *cells, size_t count, const int64_t *bounds, size_t bound_count, int32_t *codes);

/* How far each number lies above `first`, and `most` for those below it or farther than that. */
void cvector_key_integers(const int64_t *cells, size_t count, int64_t first, int32_t most, int32_t *codes);

/* Choices and flags as they are, or `most` where they are none from 0 up to it. */
void cvector_key_choices(const int32_t *cells, size_t count, int32_t most, int32_t *codes);
void cvector_key_flags(const uint8_t *cells, size_t count, int32_t most, int32_t *codes);

/* Puts a code where the flag is 0 (flags are 0 or 1). */
void cvector_key_unless(const uint8_t *flags, size_t count, int32_t code, int32_t *codes);

/* 1 for every row that was found, 0 for row 0, which stands for none. */
void cvector_rows_found(const int32_t *rows, size_t count, uint8_t *flags);

#endif
