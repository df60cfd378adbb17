#include "csheet_book.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Calendars repeat after so many days, and begin at the last day of February.
static const int64_t days_of_era = 146097;

/// Writes a day counted from 1970 as `2026-03-14` (H. Hinnant, days_from_civil).
static int print_day(char *target, int64_t day) {
  day += 719468;
  int64_t era = (day >= 0 ? day : day - days_of_era + 1) / days_of_era;
  int64_t rest = day - era * days_of_era;
  int64_t year = (rest - rest / 1460 + rest / 36524 - rest / 146096) / 365;
  int64_t of_year = rest - (365 * year + year / 4 - year / 100);
  int64_t month = (5 * of_year + 2) / 153;
  int of_month = (int)(of_year - (153 * month + 2) / 5 + 1);
  month = month < 10 ? month + 3 : month - 9;
  year += era * 400 + (month <= 2);
  return sprintf(target, "%04d-%02d-%02d", (int)year, (int)month, of_month);
}

/// Writes milliseconds of a day as `15:30:00`.
static int print_clock(char *target, int64_t milliseconds, int is_short) {
  int second = (int)(milliseconds / 1000);
  int count = sprintf(target, "%02d:%02d", second / 3600, second / 60 % 60);
  int fraction = (int)(milliseconds % 1000);
  if (!is_short || second % 60 != 0 || fraction != 0) {
    count += sprintf(target + count, ":%02d", second % 60);
  }
  if (fraction != 0) count += sprintf(target + count, ".%03d", fraction);
  return count;
}

static int print_number(char *target, double number);

/// Writes a serial number of a spreadsheet as a date, a time or both; as the number that it is
/// where it is no day that exists.
static int print_moment(
    char *target, double serial, format_kind kind, csheet_use use, int has_1904) {
  const int64_t day_length = 86400000;
  int64_t total = (int64_t)floor(serial * (double)day_length + 0.5);
  int64_t day = total / day_length, clock = total % day_length;
  int is_figure = use == csheet_figure;
  if (kind == time_only && day == 0 && use != csheet_date && use != csheet_instant) {
    return print_clock(target, clock, is_figure);
  }
  // Spreadsheets show day 0 as 0 January 1900 (what a formula gives that reads an empty cell), and
  // believe that 1900 had a 29 February, which is day 60.
  if (!has_1904 && (day == 0 || day == 60)) return print_number(target, serial);
  if (has_1904) {
    day += 1462;
  } else if (day < 60) {
    day += 1;
  }
  int count = print_day(target, day - 25569);
  int has_clock = clock != 0 || use == csheet_instant ||
                  (kind == date_and_time && use != csheet_date);
  if (!has_clock) return count;
  target[count++] = 'T';
  return count + print_clock(target + count, clock, 0);
}

/// A length of time, as people see it: `36:00:00`.
static int print_elapsed(char *target, double days) {
  int64_t seconds = (int64_t)floor(fabs(days) * 86400 + 0.5);
  return sprintf(
      target, "%s%lld:%02d:%02d", days < 0 ? "-" : "", (long long)(seconds / 3600),
      (int)(seconds / 60 % 60), (int)(seconds % 60));
}

/// Writes a number without an exponent where that is short, with 15 digits.
static int print_number(char *target, double number) {
  char text[40];
  sprintf(text, "%.14e", number);
  char *mark = strchr(text, 'e');
  int exponent = atoi(mark + 1);
  if (exponent < -12 || exponent > 20) return sprintf(target, "%.15g", number);
  int decimals = 14 - exponent;
  int count = sprintf(target, "%.*f", decimals > 0 ? decimals : 0, number);
  if (decimals > 0) {
    while (target[count - 1] == '0') count--;
    if (target[count - 1] == '.') count--;
    target[count] = 0;
  }
  if (strcmp(target, "-0") == 0) return sprintf(target, "0");
  return count;
}

static int is_whole(const char *text, size_t count) {
  size_t start = count > 0 && text[0] == '-';
  for (size_t index = start; index < count; index++) {
    if (text[index] < '0' || text[index] > '9') return 0;
  }
  return count > start;
}

/// Appends a text, quoted if it has to be, to the line.
static int put_text(csheet_book *book, const char *text, size_t count) {
  int is_quoted = 0;
  for (size_t index = 0; index < count; index++) {
    char byte = text[index];
    is_quoted |= byte == ',' || byte == '"' || byte == '\n' || byte == '\r';
    book->line_ends += byte == '\n';
  }
  text_buffer *line = &book->line;
  if (!is_quoted) return text_append(line, text, count);
  int is_fine = text_add(line, '"');
  for (size_t index = 0; is_fine && index < count; index++) {
    if (text[index] == '"') is_fine = text_add(line, '"');
    is_fine = is_fine && text_add(line, text[index]);
  }
  return is_fine && text_add(line, '"');
}

/// `_x000D_` stands for a character that XML cannot hold; decoded in place.
static size_t unescaped(char *text, size_t count) {
  size_t to = 0;
  for (size_t from = 0; from < count;) {
    unsigned code = 0;
    int is_escape = from + 7 <= count && text[from] == '_' && text[from + 1] == 'x' &&
                    text[from + 6] == '_';
    for (size_t digit = from + 2; is_escape && digit < from + 6; digit++) {
      char byte = text[digit];
      int value = byte >= '0' && byte <= '9'   ? byte - '0'
                  : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10
                  : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10
                                               : -1;
      is_escape = value >= 0;
      code = code * 16 + (unsigned)value;
    }
    // Other marks of control are no part of a text, and letters need no escape.
    if (is_escape && (code == 9 || code == 10 || code == 13 || (code >= 0x20 && code < 0x7F))) {
      text[to++] = (char)code;
      from += 7;
    } else {
      text[to++] = text[from++];
    }
  }
  return to;
}

/// Keeps the format of a column's first number, or that the column has several currencies.
static int note_format(csheet_book *book, const number_format *format) {
  int column = book->cell.column;
  if (column >= book->met_count) {
    number_format *grown = realloc(book->formats_met, ((size_t)column + 1) * sizeof *grown);
    if (grown == NULL) return 0;
    for (int new = book->met_count; new <= column; new++) grown[new].digits = -1;
    book->formats_met = grown;
    book->met_count = column + 1;
  }
  number_format *met = &book->formats_met[column];
  if (met->digits < 0) {
    *met = *format;
  } else if (met->kind == money && strcmp(met->currency, format->currency) != 0) {
    met->kind = plain;
  }
  return 1;
}

int csheet_format_count(const csheet_book *book) { return (int)book->style_count; }

const char *csheet_format_currency(const csheet_book *book, int format) {
  const number_format *style = &book->styles[format];
  return style->currency[0] == 0 || style->is_local ? NULL : style->currency;
}

void csheet_set_foreign(csheet_book *book, int format) { book->styles[format].is_foreign = 1; }

const char *csheet_currency(const csheet_book *book, int column) {
  if (column < 0 || column >= book->met_count) return NULL;
  const number_format *met = &book->formats_met[column];
  return met->digits >= 0 && met->kind == money ? met->currency : NULL;
}

static int put_number(csheet_book *book, csheet_use use, int is_marked) {
  cell_state *cell = &book->cell;
  char target[400];
  number_format format = {.kind = plain};
  if (cell->style >= 0 && (size_t)cell->style < book->style_count) {
    format = book->styles[cell->style];
  }
  char *end;
  double number = strtod(cell->text.bytes, &end);
  // What C reads besides, such as 0x10, is no number of a spreadsheet.
  int is_decimal = strspn(cell->text.bytes, "+-.0123456789eE") == cell->text.count;
  if (!is_decimal || *end != 0 || end == cell->text.bytes || !isfinite(number)) {
    return put_text(book, cell->text.bytes, cell->text.count);
  }
  if (!note_format(book, &format)) return 0;
  int is_foreign = use == csheet_amount && format.is_foreign;
  // Like a text, it is read as the rules say that amounts are written.
  if (is_marked && !is_foreign && !text_add(&book->line, 1)) return 0;
  int is_moment = format.kind >= date_only && format.kind <= date_and_time;
  if (is_moment && number >= 0 && number < 2958466) {
    print_moment(target, number, format.kind, use, book->has_1904);
  } else if (format.kind == elapsed) {
    if (fabs(number) > 1e9) number = copysign(1e9, number);
    print_elapsed(target, number);
  } else if (use == csheet_figure && format.kind == percent) {
    int count = print_number(target, number * 100);
    strcpy(target + count, "%");
  } else if (is_foreign || (use == csheet_figure && format.kind == money)) {
    char digits[380];
    print_number(digits, fabs(number));
    int is_code = format.currency[0] >= 'A' && format.currency[0] <= 'Z' &&
                  format.currency[1] >= 'A' && format.currency[1] <= 'Z';
    const char *sign = number < 0 ? "-" : "";
    if (is_code) {
      sprintf(target, "%s%s %s", sign, digits, format.currency);
    } else {
      sprintf(target, "%s%s%s", sign, format.currency, digits);
    }
  } else if (format.digits > 0 && strspn(cell->text.bytes, "0123456789") == cell->text.count &&
             cell->text.count < (size_t)format.digits) {
    size_t zeros = (size_t)format.digits - cell->text.count;
    memset(target, '0', zeros);
    memcpy(target + zeros, cell->text.bytes, cell->text.count + 1);
  } else if (is_whole(cell->text.bytes, cell->text.count)) {
    return text_append(&book->line, cell->text.bytes, cell->text.count);
  } else {
    print_number(target, number);
  }
  return put_text(book, target, strlen(target));
}

/// What the cell has, in the form of its column; 0 if there is no memory.
static int put_cell(csheet_book *book) {
  cell_state *cell = &book->cell;
  int column = cell->column;
  int chosen = column < book->use_count ? book->uses[column] : (int)book->use;
  csheet_use use = (csheet_use)(chosen & 0x3F);
  int is_read = (chosen & 0x40) || use == csheet_figure;
  char *text = cell->text.bytes;
  size_t count = cell->text.count;
  if (cell->has_formula && count == 0 && cell->type != 'f') {
    // Its value was not saved. Where nobody asks for the mark, it is not nothing either.
    return (!is_read || text_add(&book->line, 0)) && text_add(&book->line, '=');
  }
  switch (cell->type) {
    case 'b':
      return count == 1 && *text == '1' ? text_append(&book->line, "true", 4)
                                        : text_append(&book->line, "false", 5);
    case 'e': return (!is_read || text_add(&book->line, 0)) && put_text(book, text, count);
    case 's': {
      size_t index = strtoul(cell->text.bytes, NULL, 10);
      if (index >= book->shared_count) {
        give_up(book, csheet_damaged);
        return 1;
      }
      size_t start = index == 0 ? 0 : book->shared_ends[index - 1];
      cell->text.count = 0;
      if (!text_append(&cell->text, book->shared.bytes + start, book->shared_ends[index] - start)) {
        return 0;
      }
      return put_text(book, cell->text.bytes, unescaped(cell->text.bytes, cell->text.count));
    }
    case 'f':
    case 'i':
    case 'd': return put_text(book, text, unescaped(text, count));
  }
  return put_number(book, use, chosen & 0x80);
}

/// Whether there is nothing in the cell: a format alone is nothing.
static int is_empty(const csheet_book *book) {
  const cell_state *cell = &book->cell;
  if (cell->has_formula && cell->type != 'f') return 0;
  if (cell->type != 's' || cell->text.count == 0) return cell->text.count == 0;
  size_t index = strtoul(cell->text.bytes, NULL, 10);
  if (index >= book->shared_count) return 0;
  return book->shared_ends[index] == (index == 0 ? 0 : book->shared_ends[index - 1]);
}

void write_cell(csheet_book *book) {
  // What is read as a number ends with a NUL byte.
  if (!text_add(&book->cell.text, 0)) return give_up(book, csheet_no_memory);
  book->cell.text.count--;
  if (is_empty(book)) return;
  int is_fine = 1;
  int first = book->written == 0 ? 0 : book->written - 1;
  for (int column = first; is_fine && column < book->cell.column; column++) {
    is_fine = text_add(&book->line, ',');
  }
  book->written = book->cell.column + 1;
  if (!is_fine || !put_cell(book)) give_up(book, csheet_no_memory);
}
