/* Cells of a run gathered many at a time, and what is told of them. */
#ifndef GATHERED_CELLS_H
#define GATHERED_CELLS_H

#include "cvector_cells.h"
#include "for_processors.h"
#include "gathered.h"

/* Cells of a run, one after the other: where each starts, and how long it is. */
#define EACH_OF(CELLS, FROM, COUNT)                                                                           \
  const uint32_t *mark = (CELLS).marks + (ptrdiff_t)(FROM) * (CELLS).stride;                                  \
  for (size_t i = 0, start, length;                                                                           \
       i < (COUNT) && (start = (size_t)mark[0] + 1, length = mark[1] - start, 1); i++, mark += (CELLS).stride)

/* Cells of a run, as many at a time as are kept. */
#define EACH_BLOCK(CELLS) \
  for (size_t from = 0, count; count = least_of((CELLS).count - from, gathered_most), from < (CELLS).count; from += count)

/* The first bytes of each cell, or of what follows it; where texts are asked for, these too. */
ALWAYS_INLINE void gather_first(cvector_cells cells, size_t from, size_t count, gathered *to, cvector_text *texts) {
  EACH_OF(cells, from, count) {
    const uint8_t *text = cells.bytes + start;
    if (texts) texts[i] = (cvector_text){text, length};
    load_both(text, to->words[i]);
    to->lengths[i] = (uint32_t)length;
  }
}

/* Tells which of some cells of a run, from one on, are given. */
void cvector_tell_lengths(const uint32_t *lengths, size_t count, cvector_told told, size_t from);

#endif
