#include "cheap.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__linux__) && !defined(MADV_COLLAPSE)
#define MADV_COLLAPSE 25 /* Linux 6.1; older headers do not have it, older kernels refuse it. */
#endif

size_t cheap_bytes_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

void cheap_use_large_pages(void) {
#ifdef MADV_HUGEPAGE
  const size_t page = 2 << 20, room = 2 * page;
  const uintptr_t end = (uintptr_t)sbrk(0), start = (end + page - 1) & ~(uintptr_t)(page - 1);
  if (end == UINTPTR_MAX || sbrk((intptr_t)(start - end)) == (void *)-1) return;
  mallopt(M_TOP_PAD, (int)room);
  mallopt(M_TRIM_THRESHOLD, (int)(4 * room));
  /* Setting one of these keeps the allocator from adapting the others: what it would come to. */
  mallopt(M_MMAP_THRESHOLD, (int)room);
  /* More than is left of the heap so far: it grows. */
  void *volatile some = malloc(128 << 10);
  free(some);
  const uintptr_t now = (uintptr_t)sbrk(0);
  if (now < start + page) return;
  madvise((void *)start, now - start, MADV_HUGEPAGE);
#ifdef MADV_COLLAPSE
  madvise((void *)start, page, MADV_COLLAPSE);
#endif
#endif
}
