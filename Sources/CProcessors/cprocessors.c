#define _GNU_SOURCE
#include "cprocessors.h"

#include <sched.h>

int cprocessors_allowed(void) {
  /* Linux refuses a set that is smaller than its own, which is of as many processors as it was built for. */
  for (int count = CPU_SETSIZE; count <= 64 * CPU_SETSIZE; count *= 2) {
    cpu_set_t *set = CPU_ALLOC(count);
    if (!set) return 0;
    const size_t size = CPU_ALLOC_SIZE(count);
    const int allowed = sched_getaffinity(0, size, set) == 0 ? CPU_COUNT_S(size, set) : 0;
    CPU_FREE(set);
    if (allowed > 0) return allowed;
  }
  return 0;
}
