/* How loops over columns are compiled. */
#ifndef FOR_PROCESSORS_H
#define FOR_PROCESSORS_H

#if defined(__x86_64__) && defined(__linux__)
#define FOR_PROCESSORS __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
/* The same with registers of 64 bytes where there are any, for functions that say how wide their vectors are. */
#define FOR_WIDE_PROCESSORS __attribute__((min_vector_width(512))) FOR_PROCESSORS
#else
#define FOR_PROCESSORS
#define FOR_WIDE_PROCESSORS
#endif

/* Cell i of a target depends on cells i of the sources alone, whichever of them the target is. */
#define EACH_CELL _Pragma("clang loop vectorize(assume_safety)") for (size_t i = 0; i < count; i++)

#endif
