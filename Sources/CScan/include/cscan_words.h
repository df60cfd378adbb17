/* Hash tables of words: texts to small codes. */
#ifndef CSCAN_WORDS_H
#define CSCAN_WORDS_H

#include <stddef.h>
#include <stdint.h>

/* A place of a table; where no word has more than eight bytes, its first half alone. So one lies in one cache line. */
typedef struct {
  uint64_t low;    /* what stands for the word: its first eight bytes, */
  uint32_t length; /* how many it has; cscan_no_length for a place without one, */
  int32_t code;
  uint64_t high; /* and the next eight; of longer words a hash */
  uint64_t unused;
} cscan_slot;

static const uint32_t cscan_no_length = UINT32_MAX;

/* An open table with linear probing; the number of its places is a power of two, and one at least is empty. */
typedef struct {
  cscan_slot *slots;
  uint64_t mask; /* the number of places less one */
  uint64_t seed;
  int32_t unknown; /* the code of all texts that are no words */
  int is_wide;     /* whether places are whole */
} cscan_word_table;

/* A text that somebody else holds. */
typedef struct {
  const uint8_t *base;
  size_t count;
} cscan_text;

/* Memory for so many places, in large pages where it is large; 0 if there is none. To be given back with free. */
cscan_slot *cscan_new_slots(uint64_t places, int is_wide);

/* Takes all words out of a table. */
void cscan_clear_words(cscan_word_table table);

/* The place of this number, counted on beyond the last. */
static inline cscan_slot *cscan_slot_at(const cscan_word_table *table, uint64_t place, int is_wide) {
  return (cscan_slot *)((char *)table->slots + (place & table->mask) * (sizeof(cscan_slot) / (is_wide ? 1 : 2)));
}

/* Where the search for a word begins. */
static inline uint64_t cscan_word_hash(uint64_t low, uint64_t high, uint64_t length, uint64_t seed) {
  const unsigned __int128 product = (unsigned __int128)(low ^ seed) * (high ^ 0xD6E8FEB86659FD93u ^ length);
  return (uint64_t)(product >> 64) ^ (uint64_t)product;
}

/* Puts in a word that is not there; gives how many places were looked at. */
static inline size_t cscan_add_word(cscan_word_table table, uint64_t low, uint64_t high, uint32_t length, int32_t code) {
  const uint64_t start = cscan_word_hash(low, high, length, table.seed);
  uint64_t place = start;
  while (cscan_slot_at(&table, place, table.is_wide)->length != cscan_no_length) place++;
  cscan_slot *slot = cscan_slot_at(&table, place, table.is_wide);
  slot->low = low, slot->length = length, slot->code = code;
  if (table.is_wide) slot->high = high;
  return (size_t)(place - start) + 1;
}

/* The code of a text of up to 16 bytes. */
static inline int32_t cscan_find_word(cscan_word_table table, uint64_t low, uint64_t high, uint32_t length) {
  for (uint64_t place = cscan_word_hash(low, high, length, table.seed);; place++) {
    const cscan_slot *slot = cscan_slot_at(&table, place, table.is_wide);
    if (slot->length == cscan_no_length) return table.unknown;
    if (slot->low == low && slot->length == length && (!table.is_wide || slot->high == high)) return slot->code;
  }
}

/* The code of each text of up to 16 bytes. Longer ones have -1; gives how many there are.
 *
 * Texts are taken some at a time: for all of them memory is asked for, then their first places are
 * looked at, and only then those searched for further that are not there. So the processor waits for
 * many places of a large table at once, and does not guess which texts will be found where. */
size_t cscan_find_words(cscan_word_table table, const cscan_text *texts, size_t count, int32_t *codes);

#endif
