#ifndef CHEAP_H
#define CHEAP_H

#include <stddef.h>

/// Bytes that the program holds of its heap: what was asked for and not given
/// back, in all arenas and in mappings of their own (glibc's mallinfo2).
size_t cheap_bytes_in_use(void);

#endif
