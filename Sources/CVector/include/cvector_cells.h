/* Cells of text read into columns, many at a time: those that are spelled as nearly all are, without asking of
 * any how long it is. Of every other cell these functions say that it is unread.
 *
 * Sixteen bytes must be readable from where a cell starts, and the eight before its end, whatever they are.
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
} cvector_cells;

/* What may be held, and what is where a cell is empty, if it may be. */
typedef struct {
  int64_t least, most, empty;
  int takes_empty;
} cvector_bounds;

/* Each sets unread[i] to 1 for a cell that is unread, whose place in the column holds anything, else to 0, and
 * gives whether there is one.
 *
 * Numbers of up to eight characters, digits and a point that has all the decimals (0 to 6) after it, or no
 * point, as multiples of 10^-decimals. */
int cvector_read_numbers(cvector_cells cells, cvector_bounds bounds, unsigned decimals, int64_t *to, uint8_t *unread);

/* YYYY-MM-DD as days since 1970. */
int cvector_read_dates(cvector_cells cells, cvector_bounds bounds, int64_t *to, uint8_t *unread);

/* A word of up to 15 bytes that a cell may be. */
typedef struct {
  uint64_t low;   /* its first eight bytes, zeros after its end */
  uint64_t high;  /* the others, and in the highest place its length */
  uint64_t above; /* one more than its code */
} cvector_word;

/* The codes of words, those looked for most first. Their number is a multiple of four; words that no cell is are all ones and have the code -1. */
int cvector_read_codes(cvector_cells cells, cvector_bounds bounds, const cvector_word *words, size_t word_count,
                       int32_t *to, uint8_t *unread);
int cvector_read_flags(cvector_cells cells, cvector_bounds bounds, const cvector_word *words, size_t word_count,
                       uint8_t *to, uint8_t *unread);

/* Texts as they stand; where one is empty, `empty`, if it may be. */
int cvector_read_texts(cvector_cells cells, cvector_text empty, int takes_empty, cvector_text *to, uint8_t *unread);

/* Texts as they stand, empty ones too, and beside them the codes of those that are among the words: `empty_code` where a
 * cell is empty, `other` for every other text. */
int cvector_read_known_texts(cvector_cells cells, int takes_empty, const cvector_word *words, size_t word_count,
                             int32_t empty_code, int32_t other, cvector_text *to, int32_t *codes, uint8_t *unread);

/* Sets the bits from `first` on, in words of 64, of cells that are not empty, or of all; bits after those are 0. */
void cvector_set_given(cvector_cells cells, int empty_is_given, uint64_t *bits, size_t first);

/* Sets marked[i] to 1 for a cell that is empty, or ends with the same eight bytes as the one before, and so might be
 * the same; else to 0. Gives whether there is one. */
int cvector_mark_keys(cvector_cells cells, uint8_t *marked);

#endif
