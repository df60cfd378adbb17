#include "carrow_cells.h"

#include <string.h>

#if defined(__x86_64__) && defined(__linux__)
#define FOR_PROCESSORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define FOR_PROCESSORS
#endif

#define LOAD(type, from, index) ({ type cell_; memcpy(&cell_, (const uint8_t *)(from) + (index) * sizeof(type), sizeof(type)); cell_; })

static int is_given(const uint64_t *given, size_t i) { return !given || (given[i >> 6] >> (i & 63) & 1); }

size_t carrow_bits(const uint8_t *bits, size_t first, size_t count, uint64_t *to) {
  const uint8_t *from = bits + first / 8;
  const unsigned shift = first % 8;
  size_t set = 0;
  for (size_t word = 0; word < (count + 63) / 64; word++) {
    const size_t left = count - 64 * word, wanted = left < 64 ? left : 64, bytes = (shift + wanted + 7) / 8;
    uint64_t low = 0;
    memcpy(&low, from + 8 * word, bytes < 8 ? bytes : 8);
    low >>= shift;
    if (bytes > 8) low |= (uint64_t)from[8 * word + 8] << (64 - shift);
    if (wanted < 64) low &= ((uint64_t)1 << wanted) - 1;
    to[word] = low;
    set += (size_t)__builtin_popcountll(low);
  }
  return set;
}

void carrow_bytes_of_bits(const uint8_t *bits, size_t first, size_t count, uint8_t *to) {
  for (size_t i = 0; i < count; i++) to[i] = bits[(first + i) / 8] >> ((first + i) % 8) & 1;
}

void carrow_bits_of_bytes(const uint8_t *bytes, size_t count, uint8_t *bits, size_t first) {
  size_t done = 0;
  /* Eight at a time: the product has the lowest bit of each of them in its upper byte, the first one's lowest. */
  if (first % 8 == 0)
    for (; done + 8 <= count; done += 8) {
      const uint64_t eight = LOAD(uint64_t, bytes + done, 0) & 0x0101010101010101;
      bits[(first + done) / 8] |= (uint8_t)(eight * 0x0102040810204080 >> 56);
    }
  for (size_t i = done; i < count; i++) bits[(first + i) / 8] |= (uint8_t)((bytes[i] & 1) << ((first + i) % 8));
}

#define WIDEN(type)                                                                                                        \
  for (size_t i = 0; i < count; i++) to[i] = (int64_t)LOAD(type, cells, first + i);                                        \
  return 1

FOR_PROCESSORS
static int widen(const void *cells, int bytes, int is_signed, size_t first, size_t count, int64_t *to) {
  switch (is_signed ? bytes : -bytes) {
    case 1: WIDEN(int8_t);
    case 2: WIDEN(int16_t);
    case 4: WIDEN(int32_t);
    case 8: memcpy(to, (const uint8_t *)cells + 8 * first, 8 * count); return 1;
    case -1: WIDEN(uint8_t);
    case -2: WIDEN(uint16_t);
    case -4: WIDEN(uint32_t);
    case -8: {
      int64_t all = 0;
      memcpy(to, (const uint8_t *)cells + 8 * first, 8 * count);
      for (size_t i = 0; i < count; i++) all |= to[i];
      return all >= 0;
    }
    default: {
      /* 16 or 32 bytes: the upper ones must be nothing but the sign. */
      const size_t words = (size_t)bytes / 8;
      int fits = 1;
      for (size_t i = 0; i < count; i++) {
        to[i] = LOAD(int64_t, cells, words * (first + i));
        for (size_t word = 1; word < words; word++)
          fits &= LOAD(int64_t, cells, words * (first + i) + word) == (to[i] >> 63);
      }
      return fits;
    }
  }
}

int carrow_widen(const void *cells, int bytes, int is_signed, size_t first, size_t count, int64_t *to) {
  return widen(cells, bytes, is_signed, first, count, to);
}

int carrow_rescale(int64_t *cells, const uint64_t *given, size_t count, int64_t factor, int64_t divisor) {
  int fits = 1;
  for (size_t i = 0; i < count; i++) {
    const int64_t cell = is_given(given, i) ? cells[i] : 0;
    if (divisor == 1) {
      fits &= !__builtin_mul_overflow(cell, factor, &cells[i]);
    } else {
      cells[i] = cell / divisor;
      fits &= cells[i] * divisor == cell;
    }
  }
  return fits;
}

/* Thirty-two cells at a time, whose bits are the lanes of a vector. What is below zero is beyond all places without its
 * sign. */
#define PLACES(type, wide)                                                                                                 \
  for (size_t start = 0; start < count; start += 32) {                                                                     \
    const uint32_t known = given ? (uint32_t)(given[start >> 6] >> (start & 32)) : ~(uint32_t)0;                           \
    const size_t some = count - start < 32 ? count - start : 32;                                                           \
    if (some == 32)                                                                                                        \
      for (uint32_t i = 0; i < 32; i++) PLACE(type, wide)                                                                  \
    else                                                                                                                   \
      for (uint32_t i = 0; i < some; i++) PLACE(type, wide)                                                                \
  }

#define PLACE(type, wide)                                                                                                  \
  {                                                                                                                        \
    const wide place = (wide)LOAD(type, cells, first + start + i);                                                         \
    const uint32_t is_known = -(known >> i & 1), is_place = -(uint32_t)(place < bound), is_taken = is_known & is_place;    \
    wrong |= is_known & ~is_place;                                                                                         \
    to[start + i] = (int32_t)(((uint32_t)place & is_taken) | ~is_taken);                                                   \
  }

FOR_PROCESSORS
static uint32_t wrong_places(const void *cells, int bytes, int is_signed, size_t first, size_t count,
                             const uint64_t *given, uint32_t bound, int32_t *to) {
  uint32_t wrong = 0;
  switch (is_signed ? bytes : -bytes) {
    case 1: PLACES(int8_t, uint32_t) break;
    case 2: PLACES(int16_t, uint32_t) break;
    case 4: PLACES(int32_t, uint32_t) break;
    case -1: PLACES(uint8_t, uint32_t) break;
    case -2: PLACES(uint16_t, uint32_t) break;
    case -4: PLACES(uint32_t, uint32_t) break;
    default: PLACES(uint64_t, uint64_t) break;
  }
  return wrong;
}

int carrow_places(const void *cells, int bytes, int is_signed, size_t first, size_t count, const uint64_t *given,
                  size_t limit, int32_t *to) {
  const uint32_t bound = limit < INT32_MAX ? (uint32_t)limit : INT32_MAX;
  return wrong_places(cells, bytes, is_signed, first, count, given, bound, to) == 0;
}

int64_t carrow_offset(const void *offsets, int bytes, size_t index) {
  return bytes == 4 ? (int64_t)LOAD(int32_t, offsets, index) : LOAD(int64_t, offsets, index);
}

#define SPAN(type)                                                                                                         \
  {                                                                                                                        \
    int is_up = LOAD(type, offsets, first) >= 0;                                                                           \
    for (size_t i = 0; i < count; i++) is_up &= LOAD(type, offsets, first + i + 1) >= LOAD(type, offsets, first + i);      \
    return is_up ? (int64_t)LOAD(type, offsets, first + count) - (int64_t)LOAD(type, offsets, first) : -1;                 \
  }

FOR_PROCESSORS
static int64_t span(const void *offsets, int bytes, size_t first, size_t count) {
  if (bytes == 4) SPAN(int32_t)
  SPAN(int64_t)
}

int64_t carrow_span(const void *offsets, int bytes, size_t first, size_t count) {
  return span(offsets, bytes, first, count);
}

#define OFFSETS(type)                                                                                                      \
  {                                                                                                                        \
    const type base = LOAD(type, offsets, first);                                                                          \
    for (size_t i = 0; i <= count; i++) to[i] = (int32_t)(LOAD(type, offsets, first + i) - base);                          \
  }

FOR_PROCESSORS
static void all_offsets(const void *offsets, int bytes, size_t first, size_t count, int32_t *to) {
  if (bytes == 4) OFFSETS(int32_t) else OFFSETS(int64_t)
}

void carrow_offsets(const void *offsets, int bytes, size_t first, size_t count, int32_t *to) {
  all_offsets(offsets, bytes, first, count, to);
}

/* A text that is not given ends where it begins, and its offsets must go up as those of others do. */
#define MARKS(type)                                                                                                        \
  {                                                                                                                        \
    const type base = LOAD(type, offsets, first);                                                                          \
    uint32_t is_down = 0;                                                                                                  \
    for (size_t some = 0; some < count; some += 32) {                                                                      \
      const uint32_t known = given ? (uint32_t)(given[some >> 6] >> (some & 32)) : ~(uint32_t)0;                           \
      const size_t end = count - some < 32 ? count - some : 32;                                                            \
      for (size_t i = 0; i < end; i++) {                                                                                   \
        const type from = LOAD(type, offsets, first + some + i), until = LOAD(type, offsets, first + some + i + 1);        \
        const uint32_t lower = (uint32_t)(start + ((size_t)from - (size_t)base));                                          \
        const uint32_t upper = (uint32_t)(start + ((size_t)until - (size_t)base));                                         \
        is_down |= (uint32_t)(until < from);                                                                               \
        marks[2 * (some + i)] = lower - 1;                                                                                 \
        marks[2 * (some + i) + 1] = lower + ((upper - lower) & -(known >> (uint32_t)i & 1));                               \
      }                                                                                                                    \
    }                                                                                                                      \
    return !is_down;                                                                                                       \
  }

FOR_PROCESSORS
static int all_marks(const void *offsets, int bytes, size_t first, size_t count, const uint64_t *given, size_t start,
                      uint32_t *marks) {
  if (bytes == 4) MARKS(int32_t)
  MARKS(int64_t)
}

int carrow_marks(const void *offsets, int bytes, size_t first, size_t count, const uint64_t *given, size_t start,
                  uint32_t *marks) {
  return all_marks(offsets, bytes, first, count, given, start, marks);
}

static const void *view_at(const void *views, size_t index) { return (const uint8_t *)views + 16 * index; }

int64_t carrow_view_span(const void *views, size_t first, size_t count, const uint64_t *given, const void *const *buffers,
                         const int64_t *lengths, size_t buffer_count) {
  int64_t all = 0;
  for (size_t i = 0; i < count; i++) {
    if (!is_given(given, i)) continue;
    const void *view = view_at(views, first + i);
    const int32_t length = LOAD(int32_t, view, 0);
    if (length < 0) return -1;
    if (length > 12) {
      const int32_t buffer = LOAD(int32_t, view, 2), offset = LOAD(int32_t, view, 3);
      if (buffer < 0 || (size_t)buffer >= buffer_count || offset < 0) return -1;
      if (!buffers[buffer] || (int64_t)offset + length > LOAD(int64_t, lengths, (size_t)buffer)) return -1;
    }
    all += length;
  }
  return all;
}

void carrow_view_texts(const void *views, size_t first, size_t count, const uint64_t *given, const void *const *buffers,
                       size_t start, uint8_t *to, uint32_t *marks) {
  size_t at = 0;
  for (size_t i = 0; i < count; i++) {
    const void *view = view_at(views, first + i);
    const size_t length = is_given(given, i) ? (size_t)LOAD(int32_t, view, 0) : 0;
    if (length > 12) {
      const size_t buffer = (size_t)LOAD(int32_t, view, 2), offset = (size_t)LOAD(int32_t, view, 3);
      memcpy(to + at, (const uint8_t *)buffers[buffer] + offset, length);
    } else {
      memcpy(to + at, (const uint8_t *)view + 4, length);
    }
    marks[2 * i] = (uint32_t)(start + at - 1);
    at += length;
    marks[2 * i + 1] = (uint32_t)(start + at);
  }
}

const uint8_t *carrow_view_text(const void *views, size_t index, const void *const *buffers) {
  const void *view = view_at(views, index);
  if (LOAD(int32_t, view, 0) <= 12) return (const uint8_t *)view + 4;
  return (const uint8_t *)buffers[LOAD(int32_t, view, 2)] + LOAD(int32_t, view, 3);
}

FOR_PROCESSORS
void carrow_decimals(const int64_t *cells, size_t count, int64_t factor, void *to) {
  int64_t *halves = to;
  if (factor == 1) {
    for (size_t i = 0; i < count; i++) {
      halves[2 * i] = cells[i];
      halves[2 * i + 1] = cells[i] >> 63;
    }
    return;
  }
  for (size_t i = 0; i < count; i++) {
    const __int128 product = (__int128)cells[i] * factor;
    halves[2 * i] = (int64_t)product;
    halves[2 * i + 1] = (int64_t)(product >> 64);
  }
}
