/* Linked into releases alone; `.ci/release` compiles it. */

/* What `Sources/CRelease` finds. COMMIT and ZONES, a file, come from the command line. */
const char quote_release_commit[] = COMMIT;

__asm__(".section .rodata\n"
        ".global quote_release_zones, quote_release_zones_end\n"
        ".balign 16\n"
        "quote_release_zones:\n"
        ".incbin \"" ZONES "\"\n"
        "quote_release_zones_end:\n"
        ".previous\n");

/* glibc 2.35 has these two under a new version that differs in what errno says alone, and a
 * program that was linked there would not start with an older one. Swift's library calls them; the
 * linker is told to send its calls here. */
#if defined(__x86_64__)
#define OLDEST "GLIBC_2.2.5"
#else
#define OLDEST "GLIBC_2.17"
#endif
double oldest_hypot(double, double);
float oldest_hypotf(float, float);
__asm__(".symver oldest_hypot, hypot@" OLDEST);
__asm__(".symver oldest_hypotf, hypotf@" OLDEST);
double __wrap_hypot(double x, double y) { return oldest_hypot(x, y); }
float __wrap_hypotf(float x, float y) { return oldest_hypotf(x, y); }
