/* What Linux says and does about a file beyond POSIX. */
#ifndef CFILE_H
#define CFILE_H

#include <stdint.h>

/* Whether a file that takes another's name is sent to the disk before, so that after a loss of power there is one of the
 * two: ext4 (`auto_da_alloc` in its documentation) and btrfs do. */
int cfile_flushes_at_rename(int file);

/* Starts to send bytes that were written to the disk, and does not wait until they are there. */
void cfile_send(int file, int64_t from, int64_t count);

/* A file in a folder that has no name yet, to be written, with the rights that the system gives new files; gone when it
 * is closed, however the program ends. Negative where the file system, or no /proc, does not let it get a name later. */
int cfile_unnamed(const char *folder);

/* Gives it a name that no file has. Negative, and errno, where it cannot be. */
int cfile_name(int file, const char *path);

/* Unfinished files with a name: they are taken away by `cfile_remove_unfinished`, which a handler of signals may call.
 * They are locked as long as they are open, so that others can tell them from what a killed program left. */
void cfile_begin_unfinished(int file, const char *path);
void cfile_end_unfinished(const char *path);
void cfile_remove_unfinished(void);

/* Takes away what killed programs left in a folder: files named `.quote-….partial` that nobody has locked. */
void cfile_remove_left(const char *folder);

#endif
