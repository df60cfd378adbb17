#ifndef DOUBLE_TEXT_H
#define DOUBLE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The fewest decimal digits that read back as `value` (finite, above zero),
/// the closest such where several are as short: at most 17, without trailing
/// zeros. The value is 0.DIGITS times 10 to `exponent`. Returns their number.
int double_shortest_digits(double value, uint8_t *_Nonnull digits, int *_Nonnull exponent);

/// `value` (finite) with `places` decimals, rounded from its exact binary value,
/// halves to even. Returns the number of bytes written, 0 if `capacity` is too small.
int double_fixed(double value, int places, uint8_t *_Nonnull out, int capacity);

/// The nearest binary64 of a decimal text (`-1.5e3`, `.5`, `5.`), halves to
/// even; beyond the range an infinity or a zero. Returns 1 if all of it was read.
int double_parse(const uint8_t *_Nonnull bytes, size_t count, double *_Nonnull value);

#ifdef __cplusplus
}
#endif
#endif
