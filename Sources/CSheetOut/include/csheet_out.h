#ifndef CSHEET_OUT_H
#define CSHEET_OUT_H

#include <stddef.h>
#include <stdint.h>

/// A spreadsheet (.xlsx) that is written row by row, in constant memory: a sheet of rows that
/// come as CSV, a further one where one is full, and a sheet of faults.
typedef struct csheet_out csheet_out;

/// What the cells of a column are. Those that are not written so stay texts.
typedef enum {
  csheet_out_text,
  csheet_out_number,
  csheet_out_money,
  csheet_out_date,
  csheet_out_time,
} csheet_out_kind;

/// Loads libxlsxwriter, before the first workbook: with the libraries that it needs itself, it would
/// make every other start longer. Null if it is there, else why not. Packaged programs hold it.
const char *csheet_out_load(void);
/// Writes to a file of its own in a folder, and to temporary ones there; NULL where that cannot be.
csheet_out *csheet_out_new(const char *folder, int decimals);
void csheet_out_free(csheet_out *book);
/// Columns are added before rows.
int csheet_out_add_column(csheet_out *book, const char *name, csheet_out_kind kind);
/// Writes whole rows of CSV. These functions give 0 where something cannot be written.
int csheet_out_rows(csheet_out *book, const uint8_t *bytes, size_t count);
/// Writes a row of the sheet of faults.
int csheet_out_fault(
    csheet_out *book, int64_t record, const char *key, const char *place, const char *field,
    const char *value, const char *reason, const char *message);
/// Ends the file; its bytes are read with `csheet_out_read` then.
int csheet_out_finish(csheet_out *book);
/// Up to so many bytes of the file: how many there were, none at its end, -1 if it cannot be read.
int64_t csheet_out_read(csheet_out *book, uint8_t *target, size_t count);
/// How many texts were cut, because a cell holds 32,767 characters at most.
uint64_t csheet_out_cut(const csheet_out *book);
/// How many faults have no row, because the sheet of faults is full.
uint64_t csheet_out_untold(const csheet_out *book);

#endif
