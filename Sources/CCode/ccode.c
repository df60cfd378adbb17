#include "ccode.h"

#include <string.h>
#include <sys/mman.h>

int ccode_runs_avx512(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi2");
#else
  return 0;
#endif
}

int ccode_runs_avx2(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return 0;
#endif
}

const void *ccode_make(const uint8_t *bytes, size_t count) {
  void *pages = mmap(NULL, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return NULL;
  memcpy(pages, bytes, count);
  if (mprotect(pages, count, PROT_READ | PROT_EXEC) == 0) return pages;
  munmap(pages, count);
  return NULL;
}

void ccode_free(const void *code, size_t count) { munmap((void *)(uintptr_t)code, count); }

void ccode_run(const void *code, void *const *places, size_t count, const void *pool) {
  void (*run)(void *const *, size_t, const void *);
  memcpy(&run, &code, sizeof run);
  run(places, count, pool);
}
