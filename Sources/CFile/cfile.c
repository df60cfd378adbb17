#define _GNU_SOURCE
#include "cfile.h"

#if defined(__linux__)
#include <fcntl.h>
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
#else
int cfile_flushes_at_rename(int file) {
  (void)file;
  return 0;
}

void cfile_send(int file, int64_t from, int64_t count) { (void)file, (void)from, (void)count; }
#endif
