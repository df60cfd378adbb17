/* What Linux says and does about a file beyond POSIX. */
#ifndef CFILE_H
#define CFILE_H

#include <stdint.h>

/* Whether a file that takes another's name is sent to the disk before, so that after a loss of power there is one of the
 * two: ext4 (`auto_da_alloc` in its documentation) and btrfs do. */
int cfile_flushes_at_rename(int file);

/* Starts to send bytes that were written to the disk, and does not wait until they are there. */
void cfile_send(int file, int64_t from, int64_t count);

#endif
