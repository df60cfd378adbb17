/* `hypot` under the name that every glibc has, so that the library runs where glibc is older than 2.35. It is the same
 * function there; only what it does with errno is new, and nobody reads that. The link in python/build puts it in place.
 */
double cquote_hypot_of_any_glibc(double x, double y);
float cquote_hypotf_of_any_glibc(float x, float y);

#if defined(__linux__)
#if defined(__x86_64__)
__asm__(".symver cquote_hypot_of_any_glibc, hypot@GLIBC_2.2.5");
__asm__(".symver cquote_hypotf_of_any_glibc, hypotf@GLIBC_2.2.5");
#elif defined(__aarch64__)
__asm__(".symver cquote_hypot_of_any_glibc, hypot@GLIBC_2.17");
__asm__(".symver cquote_hypotf_of_any_glibc, hypotf@GLIBC_2.17");
#endif
#endif

double __wrap_hypot(double x, double y) { return cquote_hypot_of_any_glibc(x, y); }
float __wrap_hypotf(float x, float y) { return cquote_hypotf_of_any_glibc(x, y); }
