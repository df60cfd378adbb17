/* `hypot` without the version that glibc 2.35 gave it, so that the library runs where glibc is older: the function that the
 * machine at hand has is looked up when the library is loaded, and the link in python/build puts these in its place. It is
 * the one that a program compiled there would call, so that prices are the same.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

static double (*of_doubles)(double, double);
static float (*of_floats)(float, float);

__attribute__((constructor)) static void look_up(void) {
  void *library = dlopen("libm.so.6", RTLD_LAZY);
  if (!library) return;
  of_doubles = (double (*)(double, double))dlsym(library, "hypot");
  of_floats = (float (*)(float, float))dlsym(library, "hypotf");
}

double __wrap_hypot(double x, double y) {
  if (!of_doubles) abort();
  return of_doubles(x, y);
}

float __wrap_hypotf(float x, float y) {
  if (!of_floats) abort();
  return of_floats(x, y);
}
