#define _GNU_SOURCE
#include "cprocess.h"

#include <cfile.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static int argument_count;
static char *const *arguments;

#if defined(__linux__)
/* The C library gives these to what runs before `main`; Swift asks /proc. */
__attribute__((constructor)) static void keep_arguments(int count, char **words) {
  argument_count = count;
  arguments = words;
}
#endif

int cprocess_argument_count(void) { return argument_count; }

const char *cprocess_argument(int index) { return index < argument_count ? arguments[index] : 0; }

void cprocess_deepen_stack(void) {
  /* The first thread's stack grows when it is used, up to the limit of that moment; at least so much of the addresses
   * below it is kept free for it. */
  const rlim_t wanted = 120 << 20;
  struct rlimit limit;
  if (getrlimit(RLIMIT_STACK, &limit) != 0 || limit.rlim_cur >= wanted) return;
  limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
  setrlimit(RLIMIT_STACK, &limit);
}

static void end_tidily(int number) {
  cfile_remove_unfinished();
  /* The handler is gone by now: the process ends as by the signal alone. */
  raise(number);
}

void cprocess_end_tidily(void) {
  const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction now;
    if (sigaction(signals[i], 0, &now) != 0 || now.sa_handler == SIG_IGN) continue;
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = end_tidily;
    action.sa_flags = (int)SA_RESETHAND | SA_NODEFER;
    sigaction(signals[i], &action, 0);
  }
}

/* Swift takes it that there is always memory. These say so where there is none, and end the command, which has nothing to
 * put in order but unfinished files. */
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OTHER_ALLOCATOR 1
#endif
#endif
#ifndef OTHER_ALLOCATOR
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

__attribute__((noreturn, cold)) static void end_without_memory(void) {
  static const char told[] = "quote: out of memory\n";
  if (write(2, told, sizeof told - 1) < 0) _exit(2);
  cfile_remove_unfinished();
  _exit(2);
}

void *malloc(size_t count) {
  void *made = __libc_malloc(count);
  if (__builtin_expect(!made, 0)) end_without_memory();
  return made;
}

void *calloc(size_t count, size_t each) {
  void *made = __libc_calloc(count, each);
  if (__builtin_expect(!made && count && each, 0)) end_without_memory();
  return made;
}

void *realloc(void *old, size_t count) {
  void *made = __libc_realloc(old, count);
  if (__builtin_expect(!made && count, 0)) end_without_memory();
  return made;
}

int posix_memalign(void **place, size_t alignment, size_t count) {
  if (alignment % sizeof(void *) || alignment & (alignment - 1) || !alignment) return EINVAL;
  void *made = __libc_memalign(alignment, count);
  if (__builtin_expect(!made && count, 0)) end_without_memory();
  *place = made;
  return 0;
}

void *aligned_alloc(size_t alignment, size_t count) {
  void *made = __libc_memalign(alignment, count);
  if (__builtin_expect(!made && count, 0)) end_without_memory();
  return made;
}
#endif
#endif
