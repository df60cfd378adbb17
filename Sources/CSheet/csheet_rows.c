#include "csheet_book.h"

#include <stdlib.h>
#include <string.h>

static const uint64_t sheet_limit = (uint64_t)4 << 30;
static const size_t text_limit = 1 << 20;
/// A row may have as much as a line of a CSV.
static const size_t row_limit = 16 << 20;
static const int most_columns = 16384;
static const uint32_t most_rows = 1048576;
static const size_t most_merged = 65536;

/// The column and row of `C7`, from 0 and from 1; false if it is none.
static int read_place(const char *text, int *column, uint32_t *row) {
  long letters = 0;
  while ((*text >= 'A' && *text <= 'Z') || (*text >= 'a' && *text <= 'z')) {
    letters = letters * 26 + (*text++ & 0x1F);
    if (letters > most_columns) return 0;
  }
  char *end;
  unsigned long number = strtoul(text, &end, 10);
  if (letters == 0 || number == 0 || number > most_rows) return 0;
  *column = (int)letters - 1;
  *row = (uint32_t)number;
  return 1;
}

// MARK: Rows

static void begin_row(csheet_book *book, const char **attributes) {
  const char *number = attribute(attributes, "r");
  uint32_t row = number == NULL ? book->row + 1 : (uint32_t)strtoul(number, NULL, 10);
  if (row <= book->row || row > most_rows) return give_up(book, csheet_damaged);
  book->row = row;
  book->written = 0;
  book->cell.column = -1;
  book->line.count = 0;
  book->line_ends = 0;
}

static int note_move(csheet_book *book) {
  if (book->move_count == book->move_capacity) {
    size_t capacity = book->move_capacity * 2 + 64;
    moved_lines *grown = realloc(book->moves, capacity * sizeof *grown);
    if (grown == NULL) return 0;
    book->moves = grown;
    book->move_capacity = capacity;
  }
  book->moves[book->move_count++] = (moved_lines){.line = book->lines, .moved = book->moved};
  return 1;
}

/// A row without values is only written if there is one with some below it.
static void end_row(csheet_book *book) {
  if (book->written == 0) return;
  text_buffer *output = &book->output;
  int is_fine = 1;
  for (uint32_t blank = book->last_row + 1; is_fine && blank < book->row; blank++) {
    // A row without values is one of empty cells, as CSV has it; of several, one says so.
    int is_first = blank == book->last_row + 1;
    for (int cell = 1; is_fine && is_first && cell < book->width; cell++) {
      is_fine = text_add(output, ',');
    }
    is_fine = is_fine && text_add(output, '\n');
    book->lines++;
  }
  book->last_row = book->row;
  book->last_line = output->count;
  while (is_fine && book->written < book->width) {
    is_fine = text_add(&book->line, ',');
    book->written++;
  }
  is_fine = is_fine && text_append(output, book->line.bytes, book->line.count) &&
            text_add(output, '\n');
  book->lines += 1 + book->line_ends;
  book->moved += book->line_ends;
  if (book->line_ends > 0) is_fine = is_fine && note_move(book);
  if (!is_fine) return give_up(book, csheet_no_memory);
  // Texts that many cells share make far more of a row than was unpacked for it.
  if ((book->stop_row != 0 && book->row >= book->stop_row) || output->count >= book->stop_count) {
    XML_StopParser(book->parser, XML_TRUE);
  }
}

// MARK: Cells

static void begin_cell(csheet_book *book, const char **attributes) {
  cell_state *cell = &book->cell;
  const char *place = attribute(attributes, "r");
  int column = cell->column + 1;
  uint32_t row = book->row;
  if (place != NULL && !read_place(place, &column, &row)) return give_up(book, csheet_damaged);
  if (column <= cell->column || column >= most_columns || row != book->row) {
    return give_up(book, csheet_damaged);
  }
  const char *type = attribute(attributes, "t");
  const char *style = attribute(attributes, "s");
  cell->column = column;
  cell->has_value = cell->has_formula = cell->is_in_value = cell->is_in_text = cell->guides = 0;
  cell->style = style == NULL ? 0 : atol(style);
  cell->text.count = 0;
  // n, b, e, d, s of shared texts, f of a formula's text, i of texts in place.
  cell->type = 'n';
  if (type == NULL) return;
  if (strcmp(type, "str") == 0) {
    cell->type = 'f';
  } else if (strcmp(type, "inlineStr") == 0) {
    cell->type = 'i';
  } else if (strchr("bedsn", *type) != NULL && type[0] != 0 && type[1] == 0) {
    cell->type = *type;
  }
}

/// Takes in a range of merged cells. One that cannot be read is left out, and so are those beyond
/// the most that are taken; one of a single cell merges nothing.
static void note_merged(csheet_book *book, const char **attributes) {
  const char *place = attribute(attributes, "ref");
  const char *colon = place == NULL ? NULL : strchr(place, ':');
  csheet_range range;
  if (colon == NULL) return;
  if (book->merged_count == most_merged || !read_place(place, &range.left, &range.top) ||
      !read_place(colon + 1, &range.right, &range.bottom)) {
    book->lacks_merged = 1;
    return;
  }
  if (book->merged_count == book->merged_capacity) {
    size_t capacity = book->merged_capacity * 2 + 64;
    csheet_range *grown = realloc(book->merged, capacity * sizeof *grown);
    if (grown == NULL) return give_up(book, csheet_no_memory);
    book->merged = grown;
    book->merged_capacity = capacity;
  }
  book->merged[book->merged_count++] = range;
}

static void sheet_start(void *context, const char *name, const char **attributes) {
  csheet_book *book = context;
  cell_state *cell = &book->cell;
  name = local_name(name);
  if (strcmp(name, "sheetData") == 0) {
    book->is_in_rows = 1;
  } else if (!book->is_in_rows) {
    if (strcmp(name, "mergeCell") == 0) note_merged(book, attributes);
  } else if (strcmp(name, "row") == 0) {
    begin_row(book, attributes);
  } else if (strcmp(name, "c") == 0) {
    begin_cell(book, attributes);
  } else if (strcmp(name, "v") == 0) {
    cell->has_value = cell->is_in_value = 1;
  } else if (strcmp(name, "f") == 0) {
    cell->has_formula = 1;
  } else if (strcmp(name, "t") == 0) {
    cell->is_in_text = 1;
  } else if (strcmp(name, "rPh") == 0) {
    cell->guides++;
  }
}

static void sheet_text(void *context, const char *text, int count) {
  csheet_book *book = context;
  cell_state *cell = &book->cell;
  int is_wanted = cell->is_in_value || (cell->is_in_text && cell->guides == 0);
  if (!book->is_in_rows || !is_wanted) return;
  if (cell->text.count + (size_t)count > text_limit) return give_up(book, csheet_too_large);
  if (!text_append(&cell->text, text, (size_t)count)) give_up(book, csheet_no_memory);
}

static void sheet_end(void *context, const char *name) {
  csheet_book *book = context;
  cell_state *cell = &book->cell;
  if (!book->is_in_rows) return;
  name = local_name(name);
  if (strcmp(name, "c") == 0) {
    write_cell(book);
    if (book->line.count > row_limit) give_up(book, csheet_too_large);
  } else if (strcmp(name, "row") == 0) {
    end_row(book);
  } else if (strcmp(name, "v") == 0) {
    cell->is_in_value = 0;
  } else if (strcmp(name, "t") == 0) {
    cell->is_in_text = 0;
  } else if (strcmp(name, "rPh") == 0) {
    cell->guides--;
  } else if (strcmp(name, "sheetData") == 0) {
    book->is_in_rows = 0;
    book->is_at_end = 1;
  }
}

// MARK: Reading a sheet

csheet_problem csheet_begin(csheet_book *book, int sheet, csheet_use use) {
  static const xml_handlers handlers = {sheet_start, sheet_end, sheet_text};
  book->problem = csheet_fine;
  book->is_at_end = book->is_in_rows = 0;
  book->row = book->last_row = book->lines = book->moved = 0;
  book->move_count = book->output.count = book->last_line = 0;
  book->width = book->use_count = 0;
  book->merged_count = 0;
  book->lacks_merged = 0;
  book->met_count = 0;
  book->stop_count = SIZE_MAX;
  book->use = use;
  const char *path = book->sheets[sheet].path;
  if (path == NULL) return csheet_damaged;
  return book->problem = member_begin(book, path, sheet_limit, &handlers);
}

csheet_problem csheet_set_use(csheet_book *book, int column, csheet_use use, int is_marked) {
  if (column >= book->use_count) {
    uint8_t *grown = realloc(book->uses, (size_t)column + 1);
    if (grown == NULL) return csheet_no_memory;
    memset(grown + book->use_count, book->use, (size_t)(column + 1 - book->use_count));
    book->uses = grown;
    book->use_count = column + 1;
  }
  book->uses[column] = (uint8_t)(use | 0x40 | (is_marked ? 0x80 : 0));
  return csheet_fine;
}

void csheet_set_width(csheet_book *book, int width) { book->width = width; }

csheet_problem csheet_read(csheet_book *book, size_t wanted, uint32_t row) {
  book->stop_row = row;
  book->stop_count = wanted;
  while (book->problem == csheet_fine && !book->is_at_end && book->output.count < wanted &&
         (row == 0 || book->last_row < row)) {
    if (!member_step(book, sheet_limit)) {
      book->is_at_end = 1;
    }
  }
  book->stop_row = 0;
  book->stop_count = SIZE_MAX;
  return book->problem;
}

const uint8_t *csheet_output(const csheet_book *book, size_t *count) {
  *count = book->output.count;
  return (const uint8_t *)book->output.bytes;
}

size_t csheet_last_line(const csheet_book *book) { return book->last_line; }

void csheet_take(csheet_book *book) { book->output.count = book->last_line = 0; }

uint32_t csheet_row(const csheet_book *book, uint32_t line) {
  size_t low = 0, high = book->move_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (book->moves[middle].line < line) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return line - (low == 0 ? 0 : book->moves[low - 1].moved);
}

// MARK: Merged cells

static void merged_start(void *context, const char *name, const char **attributes) {
  if (strcmp(local_name(name), "mergeCell") == 0) note_merged(context, attributes);
}

static void merged_end(void *context, const char *name) {
  (void)context;
  (void)name;
}

csheet_problem csheet_find_merged(csheet_book *book, int sheet) {
  static const xml_handlers handlers = {merged_start, merged_end, NULL};
  const char *path = book->sheets[sheet].path;
  book->merged_count = 0;
  book->lacks_merged = 0;
  return path == NULL ? csheet_damaged : member_read(book, path, sheet_limit, &handlers);
}

csheet_problem csheet_finish(csheet_book *book) {
  while (book->problem == csheet_fine && book->parser != NULL && member_step(book, sheet_limit)) {
  }
  return book->problem;
}

int csheet_lacks_merged(const csheet_book *book) { return book->lacks_merged; }

const csheet_range *csheet_merged(const csheet_book *book, size_t *count) {
  *count = book->merged_count;
  return book->merged;
}
