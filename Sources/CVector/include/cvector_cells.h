/* Cells of text read into columns, many at a time: those that are spelled as nearly all are, without asking of
 * any how long it is. Of every other cell these functions say that it is unread.
 *
 * Sixteen bytes must be readable from where a cell starts, and the eight before its end, whatever they are; of instants
 * also eight from the end.
 */
#ifndef CVECTOR_CELLS_H
#define CVECTOR_CELLS_H

#include <stddef.h>
#include <stdint.h>

#include "cvector_text.h"

/* Cell i is bytes[marks[i * stride] + 1] up to bytes[marks[i * stride + 1]]. */
typedef struct {
  const uint8_t *bytes;
  const uint32_t *marks;
  ptrdiff_t stride;
  size_t count;
  const uint64_t *given; /* bits of cells that are not empty, and zeros up to a whole word; or null, if it is not known */
} cvector_cells;

/* What may be held, and what is where a cell is empty, if it may be. */
typedef struct {
  int64_t least, most, empty;
  int takes_empty;
} cvector_bounds;

/* What is told of cells beside their values. If there is one that is unread, unread[i] is set to 1 for each that is, whose
 * place in the column holds anything, else to 0. Where `given` is not null, its bits from `first` on, in words of 64, are
 * set for cells that are not empty, or for all; bits after those are 0. */
typedef struct {
  uint8_t *unread;
  uint64_t *given;
  size_t first;
  int empty_is_given;
} cvector_told;

/* Each gives whether a cell is unread.
 *
 * Numbers of up to eight characters, digits and a point that has up to `decimals` (0 to 9) after it, or no point, as
 * multiples of 10^-decimals. */
int cvector_read_numbers(cvector_cells cells, cvector_bounds bounds, unsigned decimals, int64_t *to,
                         cvector_told told);

/* Numbers that were read so, and which of them are unread if some are, as multiples of `each` times as much: those that
 * are none are unread as well. */
int cvector_divide_units(int64_t *units, size_t count, int64_t each, uint8_t *unread, int is_unread);

/* YYYY-MM-DDTHH:MM:SS and then Z, milliseconds and Z, or an offset ±HH:MM, as microseconds since 1970. */
int cvector_read_instants(cvector_cells cells, cvector_bounds bounds, int64_t *to, cvector_told told);

/* YYYY-MM-DD as days since 1970. */
int cvector_read_dates(cvector_cells cells, cvector_bounds bounds, int64_t *to, cvector_told told);

/* A word of up to 15 bytes that a cell may be. */
typedef struct {
  uint64_t low;   /* its first eight bytes, zeros after its end */
  uint64_t high;  /* the others, and in the highest place its length */
  int64_t code;   /* not negative */
} cvector_word;

/* Words that cells may be, those looked for most first, and the codes of empty cells and of those that are none of
 * them, also where cells may not be that and are unread. The number of words is a multiple of four up to 16; words that
 * no cell is are all ones. */
typedef struct {
  const cvector_word *words;
  size_t count;
  int is_short; /* no word has more than seven bytes */
  int32_t empty, other;
  int takes_empty, takes_other;
} cvector_words;

/* The codes of words; where texts are asked for, those that are none of them. */
int cvector_read_codes(cvector_cells cells, cvector_words words, cvector_text *texts, int32_t *codes,
                       cvector_told told);
int cvector_read_flags(cvector_cells cells, cvector_words words, uint8_t *flags, cvector_told told);

/* Texts as they stand; where one is empty, `empty`, if it may be. */
int cvector_read_texts(cvector_cells cells, cvector_text empty, int takes_empty, cvector_text *to, cvector_told told);

/* Tells which cells are given, and nothing else. */
void cvector_tell_given(cvector_cells cells, cvector_told told);

/* Sets marked[i] to 1 for a cell that is empty, or ends with the same eight bytes as the one before, and so might be
 * the same; else to 0. Gives whether there is one. `last` is what was kept of the cell before the first, 0 if there is
 * none, and then of the last. */
int cvector_mark_keys(cvector_cells cells, uint64_t *last, uint8_t *marked);

#endif
