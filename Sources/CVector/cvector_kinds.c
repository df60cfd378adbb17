#include "cvector_kinds.h"

#include "for_processors.h"

FOR_PROCESSORS void cvector_kinds_of_cells(const uint8_t *bytes, const void *cells, size_t stride, size_t count,
                                           size_t longest, uint16_t *kinds) {
  for (size_t i = 0; i < count; i++) {
    uint32_t ends[2];
    memcpy(ends, (const char *)cells + i * stride, sizeof ends);
    const size_t length = ends[1] - ends[0];
    kinds[i] = (uint16_t)cvector_kinds_of(bytes + ends[0], length < longest ? length : longest);
  }
}
