#ifndef CRELEASE_H
#define CRELEASE_H

#include <stddef.h>
#include <stdint.h>

/* What `.ci/release` links into the programs that it makes. A program that was built in a
 * checkout has neither: the symbols are weak. */

/// The commit that a release was made from; NULL in other builds.
const char *crelease_commit(void);

/// The time-zone files that travel with a release (`TimeZoneBundle` has their format), and how
/// many bytes they are; NULL in other builds.
const uint8_t *crelease_zones(size_t *count);

#endif
