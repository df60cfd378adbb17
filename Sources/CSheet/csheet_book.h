#ifndef CSHEET_BOOK_H
#define CSHEET_BOOK_H

#include <expat.h>
#include <minizip/unzip.h>

#include "csheet.h"

/// Texts one after the other.
typedef struct {
  char *bytes;
  size_t count;
  size_t capacity;
} text_buffer;

int text_reserve(text_buffer *text, size_t more);
int text_append(text_buffer *text, const char *bytes, size_t count);
int text_add(text_buffer *text, char byte);

typedef enum { plain, percent, money, date_only, time_only, date_and_time, elapsed } format_kind;

/// What a number format makes of a number.
typedef struct {
  format_kind kind;
  /// The currency's sign or code.
  char currency[12];
  /// So many digits, with zeros in front: of `00000`, as postcodes have it.
  int digits;
  /// Whether each reader sees the currency of their own country.
  int is_local;
  /// Whether the book's reader said that its currency is another than amounts have.
  int is_foreign;
} number_format;

number_format number_format_of(const char *code);
number_format number_format_built_in(long id);

typedef struct {
  char *name;
  char *relation;
  char *path;
  int is_hidden;
} sheet_entry;

typedef struct {
  uint32_t line;
  uint32_t moved;
} moved_lines;

/// The cell at hand.
typedef struct {
  int column;
  int has_value;
  int has_formula;
  int is_in_value;
  int is_in_text;
  /// Inside of a phonetic guide, which is no part of a text.
  int guides;
  char type;
  long style;
  text_buffer text;
} cell_state;

typedef struct {
  XML_StartElementHandler start;
  XML_EndElementHandler end;
  XML_CharacterDataHandler text;
} xml_handlers;

struct csheet_book {
  int descriptor;
  uint8_t *bytes;
  uint64_t size;
  uint64_t place;
  size_t consumed;
  unzFile archive;
  csheet_problem problem;
  /// What relations are looked through for, while they are.
  void *relations;

  sheet_entry *sheets;
  int sheet_count;
  int has_1904;

  text_buffer shared;
  size_t *shared_ends;
  size_t shared_count;
  size_t shared_capacity;

  number_format *styles;
  size_t style_count;
  struct {
    long id;
    number_format format;
  } *formats;
  size_t format_count;

  /// The part that is being read, what is done with its elements, and within how many it is.
  XML_Parser parser;
  const xml_handlers *handlers;
  int depth;
  int is_open;
  int is_at_end;
  uint64_t unpacked;
  cell_state cell;
  int is_in_rows;
  uint32_t row;
  uint32_t last_row;
  uint32_t stop_row;
  /// So many bytes of output end a turn.
  size_t stop_count;
  int written;
  int width;
  uint8_t *uses;
  int use_count;
  csheet_use use;
  text_buffer line;
  uint32_t line_ends;
  text_buffer output;
  size_t last_line;
  uint32_t lines;
  uint32_t moved;
  moved_lines *moves;
  size_t move_count;
  size_t move_capacity;
  csheet_range *merged;
  size_t merged_count;
  size_t merged_capacity;
  int lacks_merged;
  /// The format of the first number of each column; of another kind where one has another.
  number_format *formats_met;
  int met_count;
};

/// Without what comes before a colon.
const char *local_name(const char *name);
const char *attribute(const char **attributes, const char *name);
/// Gives up reading, for a reason.
void give_up(csheet_book *book, csheet_problem problem);
/// Opens a member of the archive and makes a parser for it.
csheet_problem member_begin(
    csheet_book *book, const char *path, uint64_t limit, const xml_handlers *handlers);
/// Parses a further piece: 1 if there is more.
int member_step(csheet_book *book, uint64_t limit);
void member_end(csheet_book *book);
/// Parses all of it.
csheet_problem member_read(
    csheet_book *book, const char *path, uint64_t limit, const xml_handlers *handlers);

/// Appends a cell to the line at hand.
void write_cell(csheet_book *book);

#endif
