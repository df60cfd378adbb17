#define _GNU_SOURCE
#include "cfile.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Names that are never freed but by whoever takes them out: a handler may read them at any time. */
enum { most_unfinished = 16 };
static _Atomic(char *) unfinished[most_unfinished];

void cfile_begin_unfinished(int file, const char *path) {
  (void)flock(file, LOCK_EX | LOCK_NB);
  char *copy = strdup(path);
  for (int i = 0; copy && i < most_unfinished; i++) {
    char *none = 0;
    if (atomic_compare_exchange_strong(&unfinished[i], &none, copy)) return;
  }
  free(copy);
}

void cfile_end_unfinished(const char *path) {
  for (int i = 0; i < most_unfinished; i++) {
    char *known = atomic_load(&unfinished[i]);
    if (known && strcmp(known, path) == 0 && atomic_compare_exchange_strong(&unfinished[i], &known, 0)) {
      free(known);
      return;
    }
  }
}

void cfile_remove_unfinished(void) {
  for (int i = 0; i < most_unfinished; i++) {
    char *known = atomic_exchange(&unfinished[i], 0);
    if (known) unlink(known);
  }
}

static int is_left(const char *name) {
  const char first[] = ".quote-", last[] = ".partial";
  const size_t length = strlen(name), end = sizeof last - 1;
  return strncmp(name, first, sizeof first - 1) == 0 && length > end && strcmp(name + length - end, last) == 0;
}

void cfile_remove_left(const char *folder) {
  DIR *all = opendir(folder);
  if (!all) return;
  for (struct dirent *entry; (entry = readdir(all));) {
    if (!is_left(entry->d_name)) continue;
    const int file = openat(dirfd(all), entry->d_name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0) continue;
    if (flock(file, LOCK_EX | LOCK_NB) == 0) unlinkat(dirfd(all), entry->d_name, 0);
    close(file);
  }
  closedir(all);
}

#if defined(__linux__)
#include <linux/magic.h>
#include <sys/vfs.h>

int cfile_flushes_at_rename(int file) {
  struct statfs system;
  if (fstatfs(file, &system) != 0) return 0;
  return system.f_type == EXT4_SUPER_MAGIC || system.f_type == BTRFS_SUPER_MAGIC;
}

void cfile_send(int file, int64_t from, int64_t count) {
  (void)sync_file_range(file, from, count, SYNC_FILE_RANGE_WRITE);
}

/* What links to an open file, for whoever may not name files by their descriptors. */
static void link_of(int file, char link[32]) { snprintf(link, 32, "/proc/self/fd/%d", file); }

int cfile_unnamed(const char *folder) {
  int file = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  if (file < 0) return file;
  char link[32];
  link_of(file, link);
  if (access(link, F_OK) == 0) return file;
  close(file);
  return -1;
}

int cfile_name(int file, const char *path) {
  char link[32];
  link_of(file, link);
  return linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}
#else
int cfile_unnamed(const char *folder) {
  (void)folder;
  return -1;
}

int cfile_name(int file, const char *path) {
  (void)file, (void)path;
  return -1;
}

int cfile_flushes_at_rename(int file) {
  (void)file;
  return 0;
}

void cfile_send(int file, int64_t from, int64_t count) { (void)file, (void)from, (void)count; }
#endif
