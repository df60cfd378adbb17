#include "cvector_take.h"

#include "for_processors.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include "short_words.h"

#define WITH_AVX512 __attribute__((target("avx512f")))

/* Tables are held in pairs of registers: the low bits of a place choose in a pair, those above the pair. */

WITH_AVX512 static inline __mmask16 some(size_t count) { return count < 16 ? (__mmask16)((1u << count) - 1) : 0xFFFF; }

WITH_AVX512 ALWAYS_INLINE void take_32(const int32_t *cells, size_t cell_count, const int32_t *places, size_t count,
                                       int32_t *to, int pairs) {
  __m512i held[8];
  for (size_t k = 0; k < 2 * (size_t)pairs; k++)
    held[k] = _mm512_maskz_loadu_epi32(16 * k < cell_count ? some(cell_count - 16 * k) : 0, cells + 16 * k);
  for (size_t i = 0; i < count; i += 16) {
    const __mmask16 used = some(count - i);
    const __m512i place = _mm512_maskz_loadu_epi32(used, places + i);
    __m512i taken = _mm512_permutex2var_epi32(held[0], place, held[1]);
    if (pairs > 1) {
      const __mmask16 second = _mm512_test_epi32_mask(place, _mm512_set1_epi32(32));
      taken = _mm512_mask_mov_epi32(taken, second, _mm512_permutex2var_epi32(held[2], place, held[3]));
      if (pairs > 2) {
        const __m512i third = _mm512_permutex2var_epi32(held[4], place, held[5]);
        const __m512i fourth = _mm512_permutex2var_epi32(held[6], place, held[7]);
        taken = _mm512_mask_mov_epi32(taken, _mm512_test_epi32_mask(place, _mm512_set1_epi32(64)),
                                      _mm512_mask_mov_epi32(third, second, fourth));
      }
    }
    _mm512_mask_storeu_epi32(to + i, used, taken);
  }
}

WITH_AVX512 ALWAYS_INLINE void take_64(const uint64_t *cells, size_t cell_count, const int32_t *places, size_t count,
                                       uint64_t *to, int pairs) {
  __m512i held[4];
  for (size_t k = 0; k < 2 * (size_t)pairs; k++)
    held[k] = _mm512_maskz_loadu_epi64(8 * k < cell_count ? (__mmask8)some(cell_count - 8 * k) : 0, cells + 8 * k);
  for (size_t i = 0; i < count; i += 8) {
    const __mmask8 used = (__mmask8)some(count - i);
    const __m512i place =
        _mm512_cvtepi32_epi64(_mm512_castsi512_si256(_mm512_maskz_loadu_epi32(used, places + i)));
    __m512i taken = _mm512_permutex2var_epi64(held[0], place, held[1]);
    if (pairs > 1) {
      const __mmask8 second = _mm512_test_epi64_mask(place, _mm512_set1_epi64(16));
      taken = _mm512_mask_mov_epi64(taken, second, _mm512_permutex2var_epi64(held[2], place, held[3]));
    }
    _mm512_mask_storeu_epi64(to + i, used, taken);
  }
}

WITH_AVX512 static void take_few_32(const int32_t *cells, size_t cell_count, const int32_t *places, size_t count,
                                    int32_t *to) {
  if (cell_count <= 32) take_32(cells, cell_count, places, count, to, 1);
  else if (cell_count <= 64) take_32(cells, cell_count, places, count, to, 2);
  else take_32(cells, cell_count, places, count, to, 4);
}

WITH_AVX512 static void take_few_64(const uint64_t *cells, size_t cell_count, const int32_t *places, size_t count,
                                    uint64_t *to) {
  if (cell_count <= 16) take_64(cells, cell_count, places, count, to, 1);
  else take_64(cells, cell_count, places, count, to, 2);
}
#endif

void cvector_take_32(const int32_t *cells, size_t cell_count, const int32_t *places, size_t count, int32_t *to) {
#if defined(__x86_64__)
  if (cell_count <= 128 && __builtin_cpu_supports("avx512f")) return take_few_32(cells, cell_count, places, count, to);
#endif
  for (size_t i = 0; i < count; i++) to[i] = cells[places[i]];
}

void cvector_take_64(const void *cells, size_t cell_count, const int32_t *places, size_t count, void *to) {
  const uint64_t *from = cells;
  uint64_t *taken = to;
#if defined(__x86_64__)
  if (cell_count <= 32 && __builtin_cpu_supports("avx512f")) return take_few_64(from, cell_count, places, count, taken);
#endif
  for (size_t i = 0; i < count; i++) taken[i] = from[places[i]];
}

FOR_PROCESSORS void cvector_places(const int32_t *codes, size_t apart, const int32_t *strides, size_t keys, size_t count,
                                   int32_t *to) {
  if (keys == 1) {
    const int32_t a = strides[0];
    EACH_CELL to[i] = codes[i] * a;
    return;
  }
  const int32_t a = strides[0], b = strides[1];
  const int32_t *others = codes + apart;
  EACH_CELL to[i] = codes[i] * a + others[i] * b;
  for (size_t k = 2; k < keys; k++) {
    const int32_t stride = strides[k], *more = codes + k * apart;
    EACH_CELL to[i] += more[i] * stride;
  }
}
