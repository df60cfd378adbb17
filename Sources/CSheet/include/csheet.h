#ifndef CSHEET_H
#define CSHEET_H

#include <stddef.h>
#include <stdint.h>

/// The sheets of a spreadsheet (.xlsx, ECMA-376) as CSV, read from beginning to end.
///
/// Only the styles and shared texts of a book are held; the rows of a sheet pass through. One
/// row is one line, at the place that it has in the sheet: rows that are left out are blank
/// lines, and `csheet_row` tells where texts with line ends have moved those below them.
///
/// Numbers are written with the 15 digits that spreadsheets keep, dates and times in the form of
/// ISO 8601, whatever their formats look like. In columns that are read, a cell that holds an
/// error is written with a NUL byte in front, `#DIV/0!`, and a formula that was saved without its
/// value is a NUL byte and `=`: no text of a spreadsheet can have that byte.
typedef struct csheet_book csheet_book;

typedef enum {
  csheet_fine,
  csheet_no_memory,
  /// It is an archive, and no spreadsheet.
  csheet_other_file,
  csheet_damaged,
  /// It is larger unpacked than what is taken.
  csheet_too_large,
  /// Its XML has a document type or other things that no spreadsheet has.
  csheet_hostile,
  /// It is encrypted.
  csheet_protected,
} csheet_problem;

/// What a column is read as.
typedef enum {
  /// Values as they are: a midnight is a date if its format has no time.
  csheet_any,
  /// Midnights are dates.
  csheet_date,
  csheet_time,
  /// Dates have a time, 00:00.
  csheet_instant,
  /// Figures as tables of rules have them: `21%`, `$5.00`.
  csheet_figure,
  /// Amounts: those of which the format has a foreign currency are written with it.
  csheet_amount,
} csheet_use;

/// Opens a regular file, which must stay open for as long as the book is.
csheet_book *csheet_open(int descriptor, csheet_problem *problem);
/// Opens what is in memory, of which a copy is made.
csheet_book *csheet_open_bytes(const uint8_t *bytes, size_t count, csheet_problem *problem);
void csheet_close(csheet_book *book);

int csheet_count(const csheet_book *book);
const char *csheet_name(const csheet_book *book, int sheet);
/// Whether people do not see it, or it is a chart.
int csheet_is_hidden(const csheet_book *book, int sheet);

/// Begins to read a sheet, from its first row.
csheet_problem csheet_begin(csheet_book *book, int sheet, csheet_use use);
/// A column is read, and how, from now on; marked ones have the byte 1 before numbers and dates.
csheet_problem csheet_set_use(csheet_book *book, int column, csheet_use use, int is_marked);

/// How many formats cells may have, and the sign or code of a currency, or some other text, that
/// stands beside the numbers of one; NULL where there is none, or one that depends on who reads.
int csheet_format_count(const csheet_book *book);
const char *csheet_format_currency(const csheet_book *book, int format);
/// The currency of a format is another than that of the amounts.
void csheet_set_foreign(csheet_book *book, int format);

/// Rows have at least so many cells from now on.
void csheet_set_width(csheet_book *book, int width);
/// Reads on until there are so many bytes, or until a row is done if it is not 0.
csheet_problem csheet_read(csheet_book *book, size_t wanted, uint32_t row);
/// What was read and not taken; its last line begins at `csheet_last_line`.
const uint8_t *csheet_output(const csheet_book *book, size_t *count);
size_t csheet_last_line(const csheet_book *book);
void csheet_take(csheet_book *book);

/// The row of the sheet that a line is, from 1.
uint32_t csheet_row(const csheet_book *book, uint32_t line);

/// Cells that are merged: columns from 0, rows from 1, the last ones taken in.
typedef struct {
  int left;
  int right;
  uint32_t top;
  uint32_t bottom;
} csheet_range;

/// Looks through a sheet for merged cells. What was begun to be read is at its end then.
csheet_problem csheet_find_merged(csheet_book *book, int sheet);

/// Reads what stands behind the rows of the sheet that is read, whose merged cells are known then.
/// What is wrong there is no fault of the rows, which are read already.
csheet_problem csheet_finish(csheet_book *book);

/// Whether some merged cells are not known: beyond the most that are taken, or not to be read.
int csheet_lacks_merged(const csheet_book *book);

/// The merged cells that were met, 65,536 at most; valid until a sheet is begun.
const csheet_range *csheet_merged(const csheet_book *book, size_t *count);

/// The sign or code of the currency that all numbers read of a column are formatted with; NULL where
/// there is none, or several. Valid until more is read.
const char *csheet_currency(const csheet_book *book, int column);

/// How many bytes of the file were read since this was asked last.
size_t csheet_consumed(csheet_book *book);

#endif
