#if defined(__linux__)
#define _DEFAULT_SOURCE
#endif

#include "cscan_words.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "cscan_text.h"

/* Texts taken together. */
enum { together = 32, longest = 16 };

/* The length of no word, nor of a place without one. */
static const uint32_t too_long = UINT32_MAX - 1;

cscan_slot *cscan_new_slots(uint64_t places, int is_wide) {
  const size_t page = 2 << 20, size = (size_t)places * (sizeof(cscan_slot) / (is_wide ? 1 : 2));
  void *slots = NULL;
  if (posix_memalign(&slots, size < page ? sizeof(cscan_slot) : page, size) != 0) return NULL;
#ifdef MADV_HUGEPAGE
  /* Where a text is found is anybody's guess: small pages would have to be looked up for nearly each. */
  if (size >= page) madvise(slots, size & ~(page - 1), MADV_HUGEPAGE);
#endif
  return slots;
}

void cscan_clear_words(cscan_word_table table) {
  for (uint64_t place = 0; place <= table.mask; place++) {
    cscan_slot *slot = cscan_slot_at(&table, place, table.is_wide);
    slot->low = 0, slot->length = cscan_no_length, slot->code = 0;
    if (table.is_wide) slot->high = 0, slot->unused = 0;
  }
}

typedef struct {
  uint64_t low, high, place;
  uint32_t length;
} sought;

/* What some texts are sought by, and the memory of their places on its way. */
__attribute__((always_inline)) static inline void seek_words(cscan_word_table table, const cscan_text *texts,
                                                             size_t count, sought *all, int is_wide) {
  for (size_t i = 0; i < count; i++) {
    const cscan_text text = texts[i];
    const int fits = text.count <= longest;
    const cscan_words words = cscan_first_bytes(text.base, fits ? text.count : 0);
    const uint64_t place = cscan_word_hash(words.low, words.high, text.count, table.seed);
    all[i] = (sought){words.low, words.high, place, fits ? (uint32_t)text.count : too_long};
    __builtin_prefetch(cscan_slot_at(&table, place, is_wide));
  }
}

__attribute__((always_inline)) static inline size_t find_words(cscan_word_table table, const cscan_text *texts,
                                                               size_t count, int32_t *codes, int is_wide) {
  /* While some are compared the memory of the next ones comes. */
  sought both[2][together];
  sought *all = both[0], *next = both[1];
  size_t here = count < together ? count : together, longer = 0;
  seek_words(table, texts, here, all, is_wide);
  for (size_t start = 0; start < count;) {
    const size_t rest = count - start - here, then = rest < together ? rest : together;
    seek_words(table, texts + start + here, then, next, is_wide);
    uint8_t elsewhere[together];
    size_t left = 0;
    for (size_t i = 0; i < here; i++) {
      const cscan_slot *slot = cscan_slot_at(&table, all[i].place, is_wide);
      const uint64_t other_bytes = (slot->low ^ all[i].low) | (is_wide ? slot->high ^ all[i].high : 0);
      codes[start + i] = slot->code;
      elsewhere[left] = (uint8_t)i;
      left += (other_bytes | (slot->length ^ all[i].length)) != 0;
    }
    for (size_t i = 0; i < left; i++) {
      const sought *text = all + elsewhere[i];
      const int is_long = text->length == too_long;
      codes[start + elsewhere[i]] = is_long ? -1 : cscan_find_word(table, text->low, text->high, text->length);
      longer += (size_t)is_long;
    }
    sought *const done = all;
    all = next, next = done;
    start += here, here = then;
  }
  return longer;
}

size_t cscan_find_words(cscan_word_table table, const cscan_text *texts, size_t count, int32_t *codes) {
  return table.is_wide ? find_words(table, texts, count, codes, 1) : find_words(table, texts, count, codes, 0);
}
