#ifndef CHEAP_H
#define CHEAP_H

#include <stddef.h>

/// Bytes that the program holds of its heap: what was asked for and not given
/// back, in all arenas and in mappings of their own (glibc's mallinfo2).
size_t cheap_bytes_in_use(void);

/// Has the heap begin in large pages, where the system has them: each page that is touched
/// for the first time costs as much as pricing several bookings, whatever its size up to
/// there. To be called once, before anything large is asked for.
void cheap_use_large_pages(void);

#endif
