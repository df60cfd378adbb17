#include <string.h>

#include "cvector_cells.h"
#include "gathered_cells.h"

/* A cell as words are held: its bytes with zeros after them, and highest its length. What is of a cell that is too long
 * for that stands in the length's place too: the length, then no word's, stays none. */
ALWAYS_INLINE uint32_t length_of(const gathered *cells, size_t i) {
  return cells->lengths[i] < 16 ? cells->lengths[i] : 16;
}

ALWAYS_INLINE uint64_t short_word(const gathered *cells, size_t i) {
  const uint32_t length = length_of(cells, i);
  return (cells->words[i][0] & bytes_below(length)) | (uint64_t)length << 56;
}

ALWAYS_INLINE uint64_t low_of(const gathered *cells, size_t i) {
  return cells->words[i][0] & bytes_below(length_of(cells, i));
}

ALWAYS_INLINE uint64_t high_of(const gathered *cells, size_t i) {
  const uint32_t length = length_of(cells, i), after = length > 8 ? length - 8 : 0;
  return (cells->words[i][1] & bytes_below(after)) | (uint64_t)length << 56;
}

/* Codes of cells that are none of the words. */
enum { no_word = -1, not_to_be_empty = -2 };

/* Codes of cells that are among some words: with the first ones, those of empty cells and of all others too. Gives
 * whether one is less than 0. */
ALWAYS_INLINE int find_words(const gathered *cells, size_t count, const cvector_words *words, size_t from,
                             size_t word_count, int is_short, int as_flags, void *to) {
  cvector_word sought[12];
  memcpy(sought, words->words + from, word_count * sizeof *sought);
  const int64_t empty = words->takes_empty ? words->empty : not_to_be_empty;
  int64_t any = 0;
  EACH_CELL {
    const uint64_t low = is_short ? short_word(cells, i) : low_of(cells, i), high = is_short ? 0 : high_of(cells, i);
    int64_t code;
    if (from) code = as_flags ? ((int8_t *)to)[i] : ((int32_t *)to)[i];
    else code = cells->lengths[i] ? no_word : empty;
    for (size_t k = 0; k < word_count; k++) {
      const int is_found = is_short ? low == (sought[k].low | sought[k].high)
                                    : (low == sought[k].low) & (high == sought[k].high);
      code = is_found ? sought[k].code : code;
    }
    if (as_flags) ((int8_t *)to)[i] = (int8_t)code;
    else ((int32_t *)to)[i] = (int32_t)code;
    any |= code;
  }
  return any < 0;
}

/* A loop for each kind and number of words, which the compiler unrolls; more than twelve it would not. */
#define WORDS(IS_SHORT, AS_FLAGS)                                                                  \
  switch (word_count) {                                                                            \
    case 4: return find_words(cells, count, words, 0, 4, IS_SHORT, AS_FLAGS, to);                  \
    case 8: return find_words(cells, count, words, 0, 8, IS_SHORT, AS_FLAGS, to);                  \
    case 12: return find_words(cells, count, words, 0, 12, IS_SHORT, AS_FLAGS, to);                \
    default:                                                                                       \
      return find_words(cells, count, words, 0, 8, IS_SHORT, AS_FLAGS, to) &&                      \
             find_words(cells, count, words, 8, 8, IS_SHORT, AS_FLAGS, to);                        \
  }

FOR_PROCESSORS static int find_short(const gathered *cells, size_t count, const cvector_words *words, size_t word_count,
                                     int32_t *to) {
  WORDS(1, 0)
}

FOR_PROCESSORS static int find_long(const gathered *cells, size_t count, const cvector_words *words, size_t word_count,
                                    int32_t *to) {
  WORDS(0, 0)
}

FOR_PROCESSORS static int find_flags(const gathered *cells, size_t count, const cvector_words *words, size_t word_count,
                                     int8_t *to) {
  WORDS(1, 1)
}

/* Looks for the first four words, and where these are not all, for all of them from then on. */
#define FIND(FUNCTION, TO)                                                                            \
  ((sought > 4 || FUNCTION(&kept, block.kept, &words, 4, TO)) &&                                      \
   ((sought = words.count) == 4 || FUNCTION(&kept, block.kept, &words, sought, TO)))

/* The codes of cells that are none of the words, and which cells are unread; gives whether one is. */
FOR_PROCESSORS static int settle_codes(int32_t *codes, size_t count, int32_t empty, int32_t other, int takes_other,
                                       uint8_t *unread) {
  uint8_t any = 0;
  EACH_CELL {
    const int is_other = codes[i] == no_word, is_empty = codes[i] == not_to_be_empty;
    codes[i] = is_other ? other : is_empty ? empty : codes[i];
    any |= unread[i] = (is_other & !takes_other) | is_empty;
  }
  return any;
}

FOR_PROCESSORS static void settle_flags(const int8_t *flags, size_t count, uint8_t *unread) {
  EACH_CELL unread[i] = flags[i] < 0;
}

FOR_PROCESSORS static void fill_codes(int32_t *codes, size_t count, int32_t code) {
  EACH_CELL codes[i] = code;
}

static void place_codes(const cell_block *block, const int32_t *kept, int32_t empty, int32_t *codes) {
  fill_codes(codes + block->from, block->count, empty);
  for (size_t i = 0; i < block->kept; i++) codes[block->from + block->places[i]] = kept[i];
}

static void place_flags(const cell_block *block, const int8_t *kept, int32_t empty, int8_t *flags) {
  memset(flags + block->from, empty, block->count);
  for (size_t i = 0; i < block->kept; i++) flags[block->from + block->places[i]] = kept[i];
}

/* The texts of cells that are none of the words. */
static void keep_others(cvector_cells cells, const cell_block *block, const int32_t *codes, cvector_text *texts) {
  for (size_t i = 0; i < block->kept; i++) {
    if (codes[i] != no_word) continue;
    const size_t cell = block->from + (block->is_sparse ? block->places[i] : i);
    const uint32_t *mark = mark_of(cells, cell);
    texts[cell] = (cvector_text){cells.bytes + mark[0] + 1, mark[1] - mark[0] - 1};
  }
}

int cvector_read_codes(cvector_cells cells, cvector_words words, cvector_text *texts, int32_t *codes,
                       cvector_told told) {
  cell_block block;
  gathered kept;
  int32_t room[gathered_most];
  uint8_t unread[gathered_most];
  size_t sought = 4;
  int is_unread = 0;
  EACH_BLOCK(cells) {
    cvector_begin_block(&block, cells, from, count, words.takes_empty);
    int32_t *to = ROOM_OF(block, room, codes);
    gather_first(cells, &block, &kept);
    cvector_tell_block(&block, kept.lengths, told);
    if (words.is_short ? FIND(find_short, to) : FIND(find_long, to)) {
      if (texts) keep_others(cells, &block, to, texts);
      if (settle_codes(to, block.kept, words.empty, words.other, words.takes_other, unread))
        cvector_tell_unread(&block, unread, cells, told, &is_unread);
    }
    if (block.is_sparse) place_codes(&block, to, words.empty, codes);
  }
  return is_unread;
}

int cvector_read_flags(cvector_cells cells, cvector_words words, uint8_t *flags, cvector_told told) {
  cell_block block;
  gathered kept;
  int8_t room[gathered_most];
  uint8_t unread[gathered_most];
  size_t sought = 4;
  int is_unread = 0;
  EACH_BLOCK(cells) {
    cvector_begin_block(&block, cells, from, count, words.takes_empty);
    int8_t *to = ROOM_OF(block, room, (int8_t *)flags);
    gather_first(cells, &block, &kept);
    cvector_tell_block(&block, kept.lengths, told);
    if (FIND(find_flags, to))
      settle_flags(to, block.kept, unread), cvector_tell_unread(&block, unread, cells, told, &is_unread);
    if (block.is_sparse) place_flags(&block, to, words.empty, (int8_t *)flags);
  }
  return is_unread;
}
