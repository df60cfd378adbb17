#include "csheet_book.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// What is taken of shared texts, and of a part that is no sheet.
static const uint64_t shared_limit = (uint64_t)256 << 20;
static const uint64_t part_limit = (uint64_t)32 << 20;
/// One tag may not be longer: all of it is held.
static const int64_t tag_limit = 1 << 20;

int text_reserve(text_buffer *text, size_t more) {
  if (text->capacity - text->count >= more) return 1;
  size_t capacity = text->capacity * 2 + more + 64;
  char *grown = realloc(text->bytes, capacity);
  if (grown == NULL) return 0;
  text->bytes = grown;
  text->capacity = capacity;
  return 1;
}

int text_append(text_buffer *text, const char *bytes, size_t count) {
  if (!text_reserve(text, count)) return 0;
  memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
  return 1;
}

int text_add(text_buffer *text, char byte) { return text_append(text, &byte, 1); }

const char *local_name(const char *name) {
  const char *colon = strrchr(name, ':');
  return colon == NULL ? name : colon + 1;
}

const char *attribute(const char **attributes, const char *name) {
  for (; attributes[0] != NULL; attributes += 2) {
    if (strcmp(local_name(attributes[0]), name) == 0) return attributes[1];
  }
  return NULL;
}

void give_up(csheet_book *book, csheet_problem problem) {
  if (book->problem == csheet_fine) book->problem = problem;
  if (book->parser != NULL) XML_StopParser(book->parser, XML_FALSE);
}

// MARK: The file, as the archive's reader asks for it

static voidpf file_open(voidpf opaque, const void *name, int mode) {
  (void)name;
  (void)mode;
  csheet_book *book = opaque;
  book->place = 0;
  return book;
}

static uLong file_read(voidpf opaque, voidpf stream, void *target, uLong count) {
  (void)stream;
  csheet_book *book = opaque;
  uint64_t left = book->place < book->size ? book->size - book->place : 0;
  if (count > left) count = (uLong)left;
  uLong done = 0;
  if (book->bytes != NULL) {
    memcpy(target, book->bytes + book->place, count);
    done = count;
  } else {
    while (done < count) {
      ssize_t got = pread(
          book->descriptor, (char *)target + done, count - done, (off_t)(book->place + done));
      if (got <= 0) break;
      done += (uLong)got;
    }
  }
  book->place += done;
  book->consumed += done;
  return done;
}

static uLong file_write(voidpf opaque, voidpf stream, const void *bytes, uLong count) {
  (void)opaque;
  (void)stream;
  (void)bytes;
  (void)count;
  return 0;
}

static ZPOS64_T file_tell(voidpf opaque, voidpf stream) {
  (void)stream;
  return ((csheet_book *)opaque)->place;
}

static long file_seek(voidpf opaque, voidpf stream, ZPOS64_T offset, int origin) {
  (void)stream;
  csheet_book *book = opaque;
  if (origin == ZLIB_FILEFUNC_SEEK_CUR) offset += book->place;
  if (origin == ZLIB_FILEFUNC_SEEK_END) offset += book->size;
  if (offset > book->size) return -1;
  book->place = offset;
  return 0;
}

static int file_close(voidpf opaque, voidpf stream) {
  (void)opaque;
  (void)stream;
  return 0;
}

static int file_error(voidpf opaque, voidpf stream) {
  (void)opaque;
  (void)stream;
  return 0;
}

// MARK: Members of the archive

static void refuse_doctype(
    void *context, const char *name, const char *system, const char *public, int has_subset) {
  (void)name;
  (void)system;
  (void)public;
  (void)has_subset;
  give_up(context, csheet_hostile);
}

// An element within so many others is in no workbook; a parser keeps what each of them is called.
enum { deepest = 100 };

static void element_start(void *context, const char *name, const char **attributes) {
  csheet_book *book = context;
  if (++book->depth > deepest) return give_up(book, csheet_hostile);
  book->handlers->start(context, name, attributes);
}

static void element_end(void *context, const char *name) {
  csheet_book *book = context;
  book->depth--;
  book->handlers->end(context, name);
}

csheet_problem member_begin(
    csheet_book *book, const char *path, uint64_t limit, const xml_handlers *handlers) {
  member_end(book);
  if (*path == '/') path++;
  if (unzLocateFile(book->archive, path, 1) != UNZ_OK &&
      unzLocateFile(book->archive, path, 2) != UNZ_OK) {
    return csheet_damaged;
  }
  unz_file_info64 info;
  if (unzGetCurrentFileInfo64(book->archive, &info, NULL, 0, NULL, 0, NULL, 0) != UNZ_OK) {
    return csheet_damaged;
  }
  if (info.flag & 1) return csheet_protected;
  if (info.uncompressed_size > limit) return csheet_too_large;
  if (unzOpenCurrentFile(book->archive) != UNZ_OK) return csheet_damaged;
  book->is_open = 1;
  book->unpacked = 0;
  book->depth = 0;
  book->handlers = handlers;
  book->parser = XML_ParserCreate(NULL);
  if (book->parser == NULL) return csheet_no_memory;
  XML_SetUserData(book->parser, book);
  XML_SetElementHandler(book->parser, element_start, element_end);
  XML_SetCharacterDataHandler(book->parser, handlers->text);
  XML_SetStartDoctypeDeclHandler(book->parser, refuse_doctype);
  return csheet_fine;
}

/// What a parser that stopped says of it.
static int stopped(csheet_book *book) {
  if (book->problem == csheet_fine) {
    int is_memory = XML_GetErrorCode(book->parser) == XML_ERROR_NO_MEMORY;
    book->problem = is_memory ? csheet_no_memory : csheet_damaged;
  }
  return 0;
}

int member_step(csheet_book *book, uint64_t limit) {
  XML_ParsingStatus status;
  XML_GetParsingStatus(book->parser, &status);
  if (status.parsing == XML_FINISHED) return 0;
  if (status.parsing == XML_SUSPENDED) {
    if (XML_ResumeParser(book->parser) == XML_STATUS_ERROR) return stopped(book);
    XML_GetParsingStatus(book->parser, &status);
    return status.parsing != XML_FINISHED;
  }
  const int room = 32 << 10;
  void *target = XML_GetBuffer(book->parser, room);
  if (target == NULL) {
    book->problem = csheet_no_memory;
    return 0;
  }
  int got = unzReadCurrentFile(book->archive, target, (unsigned)room);
  if (got < 0) {
    book->problem = csheet_damaged;
    return 0;
  }
  book->unpacked += (uint64_t)got;
  if (book->unpacked > limit) {
    book->problem = csheet_too_large;
    return 0;
  }
  if (XML_ParseBuffer(book->parser, got, got == 0) == XML_STATUS_ERROR) return stopped(book);
  XML_Index place = XML_GetCurrentByteIndex(book->parser);
  if (place >= 0 && (int64_t)book->unpacked - place > tag_limit) {
    book->problem = csheet_hostile;
    return 0;
  }
  return got > 0;
}

void member_end(csheet_book *book) {
  if (book->parser != NULL) XML_ParserFree(book->parser);
  book->parser = NULL;
  if (book->is_open) unzCloseCurrentFile(book->archive);
  book->is_open = 0;
}

csheet_problem member_read(
    csheet_book *book, const char *path, uint64_t limit, const xml_handlers *handlers) {
  book->problem = member_begin(book, path, limit, handlers);
  if (book->problem == csheet_fine) {
    while (member_step(book, limit)) {
    }
  }
  member_end(book);
  return book->problem;
}

// MARK: The book's parts

/// A relation's target, seen from the folder of the part that names it.
static char *resolved(const char *from, const char *target) {
  size_t folder = 0;
  const char *slash = strrchr(from, '/');
  if (slash != NULL && *target != '/') folder = (size_t)(slash - from) + 1;
  if (*target == '/') target++;
  while (strncmp(target, "./", 2) == 0) target += 2;
  while (folder > 0 && strncmp(target, "../", 3) == 0) {
    target += 3;
    folder--;
    while (folder > 0 && from[folder - 1] != '/') folder--;
  }
  size_t rest = strlen(target);
  char *path = malloc(folder + rest + 1);
  if (path == NULL) return NULL;
  memcpy(path, from, folder);
  memcpy(path + folder, target, rest + 1);
  return path;
}

/// What the relations of a part are looked through for.
typedef struct {
  csheet_book *book;
  const char *part;
  char *workbook;
  char *shared;
  char *styles;
} relations;

static int ends_with(const char *text, const char *end) {
  size_t count = strlen(text), tail = strlen(end);
  return count >= tail && strcmp(text + count - tail, end) == 0;
}

static void keep_path(char **kept, const char *part, const char *target) {
  free(*kept);
  *kept = resolved(part, target);
}

static void relation_start(void *context, const char *name, const char **attributes) {
  csheet_book *book = context;
  if (strcmp(local_name(name), "Relationship") != 0) return;
  const char *type = attribute(attributes, "Type");
  const char *target = attribute(attributes, "Target");
  const char *id = attribute(attributes, "Id");
  if (type == NULL || target == NULL) return;
  relations *found = book->relations;
  if (ends_with(type, "/officeDocument")) keep_path(&found->workbook, "", target);
  if (ends_with(type, "/sharedStrings")) keep_path(&found->shared, found->part, target);
  if (ends_with(type, "/styles")) keep_path(&found->styles, found->part, target);
  for (int index = 0; id != NULL && index < book->sheet_count; index++) {
    sheet_entry *sheet = &book->sheets[index];
    if (sheet->relation == NULL || strcmp(sheet->relation, id) != 0) continue;
    if (!ends_with(type, "/worksheet")) sheet->is_hidden = 1;
    if (ends_with(type, "/worksheet")) keep_path(&sheet->path, found->part, target);
  }
}

static void workbook_start(void *context, const char *name, const char **attributes) {
  csheet_book *book = context;
  name = local_name(name);
  if (strcmp(name, "workbookPr") == 0) {
    const char *is_1904 = attribute(attributes, "date1904");
    book->has_1904 = is_1904 != NULL && (*is_1904 == '1' || *is_1904 == 't');
  }
  if (strcmp(name, "sheet") != 0 || book->sheet_count >= 10000) return;
  size_t room = (size_t)(book->sheet_count + 1) * sizeof(sheet_entry);
  sheet_entry *grown = realloc(book->sheets, room);
  if (grown == NULL) return give_up(book, csheet_no_memory);
  book->sheets = grown;
  const char *title = attribute(attributes, "name");
  const char *state = attribute(attributes, "state");
  const char *relation = attribute(attributes, "id");
  book->sheets[book->sheet_count++] = (sheet_entry){
      .name = strdup(title == NULL ? "" : title),
      .relation = relation == NULL ? NULL : strdup(relation),
      .is_hidden = state != NULL && strcmp(state, "visible") != 0,
  };
}

static void style_start(void *context, const char *name, const char **attributes) {
  csheet_book *book = context;
  name = local_name(name);
  if (strcmp(name, "cellXfs") == 0) book->is_in_rows = 1;
  const char *id = attribute(attributes, "numFmtId");
  if (strcmp(name, "numFmt") == 0) {
    const char *code = attribute(attributes, "formatCode");
    if (id == NULL || code == NULL) return;
    void *grown = realloc(book->formats, (book->format_count + 1) * sizeof *book->formats);
    if (grown == NULL) return give_up(book, csheet_no_memory);
    book->formats = grown;
    book->formats[book->format_count].id = atol(id);
    book->formats[book->format_count++].format = number_format_of(code);
  }
  if (strcmp(name, "xf") != 0 || !book->is_in_rows) return;
  void *grown = realloc(book->styles, (book->style_count + 1) * sizeof *book->styles);
  if (grown == NULL) return give_up(book, csheet_no_memory);
  book->styles = grown;
  number_format format = number_format_built_in(id == NULL ? 0 : atol(id));
  for (size_t index = 0; id != NULL && index < book->format_count; index++) {
    if (book->formats[index].id == atol(id)) format = book->formats[index].format;
  }
  // What is written of these is what the last program showed that saved the file.
  long number = id == NULL ? 0 : atol(id);
  format.is_local = (number >= 5 && number <= 8) || (number >= 37 && number <= 44);
  book->styles[book->style_count++] = format;
}

static void style_end(void *context, const char *name) {
  if (strcmp(local_name(name), "cellXfs") == 0) ((csheet_book *)context)->is_in_rows = 0;
}

static void shared_start(void *context, const char *name, const char **attributes) {
  (void)attributes;
  csheet_book *book = context;
  name = local_name(name);
  if (strcmp(name, "rPh") == 0) book->cell.guides++;
  if (strcmp(name, "t") == 0) book->cell.is_in_text = 1;
}

static void shared_text(void *context, const char *text, int count) {
  csheet_book *book = context;
  if (!book->cell.is_in_text || book->cell.guides > 0) return;
  if (book->shared.count + (size_t)count > shared_limit) return give_up(book, csheet_too_large);
  if (!text_append(&book->shared, text, (size_t)count)) give_up(book, csheet_no_memory);
}

static void shared_end(void *context, const char *name) {
  csheet_book *book = context;
  name = local_name(name);
  if (strcmp(name, "rPh") == 0) book->cell.guides--;
  if (strcmp(name, "t") == 0) book->cell.is_in_text = 0;
  if (strcmp(name, "si") != 0) return;
  if (book->shared_count == book->shared_capacity) {
    size_t capacity = book->shared_capacity * 2 + 256;
    size_t *grown = realloc(book->shared_ends, capacity * sizeof *grown);
    if (grown == NULL) return give_up(book, csheet_no_memory);
    book->shared_ends = grown;
    book->shared_capacity = capacity;
  }
  book->shared_ends[book->shared_count++] = book->shared.count;
}

static void ignore_end(void *context, const char *name) {
  (void)context;
  (void)name;
}

static csheet_problem read_relations(csheet_book *book, const char *part, relations *found) {
  static const xml_handlers handlers = {relation_start, ignore_end, NULL};
  const char *slash = strrchr(part, '/');
  size_t folder = slash == NULL ? 0 : (size_t)(slash - part) + 1;
  char path[512];
  int count = snprintf(
      path, sizeof path, "%.*s_rels/%s.rels", (int)folder, part, part + folder);
  if (count < 0 || (size_t)count >= sizeof path) return csheet_damaged;
  found->part = part;
  book->relations = found;
  return member_read(book, path, part_limit, &handlers);
}

/// Reads everything but the sheets' rows.
static csheet_problem read_book(csheet_book *book, relations *found) {
  static const xml_handlers workbook = {workbook_start, ignore_end, NULL};
  static const xml_handlers styles = {style_start, style_end, NULL};
  static const xml_handlers shared = {shared_start, shared_end, shared_text};
  csheet_problem problem = read_relations(book, "", found);
  if (problem != csheet_fine) return problem == csheet_damaged ? csheet_other_file : problem;
  if (found->workbook == NULL) return csheet_other_file;
  char *part = strdup(found->workbook);
  if (part == NULL) return csheet_no_memory;
  problem = member_read(book, part, part_limit, &workbook);
  if (problem == csheet_fine && book->sheet_count == 0) problem = csheet_other_file;
  if (problem == csheet_fine) problem = read_relations(book, part, found);
  free(part);
  if (problem == csheet_fine && found->styles != NULL) {
    problem = member_read(book, found->styles, part_limit, &styles);
  }
  if (problem == csheet_fine && found->shared != NULL) {
    problem = member_read(book, found->shared, shared_limit * 4, &shared);
  }
  return problem;
}

static csheet_book *open_book(csheet_book *book, csheet_problem *problem) {
  zlib_filefunc64_def files = {
      .zopen64_file = file_open,
      .zread_file = file_read,
      .zwrite_file = file_write,
      .ztell64_file = file_tell,
      .zseek64_file = file_seek,
      .zclose_file = file_close,
      .zerror_file = file_error,
      .opaque = book,
  };
  relations found = {.book = book};
  book->archive = unzOpen2_64("", &files);
  *problem = book->archive == NULL ? csheet_damaged : read_book(book, &found);
  book->relations = NULL;
  free(found.workbook);
  free(found.shared);
  free(found.styles);
  if (*problem == csheet_fine) return book;
  csheet_close(book);
  return NULL;
}

csheet_book *csheet_open(int descriptor, csheet_problem *problem) {
  csheet_book *book = calloc(1, sizeof *book);
  off_t size = lseek(descriptor, 0, SEEK_END);
  *problem = book == NULL ? csheet_no_memory : csheet_other_file;
  if (book == NULL || size < 0) {
    free(book);
    return NULL;
  }
  book->descriptor = descriptor;
  book->size = (uint64_t)size;
  return open_book(book, problem);
}

csheet_book *csheet_open_bytes(const uint8_t *bytes, size_t count, csheet_problem *problem) {
  csheet_book *book = calloc(1, sizeof *book);
  *problem = csheet_no_memory;
  if (book == NULL) return NULL;
  book->descriptor = -1;
  book->size = count;
  book->bytes = malloc(count + 1);
  if (book->bytes == NULL) {
    free(book);
    return NULL;
  }
  memcpy(book->bytes, bytes, count);
  return open_book(book, problem);
}

void csheet_close(csheet_book *book) {
  if (book == NULL) return;
  member_end(book);
  if (book->archive != NULL) unzClose(book->archive);
  for (int index = 0; index < book->sheet_count; index++) {
    free(book->sheets[index].name);
    free(book->sheets[index].relation);
    free(book->sheets[index].path);
  }
  free(book->sheets);
  free(book->bytes);
  free(book->shared.bytes);
  free(book->shared_ends);
  free(book->styles);
  free(book->formats);
  free(book->uses);
  free(book->moves);
  free(book->merged);
  free(book->formats_met);
  free(book->cell.text.bytes);
  free(book->line.bytes);
  free(book->output.bytes);
  free(book);
}

int csheet_count(const csheet_book *book) { return book->sheet_count; }

const char *csheet_name(const csheet_book *book, int sheet) { return book->sheets[sheet].name; }

int csheet_is_hidden(const csheet_book *book, int sheet) { return book->sheets[sheet].is_hidden; }

size_t csheet_consumed(csheet_book *book) {
  size_t count = book->consumed;
  book->consumed = 0;
  return count;
}
