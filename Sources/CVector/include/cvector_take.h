/* Cells of tables taken by their places. */
#ifndef CVECTOR_TAKE_H
#define CVECTOR_TAKE_H

#include <stddef.h>
#include <stdint.h>

/* to[i] = cells[places[i]], cells of 32 bits or of 64, where every place is one of cell_count. The target of 32 bits may
 * be the places. */
void cvector_take_32(const int32_t *cells, size_t cell_count, const int32_t *places, size_t count, int32_t *to);
void cvector_take_64(const void *cells, size_t cell_count, const int32_t *places, size_t count, void *to);

/* The places of combinations of codes: the sum of each key's code times its stride. Key k's codes begin at codes[k * apart];
 * there is one key at least. The target may be the first key's codes. */
void cvector_places(const int32_t *codes, size_t apart, const int32_t *strides, size_t keys, size_t count, int32_t *to);

#endif
