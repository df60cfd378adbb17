#define _GNU_SOURCE
#include "csheet_out.h"

#include <cfile.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xlsxwriter.h>

/// The functions of libxlsxwriter that are used.
#define FOR_EACH_FUNCTION(DO) \
  DO(workbook_new_opt) \
  DO(workbook_add_format) \
  DO(workbook_add_worksheet) \
  DO(workbook_close) \
  DO(lxw_workbook_free) \
  DO(worksheet_set_column) \
  DO(worksheet_freeze_panes) \
  DO(worksheet_autofilter) \
  DO(worksheet_write_string) \
  DO(worksheet_write_number) \
  DO(worksheet_write_datetime) \
  DO(format_set_bold) \
  DO(format_set_bottom) \
  DO(format_set_num_format)

#define POINTER(name) __typeof__(name) *name;
static struct {
  FOR_EACH_FUNCTION(POINTER)
} xlsx;
#undef POINTER

#ifdef CSHEET_OUT_IS_LINKED
const char *csheet_out_load(void) {
#define TAKE(name) xlsx.name = name;
  FOR_EACH_FUNCTION(TAKE)
#undef TAKE
  return NULL;
}
#else
#define LIBRARY "libxlsxwriter.so." LXW_SOVERSION

static int find(void *library, const char *name, void *target) {
  void *found = dlsym(library, name);
  memcpy(target, &found, sizeof found);
  return found != NULL;
}

const char *csheet_out_load(void) {
  void *library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) {
    const char *why = dlerror();
    int is_missing = why != NULL && strstr(why, "No such file") != NULL;
    return is_missing ? LIBRARY " is not on this machine" : LIBRARY " cannot be loaded";
  }
  int complete = 1;
#define FIND(name) complete = complete && find(library, #name, &xlsx.name);
  FOR_EACH_FUNCTION(FIND)
#undef FIND
  return complete ? NULL : LIBRARY " is not the one that this program was built with";
}
#endif

static const uint32_t most_rows = 1048576;
/// Fewer than a cell's 32,767 characters, for their number is counted in bytes here.
static const size_t most_bytes = 32700;

typedef struct {
  char *name;
  csheet_out_kind kind;
  lxw_format *format;
  int width;
} column;

struct csheet_out {
  /// The workbook's own file, as long as it has a name; and a lock on it, or below zero.
  char *path;
  int lock;
  lxw_workbook *workbook;
  lxw_worksheet *sheet;
  lxw_worksheet *faults;
  lxw_format *header;
  lxw_format *money;
  lxw_format *date;
  lxw_format *time;
  column *columns;
  int column_count;
  int sheet_count;
  uint32_t row;
  uint32_t fault_row;
  uint64_t cut;
  uint64_t untold;
  char *cell;
  size_t cell_capacity;
  FILE *result;
};

csheet_out *csheet_out_new(const char *folder, int decimals) {
  csheet_out *book = calloc(1, sizeof *book);
  if (book == NULL) return NULL;
  book->lock = -1;
  if (asprintf(&book->path, "%s/.quote-XXXXXX.partial", folder) < 0) {
    free(book);
    return NULL;
  }
  cfile_remove_left(folder);
  book->lock = mkostemps(book->path, (int)strlen(".partial"), O_CLOEXEC);
  if (book->lock >= 0) cfile_begin_unfinished(book->lock, book->path);
  lxw_workbook_options options = {.constant_memory = LXW_TRUE, .tmpdir = (char *)folder};
  if (book->lock >= 0) book->workbook = xlsx.workbook_new_opt(book->path, &options);
  if (book->workbook == NULL) {
    int code = errno;
    csheet_out_free(book);
    errno = code;
    return NULL;
  }
  book->header = xlsx.workbook_add_format(book->workbook);
  xlsx.format_set_bold(book->header);
  xlsx.format_set_bottom(book->header, LXW_BORDER_THIN);
  char figure[32] = "#,##0";
  if (decimals > 0 && decimals < 10) {
    strcat(figure, ".");
    for (int digit = 0; digit < decimals; digit++) strcat(figure, "0");
  }
  book->money = xlsx.workbook_add_format(book->workbook);
  xlsx.format_set_num_format(book->money, figure);
  book->date = xlsx.workbook_add_format(book->workbook);
  xlsx.format_set_num_format(book->date, "yyyy-mm-dd");
  book->time = xlsx.workbook_add_format(book->workbook);
  xlsx.format_set_num_format(book->time, "hh:mm:ss");
  return book;
}

/// Whoever has the file open may read it on.
static void take_name_away(csheet_out *book) {
  if (book->path == NULL) return;
  if (book->lock >= 0) unlink(book->path);
  cfile_end_unfinished(book->path);
  free(book->path);
  book->path = NULL;
}

void csheet_out_free(csheet_out *book) {
  if (book == NULL) return;
  if (book->workbook != NULL) xlsx.lxw_workbook_free(book->workbook);
  if (book->result != NULL) fclose(book->result);
  take_name_away(book);
  if (book->lock >= 0) close(book->lock);
  for (int index = 0; index < book->column_count; index++) free(book->columns[index].name);
  free(book->columns);
  free(book->cell);
  free(book);
}

int csheet_out_add_column(csheet_out *book, const char *name, csheet_out_kind kind) {
  column *grown = realloc(book->columns, (size_t)(book->column_count + 1) * sizeof *grown);
  if (grown == NULL) return 0;
  book->columns = grown;
  column *added = &grown[book->column_count++];
  int width = (int)strlen(name) + 2;
  *added = (column){.name = strdup(name), .kind = kind, .width = width > 40 ? 40 : width};
  if (kind == csheet_out_money) added->format = book->money;
  if (kind == csheet_out_date) added->format = book->date;
  if (kind == csheet_out_time) added->format = book->time;
  if (added->width < 11) added->width = 11;
  return added->name != NULL && book->column_count <= 16384;
}

/// A sheet with a header that stays where it is, and under which rows can be filtered.
static lxw_worksheet *new_sheet(csheet_out *book, const char *name) {
  lxw_worksheet *sheet = xlsx.workbook_add_worksheet(book->workbook, name);
  if (sheet != NULL) xlsx.worksheet_freeze_panes(sheet, 1, 0);
  return sheet;
}

static int next_sheet(csheet_out *book) {
  char name[32] = "quotes";
  if (book->sheet_count > 0) snprintf(name, sizeof name, "quotes %d", book->sheet_count + 1);
  book->sheet = new_sheet(book, name);
  if (book->sheet == NULL) return 0;
  book->sheet_count++;
  book->row = 1;
  for (int index = 0; index < book->column_count; index++) {
    column *shown = &book->columns[index];
    lxw_col_t at = (lxw_col_t)index;
    xlsx.worksheet_set_column(book->sheet, at, at, shown->width, NULL);
    lxw_error result =
        xlsx.worksheet_write_string(book->sheet, 0, at, shown->name, book->header);
    if (result != LXW_NO_ERROR) return 0;
  }
  return 1;
}

/// Cuts a text that is too long for a cell, between characters.
static void fit(csheet_out *book, char *text, size_t count) {
  if (count <= most_bytes) return;
  size_t end = most_bytes;
  while (end > 0 && (text[end] & 0xC0) == 0x80) end--;
  text[end] = 0;
  book->cut++;
}

/// Whether a text writes a character by its number, `_x0041_`, as spreadsheets read it.
static int is_numbered(const char *text) {
  return text[0] == '_' && text[1] == 'x' && strspn(text + 2, "0123456789abcdefABCDEF") >= 4 &&
         text[6] == '_';
}

/// The text with each mark of such a number written by its own, so that it stays what it is; NULL
/// if there is no memory.
static char *with_marks_numbered(const char *text) {
  char *whole = malloc(strlen(text) * 7 + 1);
  if (whole == NULL) return NULL;
  char *target = whole;
  for (; *text != 0; text++) {
    if (is_numbered(text)) {
      memcpy(target, "_x005F_", 7);
      target += 7;
    } else {
      *target++ = *text;
    }
  }
  *target = 0;
  return whole;
}

/// XML has no place for U+FFFE and U+FFFF, in any spelling: U+FFFD stands for them.
static void replace_nonentities(char *text) {
  for (char *at = strstr(text, "\xEF\xBF"); at != NULL; at = strstr(at + 2, "\xEF\xBF")) {
    if ((unsigned char)at[2] >= 0xBE) at[2] = (char)0xBD;
  }
}

static int write_text(csheet_out *book, lxw_worksheet *sheet, uint32_t row, int at, char *text) {
  fit(book, text, strlen(text));
  replace_nonentities(text);
  char *numbered = strstr(text, "_x") == NULL ? NULL : with_marks_numbered(text);
  if (numbered == NULL && strstr(text, "_x") != NULL) return 0;
  const char *written = numbered == NULL ? text : numbered;
  lxw_error result = xlsx.worksheet_write_string(sheet, row, (lxw_col_t)at, written, NULL);
  free(numbered);
  return result == LXW_NO_ERROR;
}

/// A plain number of which a spreadsheet keeps every digit.
static int is_number(const char *text) {
  const char *at = text + (*text == '-');
  int digits = 0, has_point = 0, is_begun = 0;
  for (; *at != 0; at++) {
    if (*at == '.' && !has_point) {
      has_point = 1;
    } else if (*at >= '0' && *at <= '9') {
      is_begun |= *at != '0';
      digits += is_begun;
    } else {
      return 0;
    }
  }
  return at > text + (*text == '-') + has_point && digits <= 15;
}

static int write_cell(csheet_out *book, int at, char *text) {
  csheet_out_kind kind = at < book->column_count ? book->columns[at].kind : csheet_out_text;
  lxw_format *format = at < book->column_count ? book->columns[at].format : NULL;
  lxw_col_t place = (lxw_col_t)at;
  unsigned a, b, c;
  if (*text == 0) return 1;
  switch (kind) {
    case csheet_out_money:
    case csheet_out_number:
      if (!is_number(text)) break;
      return xlsx.worksheet_write_number(
                 book->sheet, book->row, place, strtod(text, NULL), format) == LXW_NO_ERROR;
    case csheet_out_date:
      // Spreadsheets know no day before 1900-03-01 for certain.
      if (strlen(text) != 10 || sscanf(text, "%4u-%2u-%2u", &a, &b, &c) != 3) break;
      if (a < 1901 || a > 9999) break;
      lxw_datetime day = {.year = (int)a, .month = (int)b, .day = (int)c};
      return xlsx.worksheet_write_datetime(book->sheet, book->row, place, &day, format) ==
             LXW_NO_ERROR;
    case csheet_out_time:
      if (strlen(text) != 8 || sscanf(text, "%2u:%2u:%2u", &a, &b, &c) != 3) break;
      return xlsx.worksheet_write_number(
                 book->sheet, book->row, place, (a * 3600 + b * 60 + c) / 86400.0, format) ==
             LXW_NO_ERROR;
    case csheet_out_text: break;
  }
  return write_text(book, book->sheet, book->row, at, text);
}

/// Puts a cell of CSV, without its quotes, into `book->cell`, and gives what follows it.
static const uint8_t *take_cell(csheet_out *book, const uint8_t *at, const uint8_t *end) {
  size_t count = 0, room = (size_t)(end - at) + 1;
  // Cells are mostly short: what is left of the rows is more than is needed.
  const uint8_t *line = memchr(at, '\n', (size_t)(end - at));
  if (*at != '"' && line != NULL) room = (size_t)(line - at) + 1;
  if (room > book->cell_capacity) {
    char *grown = realloc(book->cell, room);
    if (grown == NULL) return NULL;
    book->cell = grown;
    book->cell_capacity = room;
  }
  if (at < end && *at == '"') {
    for (at++; at < end; at++) {
      if (*at == '"' && (at + 1 == end || at[1] != '"')) break;
      if (*at == '"') at++;
      book->cell[count++] = (char)*at;
    }
    if (at < end) at++;
  } else {
    while (at < end && *at != ',' && *at != '\n') book->cell[count++] = (char)*at++;
  }
  book->cell[count] = 0;
  return at;
}

int csheet_out_rows(csheet_out *book, const uint8_t *bytes, size_t count) {
  const uint8_t *at = bytes, *end = bytes + count;
  while (at < end) {
    if ((book->sheet == NULL || book->row >= most_rows) && !next_sheet(book)) return 0;
    for (int column = 0;; column++) {
      at = take_cell(book, at, end);
      if (at == NULL || !write_cell(book, column, book->cell)) return 0;
      if (at >= end || *at++ == '\n') break;
    }
    book->row++;
  }
  return 1;
}

static int begin_faults(csheet_out *book) {
  static const char *const names[] = {"record", "booking", "place", "field", "value", "reason", "message"};
  static const double widths[] = {9, 16, 16, 18, 24, 22, 90};
  book->faults = new_sheet(book, "faults");
  if (book->faults == NULL) return 0;
  for (int at = 0; at < 7; at++) {
    xlsx.worksheet_set_column(book->faults, (lxw_col_t)at, (lxw_col_t)at, widths[at], NULL);
    xlsx.worksheet_write_string(book->faults, 0, (lxw_col_t)at, names[at], book->header);
  }
  book->fault_row = 1;
  return 1;
}

int csheet_out_fault(
    csheet_out *book, int64_t record, const char *key, const char *place, const char *field,
    const char *value, const char *reason, const char *message) {
  if (book->sheet == NULL && !next_sheet(book)) return 0;
  if (book->faults == NULL && !begin_faults(book)) return 0;
  if (book->fault_row >= most_rows) {
    book->untold++;
    return 1;
  }
  const char *texts[] = {key, place, field, value, reason, message};
  xlsx.worksheet_write_number(book->faults, book->fault_row, 0, (double)record, NULL);
  for (int at = 0; at < 6; at++) {
    if (*texts[at] == 0) continue;
    char *copy = strdup(texts[at]);
    if (copy == NULL || !write_text(book, book->faults, book->fault_row, at + 1, copy)) {
      free(copy);
      return 0;
    }
    free(copy);
  }
  book->fault_row++;
  return 1;
}

int csheet_out_finish(csheet_out *book) {
  if (book->sheet == NULL && !next_sheet(book)) return 0;
  if (book->column_count > 0 && book->row > 1) {
    lxw_col_t last = (lxw_col_t)(book->column_count - 1);
    xlsx.worksheet_autofilter(book->sheet, 0, 0, book->row - 1, last);
  }
  if (book->faults != NULL) xlsx.worksheet_autofilter(book->faults, 0, 0, book->fault_row - 1, 6);
  // The library frees the workbook whether or not it can be written.
  lxw_workbook *workbook = book->workbook;
  book->workbook = NULL;
  if (xlsx.workbook_close(workbook) != LXW_NO_ERROR) return 0;
  book->result = fopen(book->path, "rb");
  int code = errno;
  take_name_away(book);
  errno = code;
  return book->result != NULL;
}

int64_t csheet_out_read(csheet_out *book, uint8_t *target, size_t count) {
  size_t got = fread(target, 1, count, book->result);
  return got == 0 && ferror(book->result) ? -1 : (int64_t)got;
}

uint64_t csheet_out_cut(const csheet_out *book) { return book->cut; }

uint64_t csheet_out_untold(const csheet_out *book) { return book->untold; }
