#include "crelease.h"

extern const char quote_release_commit[] __attribute__((weak));
extern const uint8_t quote_release_zones[] __attribute__((weak));
extern const uint8_t quote_release_zones_end[] __attribute__((weak));

const char *crelease_commit(void) { return quote_release_commit; }

const uint8_t *crelease_zones(size_t *count) {
  *count = quote_release_zones == NULL ? 0 : (size_t)(quote_release_zones_end - quote_release_zones);
  return quote_release_zones;
}
