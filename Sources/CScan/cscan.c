#define _GNU_SOURCE
#include "cscan.h"

#include <string.h>

#include "bytes_equal.h"

/* A newline, or a return that no newline follows, ends a line. */
static int ends_line(const uint8_t *bytes, size_t at, size_t to) {
  return bytes[at] == '\n' || (bytes[at] == '\r' && !(at + 1 < to && bytes[at + 1] == '\n'));
}

static size_t cscan_csv_portable(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint32_t *marks,
                                 cscan_found *found) {
  const uint64_t ones = 0x0101010101010101ull;
  uint32_t *out = marks;
  uint64_t quotes = 0, returns = 0, nuls = 0, high = 0;
  uint32_t newlines = 0;
  for (size_t i = from; i < to; i += 8) {
    uint64_t word = 0;
    for (int k = 7; k >= 0; k--) word = word << 8 | bytes[i + (size_t)k]; /* the first byte lowest: one load */
    uint64_t used = to - i < 8 ? (1ull << 8 * (to - i)) - 1 : UINT64_MAX;
    uint64_t lines = bytes_equal(word, ones * '\n') & used;
    uint64_t mask = lines | (bytes_equal(word, ones * delimiter) & used);
    quotes |= bytes_equal(word, ones * '"');
    returns |= bytes_equal(word, ones * '\r');
    nuls |= bytes_equal(word, 0);
    high |= word;
    newlines += (uint32_t)__builtin_popcountll(lines);
    for (; mask; mask &= mask - 1) *out++ = (uint32_t)i + (uint32_t)(__builtin_ctzll(mask) >> 3);
  }
  found->quote = quotes != 0;
  found->carriage_return = returns != 0;
  found->nul = nuls != 0;
  found->not_ascii = (high & (ones * 0x80)) != 0;
  found->newlines = newlines;
  return (size_t)(out - marks);
}

#if defined(__x86_64__)
#include <immintrin.h>

/* The places of the bits of every byte, a byte each, the lowest first. */
#define BIT(bits, k) ((uint64_t)((bits) >> (k) & 1))
#define AND_UPPER(bits, k, upper) ((upper) << 8 * BIT(bits, k) | BIT(bits, k) * (k))
#define LOWER(bits, upper) AND_UPPER(bits, 0, AND_UPPER(bits, 1, AND_UPPER(bits, 2, AND_UPPER(bits, 3, upper))))
#define UPPER(bits) AND_UPPER(bits, 4, AND_UPPER(bits, 5, AND_UPPER(bits, 6, AND_UPPER(bits, 7, 0))))
#define PLACES(bits) LOWER(bits, UPPER(bits))
#define PLACES_OF_4(bits) PLACES(bits), PLACES((bits) + 1), PLACES((bits) + 2), PLACES((bits) + 3)
#define PLACES_OF_16(bits) \
  PLACES_OF_4(bits), PLACES_OF_4((bits) + 4), PLACES_OF_4((bits) + 8), PLACES_OF_4((bits) + 12)
#define PLACES_OF_64(bits) \
  PLACES_OF_16(bits), PLACES_OF_16((bits) + 16), PLACES_OF_16((bits) + 32), PLACES_OF_16((bits) + 48)
static const uint64_t places_of[256] = {PLACES_OF_64(0), PLACES_OF_64(64), PLACES_OF_64(128), PLACES_OF_64(192)};

/* Without a branch: how many places a byte has is as good as random. `first` is where the mask's first byte begins in
 * all lanes, and then where the next mask's does. */
__attribute__((target("avx2,bmi,bmi2,popcnt"))) static inline uint32_t *write_marks(uint32_t *out, uint32_t mask,
                                                                                    __m256i *first) {
  for (int k = 0; k < 32; k += 8) {
    const uint8_t bits = (uint8_t)(mask >> k);
    const __m256i places = _mm256_cvtepu8_epi32(_mm_loadl_epi64((const __m128i *)(places_of + bits)));
    _mm256_storeu_si256((__m256i *)out, _mm256_add_epi32(places, *first));
    *first = _mm256_add_epi32(*first, _mm256_set1_epi32(8));
    out += __builtin_popcount(bits);
  }
  return out;
}

__attribute__((target("avx2"))) static inline uint64_t both(__m256i a, __m256i b) {
  return (uint32_t)_mm256_movemask_epi8(a) | (uint64_t)(uint32_t)_mm256_movemask_epi8(b) << 32;
}

__attribute__((target("avx2,bmi,bmi2,popcnt"))) static size_t cscan_csv_avx2(
    const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint32_t *marks, cscan_found *found) {
  const __m256i comma = _mm256_set1_epi8((char)delimiter), newline = _mm256_set1_epi8('\n');
  const __m256i quote = _mm256_set1_epi8('"'), ret = _mm256_set1_epi8('\r');
  __m256i quotes = _mm256_setzero_si256(), returns = quotes, high = quotes;
  __m256i least = _mm256_set1_epi8(-1), first = _mm256_set1_epi32((int)from);
  uint32_t *out = marks;
  uint32_t newlines = 0;
  for (size_t i = from; i < to; i += 64) {
    __m256i a = _mm256_loadu_si256((const __m256i *)(bytes + i));
    __m256i b = _mm256_loadu_si256((const __m256i *)(bytes + i + 32));
    uint64_t lines = both(_mm256_cmpeq_epi8(a, newline), _mm256_cmpeq_epi8(b, newline));
    uint64_t mask = lines | both(_mm256_cmpeq_epi8(a, comma), _mm256_cmpeq_epi8(b, comma));
    quotes = _mm256_or_si256(quotes, _mm256_or_si256(_mm256_cmpeq_epi8(a, quote), _mm256_cmpeq_epi8(b, quote)));
    returns = _mm256_or_si256(returns, _mm256_or_si256(_mm256_cmpeq_epi8(a, ret), _mm256_cmpeq_epi8(b, ret)));
    high = _mm256_or_si256(high, _mm256_or_si256(a, b));
    least = _mm256_min_epu8(least, _mm256_min_epu8(a, b));
    if (to - i < 64) {
      mask &= (1ull << (to - i)) - 1;
      lines &= mask;
    }
    newlines += (uint32_t)__builtin_popcountll(lines);
    write_marks(out, (uint32_t)mask, &first);
    out += __builtin_popcount((uint32_t)mask);
    out = write_marks(out, (uint32_t)(mask >> 32), &first);
  }
  found->quote = _mm256_movemask_epi8(quotes) != 0;
  found->carriage_return = _mm256_movemask_epi8(returns) != 0;
  found->nul = _mm256_movemask_epi8(_mm256_cmpeq_epi8(least, _mm256_setzero_si256())) != 0;
  found->not_ascii = _mm256_movemask_epi8(high) != 0;
  found->newlines = newlines;
  return (size_t)(out - marks);
}

/* The places of a mask's bits are compressed out of 0 ... 63 as bytes, and widened sixteen at a time. */
__attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt"))) static size_t cscan_csv_avx512(
    const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint32_t *marks, cscan_found *found) {
  static const uint8_t order[64] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31,
                                    32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
                                    48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63};
  const __m512i places = _mm512_loadu_si512(order);
  const __m512i comma = _mm512_set1_epi8((char)delimiter), newline = _mm512_set1_epi8('\n');
  const __m512i quote = _mm512_set1_epi8('"'), ret = _mm512_set1_epi8('\r');
  __m512i high = _mm512_setzero_si512(), least = _mm512_set1_epi8(-1);
  uint64_t quotes = 0, returns = 0;
  uint32_t *out = marks;
  uint32_t newlines = 0;
  for (size_t i = from; i < to; i += 64) {
    __m512i v = _mm512_loadu_si512(bytes + i);
    uint64_t lines = _mm512_cmpeq_epi8_mask(v, newline);
    uint64_t mask = lines | _mm512_cmpeq_epi8_mask(v, comma);
    quotes |= _mm512_cmpeq_epi8_mask(v, quote);
    returns |= _mm512_cmpeq_epi8_mask(v, ret);
    high = _mm512_or_si512(high, v);
    least = _mm512_min_epu8(least, v);
    if (to - i < 64) {
      mask &= (1ull << (to - i)) - 1;
      lines &= mask;
    }
    newlines += (uint32_t)__builtin_popcountll(lines);
    int count = __builtin_popcountll(mask);
    __m512i found_places = _mm512_maskz_compress_epi8(mask, places);
    __m512i base = _mm512_set1_epi32((int)i);
    _mm512_storeu_si512(out, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(_mm512_castsi512_si128(found_places))));
    if (__builtin_expect(count > 16, 0)) {
      _mm512_storeu_si512(
          out + 16, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(found_places, 1))));
      if (count > 32) {
        _mm512_storeu_si512(
            out + 32, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(found_places, 2))));
        _mm512_storeu_si512(
            out + 48, _mm512_add_epi32(base, _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32(found_places, 3))));
      }
    }
    out += count;
  }
  found->quote = quotes != 0;
  found->carriage_return = returns != 0;
  found->nul = _mm512_testn_epi8_mask(least, least) != 0;
  found->not_ascii = _mm512_movepi8_mask(high) != 0;
  found->newlines = newlines;
  return (size_t)(out - marks);
}

int cscan_can(cscan_way way) {
  switch (way) {
    case cscan_portable: return 1;
    case cscan_avx2: return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2");
    case cscan_avx512:
      return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2") &&
             __builtin_cpu_supports("bmi2");
  }
  return 0;
}

size_t cscan_csv_by(cscan_way way, const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter,
                    uint32_t *marks, cscan_found *found) {
  switch (way) {
    case cscan_portable: break;
    case cscan_avx2: return cscan_csv_avx2(bytes, from, to, delimiter, marks, found);
    case cscan_avx512: return cscan_csv_avx512(bytes, from, to, delimiter, marks, found);
  }
  return cscan_csv_portable(bytes, from, to, delimiter, marks, found);
}
#else
int cscan_can(cscan_way way) { return way == cscan_portable; }

size_t cscan_csv_by(cscan_way way, const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter,
                    uint32_t *marks, cscan_found *found) {
  (void)way;
  return cscan_csv_portable(bytes, from, to, delimiter, marks, found);
}
#endif

cscan_way cscan_best_way(void) {
  return cscan_can(cscan_avx512) ? cscan_avx512 : cscan_can(cscan_avx2) ? cscan_avx2 : cscan_portable;
}

size_t cscan_csv(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint32_t *marks,
                 cscan_found *found) {
  return cscan_csv_by(cscan_best_way(), bytes, from, to, delimiter, marks, found);
}

int cscan_csv_table(const uint8_t *bytes, size_t to, uint8_t delimiter, size_t columns, uint32_t *marks, size_t room,
                    cscan_table *table) {
  /* The ends of rows are looked at while their bytes are in the first cache. */
  enum { stretch = 8192, more = 64 };
  const cscan_way way = cscan_best_way();
  cscan_table now = *table;
  while (now.at < to && now.marks + stretch + more <= room) {
    const size_t next = to - now.at < stretch ? to : now.at + stretch;
    cscan_found here;
    now.marks += cscan_csv_by(way, bytes, now.at, next, delimiter, marks + now.marks, &here);
    now.found.quote |= here.quote;
    now.found.carriage_return |= here.carriage_return;
    now.found.nul |= here.nul;
    now.found.not_ascii |= here.not_ascii;
    now.found.newlines += here.newlines;
    if (columns > 1)
      for (; now.row + columns <= now.marks; now.row += columns) {
        const size_t end = marks[now.row + columns - 1];
        const uint8_t first = bytes[end + 1];
        now.ends += bytes[end] == '\n';
        now.bare |= (first <= ' ' || first == delimiter) && end + 1 < to;
      }
    now.at = next;
  }
  *table = now;
  return now.at == to;
}

int cscan_is_regular(cscan_table table, size_t columns) {
  const size_t rows = table.found.newlines;
  return columns > 1 && table.marks == rows * columns && table.ends == rows;
}

int cscan_lone_return(const uint8_t *bytes, size_t from, size_t to) {
  const uint8_t *at = bytes + from, *end = bytes + to;
  while ((at = memchr(at, '\r', (size_t)(end - at)))) {
    if (at + 1 == end || at[1] != '\n') return 1;
    at++;
  }
  return 0;
}

size_t cscan_after_last(const uint8_t *bytes, size_t from, size_t to, uint8_t byte) {
  const uint8_t *last = memrchr(bytes + from, byte, to - from);
  return last ? (size_t)(last - bytes) + 1 : from;
}

size_t cscan_newlines(const uint8_t *bytes, size_t from, size_t to) {
  size_t count = 0;
  for (size_t i = from; i < to; i++) count += bytes[i] == '\n';
  return count;
}

size_t cscan_lines(const uint8_t *bytes, size_t from, size_t to) {
  size_t count = 0;
  for (size_t i = from; i < to; i++) count += ends_line(bytes, i, to);
  return count;
}

size_t cscan_next_line(const uint8_t *bytes, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (ends_line(bytes, i, to)) return i + 1;
  return to;
}

size_t cscan_last_group(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, int32_t key_column) {
  size_t group = to, end = to, last = 0, last_length = SIZE_MAX;
  while (end > from) {
    size_t start = end - 1;
    while (start > from && bytes[start - 1] != '\n') start--;
    int blank = end - start == 1 || (end - start == 2 && bytes[start] == '\r');
    if (!blank) {
      size_t at = start;
      int32_t column = 0;
      while (at < end && column < key_column) column += bytes[at++] == delimiter;
      size_t stop = at;
      while (stop < end && bytes[stop] != delimiter && bytes[stop] != '\n' && bytes[stop] != '\r') stop++;
      if (last_length != SIZE_MAX &&
          (last_length == 0 || stop - at != last_length || memcmp(bytes + at, bytes + last, last_length)))
        return group;
      last = at, last_length = stop - at;
      group = start;
    }
    end = start;
  }
  return from;
}

enum place { CELL_START, UNQUOTED, QUOTED, AFTER_QUOTE, BROKEN };

/* How far records are followed. */
typedef struct {
  int only_first;  /* to the end of the first that is not blank */
  int only_broken; /* to the end of the first whose quotes are wrong */
  size_t bound;    /* to the first of more bytes than this */
  int bounds_groups;  /* or of a group of more */
  const uint8_t *key; /* to the first whole one of another key than this */
  size_t key_length;
} reach;

static int is_same(const uint8_t *a, size_t a_length, const uint8_t *b, size_t b_length) {
  return a_length == b_length && memcmp(a, b, a_length) == 0;
}

static cscan_records records(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter,
                             int32_t key_column, reach reach) {
  cscan_records result = {from, from, -1, from, from, 0, -1, -1};
  enum place place = CELL_START;
  int32_t column = 0;
  int broken = 0, is_done = 0;
  size_t record = from, cell = from, open = SIZE_MAX;
  size_t key = from, key_length = 0, last_key = 0, last_length = SIZE_MAX;
  for (size_t i = from; i < to; i++) {
    uint8_t c = bytes[i];
    int line_end = place != QUOTED && (c == '\n' || c == '\r');
    if (i - record >= reach.bound && !line_end) {
      const int goes_on = reach.bounds_groups && column > key_column && key_length > 0 &&
                          is_same(bytes + key, key_length, bytes + last_key, last_length);
      result.too_long = (ptrdiff_t)(goes_on ? result.group : record);
      break;
    }
    if (place == QUOTED) {
      if (c == '"') place = AFTER_QUOTE;
      continue;
    }
    if (c == '"') {
      if (place == CELL_START) open = i, place = QUOTED;
      else if (place == AFTER_QUOTE) place = QUOTED;
      else place = BROKEN;
      if (place != BROKEN) continue;
    } else if (place == AFTER_QUOTE && !line_end && c != delimiter) {
      place = BROKEN;
    }
    if (place == BROKEN && !broken) {
      /* Most likely a quote that was never closed met the next one: the record ends with its first line. */
      size_t line = cscan_next_line(bytes, record, i);
      broken = 1;
      if (line < i) i = line - 1, c = bytes[i], line_end = 1;
    }
    if (line_end || (c == delimiter && place != BROKEN)) {
      if (column == key_column && cell <= i) {
        int is_quoted = place == AFTER_QUOTE;
        key = cell + is_quoted, key_length = i - cell - 2 * is_quoted;
      }
      place = CELL_START, column++, cell = i + 1;
    } else if (place == CELL_START) {
      place = UNQUOTED;
    }
    if (!line_end) continue;
    if (c == '\r' && i + 1 == to) break; /* its newline may be in what comes next */
    const size_t stop = i;
    if (c == '\r' && bytes[i + 1] == '\n') i++;
    int blank = i == record || (i == record + 1 && bytes[record] == '\r');
    if (!blank) {
      if (reach.key && !is_same(bytes + key, key_length, reach.key, reach.key_length)) {
        result.other = (ptrdiff_t)record;
        break;
      }
      if (key_column < 0 || key_length == 0 || !is_same(bytes + key, key_length, bytes + last_key, last_length))
        result.group = record;
      if (reach.bounds_groups && stop - result.group > reach.bound) {
        result.too_long = (ptrdiff_t)result.group;
        break;
      }
      last_key = key, last_length = key_length;
      key_length = 0;
    }
    result.end = record = cell = i + 1;
    column = 0;
    if ((is_done = (reach.only_first && !blank) || (reach.only_broken && broken))) break;
    broken = 0;
  }
  if (reach.only_broken && !is_done) result.end = to;
  result.last_record = record;
  result.key = last_key;
  result.key_length = last_length == SIZE_MAX ? 0 : last_length;
  if (key_column >= 0 && column > key_column) result.key = key, result.key_length = key_length;
  if (place == QUOTED) result.open_quote = (ptrdiff_t)open;
  return result;
}

cscan_records cscan_csv_records(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter,
                                int32_t key_column) {
  return records(bytes, from, to, delimiter, key_column, (reach){.bound = SIZE_MAX});
}

ptrdiff_t cscan_csv_too_long(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, size_t bound) {
  return records(bytes, from, to, delimiter, -1, (reach){.bound = bound}).too_long;
}

ptrdiff_t cscan_csv_long_group(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, int32_t key_column,
                               size_t bound) {
  return records(bytes, from, to, delimiter, key_column, (reach){.bound = bound, .bounds_groups = 1}).too_long;
}

cscan_records cscan_csv_group(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, int32_t key_column,
                              const uint8_t *key, size_t key_length) {
  return records(bytes, from, to, delimiter, key_column,
                 (reach){.bound = SIZE_MAX, .key = key, .key_length = key_length});
}

size_t cscan_csv_after_broken(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter) {
  return records(bytes, from, to, delimiter, -1, (reach){.only_broken = 1, .bound = SIZE_MAX}).end;
}

cscan_records cscan_csv_first(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter,
                              int32_t key_column) {
  return records(bytes, from, to, delimiter, key_column, (reach){.only_first = 1, .bound = SIZE_MAX});
}

/* Bytes that matter outside strings: 1 a quote, 2 opening, 3 closing. */
static const uint8_t kinds[256] = {['"'] = 1, ['['] = 2, ['{'] = 2, [']'] = 3, ['}'] = 3};

static size_t string_end(cscan_json_state *state, const uint8_t *bytes, size_t i, size_t to) {
  for (;;) {
    if (state->escaped && i < to) state->escaped = 0, i++;
#if defined(__x86_64__)
    const __m128i quote = _mm_set1_epi8('"'), slash = _mm_set1_epi8('\\');
    while (i < to) {
      __m128i v = _mm_loadu_si128((const __m128i *)(bytes + i));
      int mask = _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, slash)));
      if (mask) {
        i += (size_t)__builtin_ctz((unsigned)mask);
        break;
      }
      i += 16;
    }
#else
    while (i < to && bytes[i] != '"' && bytes[i] != '\\') i++;
#endif
    if (i >= to) return to;
    if (bytes[i] == '"') {
      state->in_string = 0;
      return i + 1;
    }
    state->escaped = 1;
    i++;
  }
}

size_t cscan_json_value(cscan_json_state *state, const uint8_t *bytes, size_t from, size_t to) {
  size_t i = from;
  while (i < to) {
    if (state->in_string) {
      i = string_end(state, bytes, i, to);
      if (!state->in_string && state->depth == 0) return i;
      continue;
    }
    uint8_t kind = kinds[bytes[i++]];
    if (kind == 0) continue;
    if (kind == 1) state->in_string = 1;
    else if (kind == 2) state->depth++;
    else if (state->depth <= 1) {
      state->depth = 0;
      return i;
    } else state->depth--;
  }
  return to;
}
