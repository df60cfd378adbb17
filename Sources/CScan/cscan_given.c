#include <string.h>

#include "cscan.h"

/* Rows are looked at as many at a time as there are bits in a word, columns as have their marks in sixteen. */
enum { rows_at_once = 64, columns_at_once = 15 };

/* Some columns of some rows of a table. */
typedef struct {
  const uint32_t *marks;
  size_t stride, columns, rows;
} cells_at_once;

static void given_portable(cells_at_once cells, uint64_t *bits, size_t words) {
  for (size_t c = 0; c < cells.columns; c++) {
    const uint32_t *mark = cells.marks + c;
    uint64_t given = 0;
    for (size_t r = 0; r < cells.rows; r++, mark += cells.stride) given |= (uint64_t)(mark[1] - mark[0] != 1) << r;
    bits[c * words] = given;
  }
}

#if defined(__x86_64__)
#include <immintrin.h>

/* Bit c of a row's mask is of column c; what is asked for is bit c of each row. */

__attribute__((target("avx2"))) static inline uint32_t given_of_half(const uint32_t *marks, __m256i used) {
  const __m256i start = _mm256_maskload_epi32((const int *)marks, used);
  const __m256i end = _mm256_maskload_epi32((const int *)marks + 1, used);
  const __m256i is_empty = _mm256_cmpeq_epi32(_mm256_sub_epi32(end, start), _mm256_set1_epi32(1));
  return (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_andnot_si256(is_empty, used)));
}

__attribute__((target("avx2"))) static inline __m256i first_lanes(size_t count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

__attribute__((target("avx2"))) static void given_avx2(cells_at_once cells, uint64_t *bits, size_t words) {
  uint16_t masks[rows_at_once] = {0};
  const __m256i low = first_lanes(cells.columns), high = first_lanes(cells.columns > 8 ? cells.columns - 8 : 0);
  const uint32_t *mark = cells.marks;
  for (size_t r = 0; r < cells.rows; r++, mark += cells.stride)
    masks[r] = (uint16_t)(given_of_half(mark, low) | given_of_half(mark + 8, high) << 8);
  for (size_t c = 0; c < cells.columns; c++) {
    uint64_t given = 0;
    for (size_t r = 0; r < rows_at_once; r += 32) {
      /* The bit becomes the sign, which narrowing keeps. */
      const __m128i up = _mm_cvtsi32_si128((int)(15 - c));
      const __m256i first = _mm256_sll_epi16(_mm256_loadu_si256((const __m256i *)(masks + r)), up);
      const __m256i second = _mm256_sll_epi16(_mm256_loadu_si256((const __m256i *)(masks + r + 16)), up);
      const __m256i signs = _mm256_permute4x64_epi64(_mm256_packs_epi16(first, second), 0xD8);
      given |= (uint64_t)(uint32_t)_mm256_movemask_epi8(signs) << r;
    }
    bits[c * words] = given;
  }
}

__attribute__((target("avx512f,avx512bw"))) static void given_avx512(cells_at_once cells, uint64_t *bits, size_t words) {
  uint16_t masks[rows_at_once];
  if (cells.rows < rows_at_once) memset(masks, 0, sizeof masks);
  const __mmask16 used = (__mmask16)((1u << cells.columns) - 1), read = (__mmask16)(used << 1 | 1);
  const __m512i one = _mm512_set1_epi32(1);
  const uint32_t *mark = cells.marks;
  for (size_t r = 0; r < cells.rows; r++, mark += cells.stride) {
    const __m512i start = _mm512_maskz_loadu_epi32(read, mark), end = _mm512_alignr_epi32(start, start, 1);
    masks[r] = (uint16_t)_mm512_mask_cmpneq_epi32_mask(used, _mm512_sub_epi32(end, start), one);
  }
  const __m512i first = _mm512_loadu_si512(masks), second = _mm512_loadu_si512(masks + 32);
  for (size_t c = 0; c < cells.columns; c++) {
    const __m512i bit = _mm512_set1_epi16((short)(1u << c));
    bits[c * words] = _mm512_test_epi16_mask(first, bit) | (uint64_t)_mm512_test_epi16_mask(second, bit) << 32;
  }
}
#endif

static void given_by(cscan_way way, cells_at_once cells, uint64_t *bits, size_t words) {
#if defined(__x86_64__)
  switch (way) {
    case cscan_portable: break;
    case cscan_avx2: return given_avx2(cells, bits, words);
    case cscan_avx512: return given_avx512(cells, bits, words);
  }
#else
  (void)way;
#endif
  given_portable(cells, bits, words);
}

void cscan_given_by(cscan_way way, const uint32_t *marks, size_t stride, size_t columns, size_t rows, uint64_t *bits,
                    size_t words) {
  for (size_t c = 0; c < columns; c += columns_at_once) {
    const size_t some = columns - c < columns_at_once ? columns - c : columns_at_once;
    for (size_t r = 0; r < rows; r += rows_at_once) {
      const size_t count = rows - r < rows_at_once ? rows - r : rows_at_once;
      const cells_at_once cells = {marks + r * stride + c, stride, some, count};
      given_by(way, cells, bits + c * words + r / rows_at_once, words);
    }
  }
}

void cscan_given(const uint32_t *marks, size_t stride, size_t columns, size_t rows, uint64_t *bits, size_t words) {
  cscan_given_by(cscan_best_way(), marks, stride, columns, rows, bits, words);
}
