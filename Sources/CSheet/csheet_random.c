#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>

/* Debian's expat asks for this function, which glibc has since 2.36 only: the program would not
 * start with an older one. Only code that is linked with this sees it. */
__attribute__((visibility("hidden"))) void arc4random_buf(void *target, size_t count);

void arc4random_buf(void *target, size_t count) {
  uint8_t *at = target;
  while (count > 0) {
    ssize_t got = getrandom(at, count > 256 ? 256 : count, 0);
    if (got <= 0) continue;
    at += got;
    count -= (size_t)got;
  }
}
