/* `hypot` without the version that glibc 2.35 gave it, which differs in what errno says alone: programs and libraries that we
 * hand out run where glibc is older. Swift's libraries and others call it; `.ci/release` and `python/build` tell the linker
 * to send these calls here (`--wrap`), and nobody else calls these.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#if defined(__GLIBC__)
#include <dlfcn.h>

#if defined(__x86_64__)
#define OLDEST "GLIBC_2.2.5"
#else
#define OLDEST "GLIBC_2.17"
#endif

static double (*oldest)(double, double);
static float (*oldest_of_floats)(float, float);

/* When the program is loaded: whoever forks later meets no lock. */
__attribute__((constructor)) static void find_oldest(void) {
  void *library = dlopen("libm.so.6", RTLD_LAZY);
  if (!library) return;
  *(void **)&oldest = dlvsym(library, "hypot", OLDEST);
  *(void **)&oldest_of_floats = dlvsym(library, "hypotf", OLDEST);
}

double __wrap_hypot(double x, double y) {
  if (!oldest) abort();
  return oldest(x, y);
}

float __wrap_hypotf(float x, float y) {
  if (!oldest_of_floats) abort();
  return oldest_of_floats(x, y);
}
#endif
