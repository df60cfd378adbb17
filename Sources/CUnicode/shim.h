#define UTF8PROC_STATIC
#include <stdlib.h>
#include <utf8proc.h>

/* The text in Unicode's form C, for `unicode_free`; how many bytes it has, or below zero where the
   bytes are no UTF-8. */
static inline int64_t unicode_compose(const uint8_t *bytes, int64_t count, uint8_t **composed) {
  return utf8proc_map(bytes, count, composed,
                      (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
}

/* The same in form D. */
static inline int64_t unicode_decompose(const uint8_t *bytes, int64_t count,
                                        uint8_t **decomposed) {
  return utf8proc_map(bytes, count, decomposed,
                      (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE));
}

static inline void unicode_free(uint8_t *composed) { free(composed); }
