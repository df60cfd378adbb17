#include "cvector_keys.h"

#include "for_processors.h"

FOR_PROCESSORS void cvector_key_bounds(const int64_t *cells, size_t count, const int64_t *bounds, size_t bound_count,
                                       int32_t *codes) {
  EACH_CELL codes[i] = 0;
  size_t k = 0;
  for (; k + 4 <= bound_count; k += 4) {
    const int64_t a = bounds[k], b = bounds[k + 1], c = bounds[k + 2], d = bounds[k + 3];
    EACH_CELL codes[i] += (cells[i] >= a) + (cells[i] >= b) + (cells[i] >= c) + (cells[i] >= d);
  }
  for (; k < bound_count; k++) {
    const int64_t a = bounds[k];
    EACH_CELL codes[i] += cells[i] >= a;
  }
}

FOR_PROCESSORS void cvector_key_integers(const int64_t *cells, size_t count, int64_t first, int32_t most,
                                         int32_t *codes) {
  EACH_CELL {
    const uint64_t above = (uint64_t)cells[i] - (uint64_t)first;
    codes[i] = above < (uint64_t)most ? (int32_t)above : most;
  }
}

FOR_PROCESSORS void cvector_key_choices(const int32_t *cells, size_t count, int32_t most, int32_t *codes) {
  EACH_CELL codes[i] = (uint32_t)cells[i] < (uint32_t)most ? cells[i] : most;
}

FOR_PROCESSORS void cvector_key_flags(const uint8_t *cells, size_t count, int32_t most, int32_t *codes) {
  EACH_CELL codes[i] = cells[i] < most ? cells[i] : most;
}

FOR_PROCESSORS void cvector_key_unless(const uint8_t *flags, size_t count, int32_t code, int32_t *codes) {
  EACH_CELL codes[i] = flags[i] ? codes[i] : code;
}

FOR_PROCESSORS void cvector_rows_found(const int32_t *rows, size_t count, uint8_t *flags) {
  EACH_CELL flags[i] = rows[i] != 0;
}
