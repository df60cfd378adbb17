/* Cells of a run gathered many at a time, and what is told of them. */
#ifndef GATHERED_CELLS_H
#define GATHERED_CELLS_H

#include "cvector_cells.h"
#include "for_processors.h"
#include "gathered.h"

/* Cells of a run, as many at a time as are kept. */
#define EACH_BLOCK(CELLS) \
  for (size_t from = 0, count; count = least_of((CELLS).count - from, gathered_most), from < (CELLS).count; from += count)

/* Cells of a block, all or those at some places: where each starts, and how long it is. */
#define EACH_OF(CELLS, FROM, COUNT, PLACES)                                                        \
  for (size_t i = 0, place, start, length;                                                         \
       i < (COUNT) && (place = (PLACES) ? (PLACES)[i] : i,                                         \
                       start = (size_t)mark_of(CELLS, (FROM) + place)[0] + 1,                      \
                       length = mark_of(CELLS, (FROM) + place)[1] - start, 1);                     \
       i++)

ALWAYS_INLINE const uint32_t *mark_of(cvector_cells cells, size_t cell) {
  return cells.marks + (ptrdiff_t)cell * cells.stride;
}

/* Cells that are gathered together. Where few are given, these alone are, if the others may be empty. */
typedef struct {
  size_t from, count;    /* all cells of the block */
  const uint64_t *given; /* bits of those that are not empty, or null */
  int is_sparse;         /* whether only these are gathered */
  size_t kept;           /* how many are gathered */
  uint8_t places[gathered_most + 64]; /* where they are in the block, if it is sparse */
} cell_block;

void cvector_begin_block(cell_block *block, cvector_cells cells, size_t from, size_t count, int takes_empty);

/* Tells which cells are given: by the lengths of those gathered, if it is not known. */
void cvector_tell_block(const cell_block *block, const uint32_t *lengths, cvector_told told);

/* Tells which of the cells gathered are unread: of these cells the first that there are, if it was said of none yet. */
void cvector_tell_unread(const cell_block *block, const uint8_t *unread, cvector_cells cells, cvector_told told,
                         int *is_unread);

/* Where values of a block's gathered cells go: to their places, or first to where there is room for them. */
#define ROOM_OF(BLOCK, ROOM, TO) ((BLOCK).is_sparse ? (ROOM) : (TO) + (BLOCK).from)

/* The first bytes of each cell, or of what follows it. */
ALWAYS_INLINE void gather_first(cvector_cells cells, const cell_block *block, gathered *to) {
#define GATHER(PLACES)                                      \
  EACH_OF(cells, block->from, block->kept, PLACES) {        \
    load_both(cells.bytes + start, to->words[i]);           \
    to->lengths[i] = (uint32_t)length;                      \
  }
  const uint8_t *const everywhere = NULL;
  if (block->is_sparse) GATHER(block->places)
  else GATHER(everywhere)
#undef GATHER
}

/* The last eight bytes of each cell and those before it, the very last highest. */
typedef struct {
  uint64_t words[gathered_most];
  uint32_t lengths[gathered_most];
} gathered_ends;

ALWAYS_INLINE void gather_last(cvector_cells cells, const cell_block *block, gathered_ends *to) {
#define GATHER(PLACES)                                           \
  EACH_OF(cells, block->from, block->kept, PLACES) {             \
    to->words[i] = load(cells.bytes + start + length - 8);       \
    to->lengths[i] = (uint32_t)length;                           \
  }
  const uint8_t *const everywhere = NULL;
  if (block->is_sparse) GATHER(block->places)
  else GATHER(everywhere)
#undef GATHER
}

/* A block's values to their places, where only some cells were gathered. */
void cvector_place_numbers(const cell_block *block, const int64_t *kept, int64_t empty, int64_t *to);

#endif
