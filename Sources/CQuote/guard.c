/* A trap of the engine comes back as an error.
 *
 * Swift ends a process with SIGILL or SIGTRAP where an invariant does not hold. Within a call of ours these signals jump
 * back to its beginning. What the engine had in its hands is lost, and whoever uses it again gets the error again.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "cquote.h"

static __thread sigjmp_buf *guard;
static __thread volatile uintptr_t stopped_at;
static struct sigaction before_ill, before_trap;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void pass_on(int number, siginfo_t *info, void *context, const struct sigaction *before) {
  if (before->sa_flags & SA_SIGINFO) {
    before->sa_sigaction(number, info, context);
  } else if (before->sa_handler == SIG_DFL || before->sa_handler == SIG_IGN) {
    /* It comes again from the same place, and ends the process as if we were not here. */
    signal(number, SIG_DFL);
  } else {
    before->sa_handler(number);
  }
}

static void stopped(int number, siginfo_t *info, void *context) {
  if (!guard) return pass_on(number, info, context, number == SIGILL ? &before_ill : &before_trap);
#if defined(__x86_64__)
  stopped_at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  stopped_at = (uintptr_t)((ucontext_t *)context)->uc_mcontext.pc;
#endif
  siglongjmp(*guard, 1);
}

static void catch_traps(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_sigaction = stopped;
  action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGILL, &action, &before_ill);
  sigaction(SIGTRAP, &action, &before_trap);
}

int cquote_guarded(void (*work)(void *context), void *context, uintptr_t *where) {
  pthread_once(&once, catch_traps);
  sigjmp_buf here, *const outer = guard;
  if (sigsetjmp(here, 1)) {
    guard = outer;
    *where = stopped_at;
    return 0;
  }
  guard = &here;
  work(context);
  guard = outer;
  return 1;
}

/* MARK: Threads that end within a call */

struct share {
  void (*work)(void *context, size_t index);
  void *context;
  size_t index;
  int is_done;
};

static void run_share(void *context) {
  struct share *share = context;
  share->work(share->context, share->index);
}

static void *run_thread(void *context) {
  struct share *share = context;
  uintptr_t where;
  share->is_done = cquote_guarded(run_share, share, &where);
  return NULL;
}

int cquote_each(size_t count, void (*work)(void *context, size_t index), void *context) {
  if (count == 0) return 1;
  struct share *shares = calloc(count, sizeof *shares);
  pthread_t *threads = calloc(count, sizeof *threads);
  unsigned char *has_thread = calloc(count, 1);
  if (!shares || !threads || !has_thread) abort();
  /* Signals are for the threads of whoever called, but for those that a thread raises itself. */
  sigset_t all, kept;
  sigfillset(&all);
  const int own[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
  for (size_t i = 0; i < sizeof own / sizeof *own; i++) sigdelset(&all, own[i]);
  pthread_sigmask(SIG_SETMASK, &all, &kept);
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 8u << 20);
  for (size_t i = 0; i < count; i++) {
    shares[i] = (struct share){work, context, i, 0};
    if (i > 0) has_thread[i] = pthread_create(&threads[i], &attributes, run_thread, &shares[i]) == 0;
  }
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &kept, NULL);
  for (size_t i = 0; i < count; i++)
    if (!has_thread[i]) run_thread(&shares[i]);
  int are_done = 1;
  for (size_t i = 0; i < count; i++) {
    if (has_thread[i]) pthread_join(threads[i], NULL);
    are_done &= shares[i].is_done;
  }
  free(shares);
  free(threads);
  free(has_thread);
  return are_done;
}
