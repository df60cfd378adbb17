/* Cells of Arrow's buffers into plain columns, and columns into buffers. Sources need not be aligned. */
#ifndef CARROW_CELLS_H
#define CARROW_CELLS_H

#include <stddef.h>
#include <stdint.h>

/* Bits from `first` on as words of 64 whose rest is 0; gives how many are set. */
size_t carrow_bits(const uint8_t *bits, size_t first, size_t count, uint64_t *to);

/* Bits from `first` on as bytes, 0 or 1. */
void carrow_bytes_of_bits(const uint8_t *bits, size_t first, size_t count, uint8_t *to);

/* Bytes, 0 or 1, as bits from `first` on of memory that was all zeros there. */
void carrow_bits_of_bytes(const uint8_t *bytes, size_t count, uint8_t *bits, size_t first);

/* Whole numbers of so many bytes, from cell `first` on. Gives 0 where one of them is too large. */
int carrow_widen(const void *cells, int bytes, int is_signed, size_t first, size_t count, int64_t *to);

/* Every cell times a factor and divided by a divisor, one of which is 1; cells that are not given are 0. Gives 0 where
 * one is too large, or not whole. */
int carrow_rescale(int64_t *cells, const uint64_t *given, size_t count, int64_t factor, int64_t divisor);

/* Places in a list of `limit` words as 32 bits, -1 for those that are not given. Gives 0 where one is no place. */
int carrow_places(const void *cells, int bytes, int is_signed, size_t first, size_t count, const uint64_t *given,
                  size_t limit, int32_t *to);

/* How many bytes the texts between count + 1 offsets of 4 or 8 bytes have together; -1 where the offsets go down or begin
 * below 0. */
int64_t carrow_span(const void *offsets, int bytes, size_t first, size_t count);

/* count + 1 offsets of 4 or 8 bytes, counted from the first of them. */
void carrow_offsets(const void *offsets, int bytes, size_t first, size_t count, int32_t *to);

/* The offset of a cell. */
int64_t carrow_offset(const void *offsets, int bytes, size_t index);

/* Two marks for each of the texts between offsets: the byte before it and the byte after its last, if the first of them is
 * brought to `start`; texts that are not given are empty. Gives 0 where the offsets go down. */
int carrow_marks(const void *offsets, int bytes, size_t first, size_t count, const uint64_t *given, size_t start,
                 uint32_t *marks);

/* How many bytes the texts of views have together; -1 where one lies outside of its buffer. There are `buffer_count`
 * buffers with their lengths. */
int64_t carrow_view_span(const void *views, size_t first, size_t count, const uint64_t *given, const void *const *buffers,
                         const int64_t *lengths, size_t buffer_count);

/* Copies these texts one after the other, the first to `start` of what marks count from. */
void carrow_view_texts(const void *views, size_t first, size_t count, const uint64_t *given, const void *const *buffers,
                       size_t start, uint8_t *to, uint32_t *marks);

/* Where the text of a view begins whose span was found not to be negative. */
const uint8_t *carrow_view_text(const void *views, size_t index, const void *const *buffers);

/* Whole numbers times a factor as numbers of 128 bits. */
void carrow_decimals(const int64_t *cells, size_t count, int64_t factor, void *to);

#endif
