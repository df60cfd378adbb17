/* Machine code that the program makes for itself: loops over columns for x86-64 with AVX-512 or AVX2. */
#ifndef CCODE_H
#define CCODE_H

#include <stddef.h>
#include <stdint.h>

/* Whether the processor has all that loops of AVX-512 are made of: F, BW, DQ and VL, and BMI2. */
int ccode_runs_avx512(void);
int ccode_runs_avx2(void);

/* Copies code to pages of its own, which may then be run and not be written any more. Null where the system does not
 * allow it. */
const void *ccode_make(const uint8_t *bytes, size_t count);

void ccode_free(const void *code, size_t count);

/* Runs it as `void (places, count, pool)`: so many rows of the columns that begin at `places`. */
void ccode_run(const void *code, void *const *places, size_t count, const void *pool);

#endif
