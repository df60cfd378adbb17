#include "cscan_quoted.h"

#include <string.h>

#include "bytes_equal.h"
#include "cscan.h"

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* Where in 64 bytes each of these stands, a bit a byte. */
typedef struct {
  uint64_t quotes, delimiters, newlines, returns;
} places;

/* What one stretch of 64 bytes leaves to the next: bit 0 for what ended with its last byte. */
typedef struct {
  uint64_t inside;  /* all ones inside quotes */
  uint64_t closed;  /* a quote closed */
  uint64_t parted;  /* a delimiter or newline between cells */
  uint64_t returned;
  uint64_t wrong;   /* bits of what stands where it must not */
} carry;

static const carry at_start = {0, 0, 1, 0, 0};

typedef struct {
  uint64_t separators, newlines, kept, quoted_newlines;
} stretch;

/* Bit k: whether the number of bits up to k is odd. */
ALWAYS_INLINE uint64_t parity(uint64_t bits) {
  for (int shift = 1; shift < 64; shift <<= 1) bits ^= bits << shift;
  return bits;
}

ALWAYS_INLINE stretch step(places p, uint64_t used, carry *c) {
  const uint64_t quotes = p.quotes & used;
  const uint64_t inside = parity(quotes) ^ c->inside;
  const uint64_t opening = quotes & inside, closing = quotes & ~inside;
  const uint64_t newlines = p.newlines & ~inside & used, returns = p.returns & ~inside & used;
  const uint64_t separators = newlines | (p.delimiters & ~inside & used);
  const uint64_t after_closing = (closing << 1 | c->closed) & used, after_part = separators << 1 | c->parted;
  const uint64_t after_return = (returns << 1 | c->returned) & used;
  c->wrong |= (opening & ~(after_part | after_closing)) | (after_closing & ~(separators | opening | returns)) |
              (after_return & ~newlines) | (p.returns & inside & used);
  c->inside = (uint64_t)((int64_t)inside >> 63);
  c->closed = closing >> 63;
  c->parted = separators >> 63;
  c->returned = returns >> 63;
  stretch s = {separators, newlines, used & ~returns & (~quotes | (opening & after_closing)), p.newlines & inside & used};
  return s;
}

ALWAYS_INLINE uint64_t used_of(size_t i, size_t to) { return to - i < 64 ? (1ull << (to - i)) - 1 : UINT64_MAX; }

typedef places (*finder)(const uint8_t *bytes, uint8_t delimiter);
typedef void (*squeezer)(const uint8_t *bytes, uint64_t kept, uint8_t *out);
typedef uint32_t *(*marker)(uint32_t *out, uint64_t marked, uint64_t kept, uint32_t base);

ALWAYS_INLINE int unquote(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint8_t *out, size_t at,
                          uint32_t *marks, cscan_unquoted *found, finder find, squeezer squeeze, marker mark) {
  carry c = at_start;
  uint32_t *next = marks, newlines = 0;
  uint64_t quoted_newlines = 0;
  for (size_t i = from; i < to; i += 64) {
    const stretch s = step(find(bytes + i, delimiter), used_of(i, to), &c);
    squeeze(bytes + i, s.kept, out + at);
    next = mark(next, s.separators, s.kept, (uint32_t)at);
    at += (size_t)__builtin_popcountll(s.kept);
    newlines += (uint32_t)__builtin_popcountll(s.newlines);
    quoted_newlines |= s.quoted_newlines;
  }
  found->marks = (size_t)(next - marks);
  found->length = at;
  found->newlines = newlines;
  return !(c.wrong | quoted_newlines | c.inside | c.closed | c.returned);
}

ALWAYS_INLINE ptrdiff_t quoted_end(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, finder find) {
  carry c = at_start;
  size_t end = from;
  for (size_t i = from; i < to; i += 64) {
    const stretch s = step(find(bytes + i, delimiter), used_of(i, to), &c);
    if (s.newlines) end = i + 64 - (size_t)__builtin_clzll(s.newlines);
  }
  return c.wrong ? -1 : (ptrdiff_t)end;
}

/* Without vector instructions: eight bytes a word. */

ALWAYS_INLINE uint64_t equal(uint64_t word, uint8_t byte) {
  return (bytes_equal(word, 0x0101010101010101ull * byte) >> 7) * 0x0102040810204080ull >> 56;
}

ALWAYS_INLINE places find_portable(const uint8_t *bytes, uint8_t delimiter) {
  places p = {0, 0, 0, 0};
  for (int k = 0; k < 8; k++) {
    uint64_t word = 0;
    for (int b = 7; b >= 0; b--) word = word << 8 | bytes[8 * k + b];
    p.quotes |= equal(word, '"') << 8 * k;
    p.delimiters |= equal(word, delimiter) << 8 * k;
    p.newlines |= equal(word, '\n') << 8 * k;
    p.returns |= equal(word, '\r') << 8 * k;
  }
  return p;
}

ALWAYS_INLINE void squeeze_portable(const uint8_t *bytes, uint64_t kept, uint8_t *out) {
  if (kept == UINT64_MAX) {
    memcpy(out, bytes, 64);
    return;
  }
  for (; kept; kept &= kept - 1) *out++ = bytes[__builtin_ctzll(kept)];
}

ALWAYS_INLINE uint32_t *mark_portable(uint32_t *out, uint64_t marked, uint64_t kept, uint32_t base) {
  for (; marked; marked &= marked - 1)
    *out++ = base + (uint32_t)__builtin_popcountll(kept & ((marked & -marked) - 1));
  return out;
}

static int unquote_portable(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint8_t *out, size_t at,
                            uint32_t *marks, cscan_unquoted *found) {
  return unquote(bytes, from, to, delimiter, out, at, marks, found, find_portable, squeeze_portable, mark_portable);
}

static ptrdiff_t quoted_end_portable(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter) {
  return quoted_end(bytes, from, to, delimiter, find_portable);
}

#if defined(__x86_64__)
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi,bmi2,popcnt,lzcnt")))

AVX2 static inline uint64_t equal_avx2(__m256i a, __m256i b, uint8_t byte) {
  const __m256i all = _mm256_set1_epi8((char)byte);
  return (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(a, all)) |
         (uint64_t)(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(b, all)) << 32;
}

AVX2 static inline places find_avx2(const uint8_t *bytes, uint8_t delimiter) {
  const __m256i a = _mm256_loadu_si256((const __m256i *)bytes), b = _mm256_loadu_si256((const __m256i *)(bytes + 32));
  places p = {equal_avx2(a, b, '"'), equal_avx2(a, b, delimiter), equal_avx2(a, b, '\n'), equal_avx2(a, b, '\r')};
  return p;
}

/* Eight bytes at a time: their bits widened to bytes pick them. */
AVX2 static inline void squeeze_avx2(const uint8_t *bytes, uint64_t kept, uint8_t *out) {
  if (kept == UINT64_MAX) {
    _mm256_storeu_si256((__m256i *)out, _mm256_loadu_si256((const __m256i *)bytes));
    _mm256_storeu_si256((__m256i *)(out + 32), _mm256_loadu_si256((const __m256i *)(bytes + 32)));
    return;
  }
  for (int k = 0; k < 8; k++, kept >>= 8) {
    uint64_t word, some = _pdep_u64(kept & 0xFF, 0x0101010101010101ull) * 0xFF;
    memcpy(&word, bytes + 8 * k, 8);
    word = _pext_u64(word, some);
    memcpy(out, &word, 8);
    out += _mm_popcnt_u32((uint32_t)kept & 0xFF);
  }
}

AVX2 static inline uint32_t *mark_avx2(uint32_t *out, uint64_t marked, uint64_t kept, uint32_t base) {
  for (uint64_t bits = _pext_u64(marked, kept); bits; bits = _blsr_u64(bits)) *out++ = base + (uint32_t)_tzcnt_u64(bits);
  return out;
}

AVX512 static inline places find_avx512(const uint8_t *bytes, uint8_t delimiter) {
  const __m512i v = _mm512_loadu_si512(bytes);
  places p = {_mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('"')), _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8((char)delimiter)),
              _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\n')), _mm512_cmpeq_epi8_mask(v, _mm512_set1_epi8('\r'))};
  return p;
}

AVX512 static inline void squeeze_avx512(const uint8_t *bytes, uint64_t kept, uint8_t *out) {
  _mm512_storeu_si512(out, _mm512_maskz_compress_epi8(kept, _mm512_loadu_si512(bytes)));
}

AVX2 static int unquote_avx2(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint8_t *out, size_t at,
                             uint32_t *marks, cscan_unquoted *found) {
  return unquote(bytes, from, to, delimiter, out, at, marks, found, find_avx2, squeeze_avx2, mark_avx2);
}

AVX2 static ptrdiff_t quoted_end_avx2(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter) {
  return quoted_end(bytes, from, to, delimiter, find_avx2);
}

AVX512 static int unquote_avx512(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint8_t *out, size_t at,
                                 uint32_t *marks, cscan_unquoted *found) {
  return unquote(bytes, from, to, delimiter, out, at, marks, found, find_avx512, squeeze_avx512, mark_avx2);
}

AVX512 static ptrdiff_t quoted_end_avx512(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter) {
  return quoted_end(bytes, from, to, delimiter, find_avx512);
}
#endif

int cscan_csv_unquote_by(int way, const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint8_t *out, size_t at,
                         uint32_t *marks, cscan_unquoted *found) {
#if defined(__x86_64__)
  if (way == cscan_avx2) return unquote_avx2(bytes, from, to, delimiter, out, at, marks, found);
  if (way == cscan_avx512) return unquote_avx512(bytes, from, to, delimiter, out, at, marks, found);
#endif
  (void)way;
  return unquote_portable(bytes, from, to, delimiter, out, at, marks, found);
}

ptrdiff_t cscan_csv_quoted_end_by(int way, const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter) {
#if defined(__x86_64__)
  if (way == cscan_avx2) return quoted_end_avx2(bytes, from, to, delimiter);
  if (way == cscan_avx512) return quoted_end_avx512(bytes, from, to, delimiter);
#endif
  (void)way;
  return quoted_end_portable(bytes, from, to, delimiter);
}

int cscan_csv_unquote(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter, uint8_t *out, size_t at,
                      uint32_t *marks, cscan_unquoted *found) {
  return cscan_csv_unquote_by(cscan_best_way(), bytes, from, to, delimiter, out, at, marks, found);
}

ptrdiff_t cscan_csv_quoted_end(const uint8_t *bytes, size_t from, size_t to, uint8_t delimiter) {
  return cscan_csv_quoted_end_by(cscan_best_way(), bytes, from, to, delimiter);
}
