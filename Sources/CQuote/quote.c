/* The functions of quote.h, each with a guard around what Swift does. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carrow.h"
#include "cquote.h"

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int quote_abi_version(void) { return QUOTE_ABI_VERSION; }
EXPORTED const char *quote_version(void) { return cquote_version(); }

/* MARK: Errors and texts */

struct quote_error {
  char *id, *text, *json;
};

static char *copied(const char *text) {
  char *copy = strdup(text);
  if (!copy) abort();
  return copy;
}

quote_error *cquote_error(const char *id, const char *text, const char *json) {
  quote_error *error = malloc(sizeof *error);
  if (!error) abort();
  *error = (quote_error){copied(id), copied(text), copied(json)};
  return error;
}

EXPORTED const char *quote_error_text(const quote_error *error) { return error->text; }
EXPORTED const char *quote_error_json(const quote_error *error) { return error->json; }
EXPORTED const char *quote_error_id(const quote_error *error) { return error->id; }

EXPORTED void quote_error_free(quote_error *error) {
  if (!error) return;
  free(error->id);
  free(error->text);
  free(error->json);
  free(error);
}

struct quote_text {
  size_t size;
  char bytes[];
};

quote_text *cquote_text(const void *bytes, size_t size) {
  quote_text *text = malloc(sizeof *text + size + 1);
  if (!text) abort();
  text->size = size;
  if (size) memcpy(text->bytes, bytes, size);
  text->bytes[size] = 0;
  return text;
}

EXPORTED const char *quote_text_bytes(const quote_text *text) { return text->bytes; }
EXPORTED size_t quote_text_size(const quote_text *text) { return text->size; }
EXPORTED void quote_text_free(quote_text *text) { free(text); }

/* MARK: Guarded calls */

/* Held by whoever made them and by each of their streams. */
struct quote_rules {
  void *handle;
  atomic_int is_stopped;
  atomic_int holders;
};

/* A call of Swift: the function finds what it needs behind `arguments`, and leaves its error there. */
struct call {
  quote_error *(*function)(void *arguments);
  void *arguments;
  quote_error *error;
};

static void run_call(void *context) {
  struct call *call = context;
  call->error = call->function(call->arguments);
}

static quote_error *stopped(uintptr_t where) {
  Dl_info info;
  char text[256];
  uintptr_t offset = where;
  if (where && dladdr((void *)where, &info) && info.dli_fbase) offset = where - (uintptr_t)info.dli_fbase;
  snprintf(text, sizeof text,
           "the engine stopped at a broken invariant (at 0x%lx of the library, version %s); this is a bug, and these rules "
           "answer nothing from here on",
           (unsigned long)offset, quote_version());
  char json[320];
  snprintf(json, sizeof json, "{\"id\":\"engine-stopped\",\"message\":\"%s\"}", text);
  return cquote_error("engine-stopped", text, json);
}

static quote_error *guarded(quote_error *(*function)(void *), void *arguments, atomic_int *is_stopped) {
  if (is_stopped && atomic_load(is_stopped)) return stopped(0);
  struct call call = {function, arguments, NULL};
  uintptr_t where = 0;
  if (!cquote_guarded(run_call, &call, &where)) {
    if (is_stopped) atomic_store(is_stopped, 1);
    return stopped(where);
  }
  if (call.error && is_stopped && !strcmp(call.error->id, "engine-stopped")) atomic_store(is_stopped, 1);
  return call.error;
}

/* A function of quote.h, and the arguments that it hands to the one behind it. */
#define GUARDED(name, parameters, is_stopped, fields, given, call)                                                         \
  struct name##_arguments {                                                                                                \
    fields                                                                                                                 \
  };                                                                                                                       \
  static quote_error *name##_call(void *context) {                                                                         \
    const struct name##_arguments *a = context;                                                                            \
    return call;                                                                                                           \
  }                                                                                                                        \
  EXPORTED quote_error *name parameters {                                                                                  \
    struct name##_arguments arguments = given;                                                                             \
    return guarded(name##_call, &arguments, is_stopped);                                                                   \
  }
#define GIVEN(...) {__VA_ARGS__}
#define STOP(rules) ((atomic_int *)&(rules)->is_stopped)

/* MARK: Rules */

struct new_arguments {
  const quote_file *files;
  size_t file_count;
  const quote_rules_options *options;
  void *handle;
};

static quote_error *new_call(void *context) {
  struct new_arguments *a = context;
  return cquote_rules_new(a->files, a->file_count, a->options, &a->handle);
}

EXPORTED quote_error *quote_rules_new(const quote_file *files, size_t file_count, const quote_rules_options *options,
                                      quote_rules **rules) {
  const quote_rules_options plain = {0};
  struct new_arguments arguments = {files, file_count, options ? options : &plain, NULL};
  quote_error *error = guarded(new_call, &arguments, NULL);
  if (error) return error;
  quote_rules *made = malloc(sizeof *made);
  if (!made) abort();
  made->handle = arguments.handle;
  atomic_init(&made->is_stopped, 0);
  atomic_init(&made->holders, 1);
  *rules = made;
  return NULL;
}

EXPORTED void quote_rules_free(quote_rules *rules) {
  if (!rules || atomic_fetch_sub(&rules->holders, 1) > 1) return;
  /* Of rules that stopped nobody knows what is whole. */
  if (!atomic_load(&rules->is_stopped)) cquote_release(rules->handle);
  free(rules);
}

GUARDED(quote_check, (const quote_rules *rules, const char *format, quote_text **text), STOP(rules),
        void *rules; const char *format; quote_text * *text;, GIVEN(rules->handle, format ? format : "text", text),
        cquote_check(a->rules, a->format, a->text))

GUARDED(quote_describe, (const quote_rules *rules, quote_text **text), STOP(rules), void *rules; quote_text * *text;
        , GIVEN(rules->handle, text), cquote_describe(a->rules, a->text))

GUARDED(quote_rules_zones, (const quote_rules *rules, quote_text **zones), STOP(rules), void *rules; quote_text * *zones;
        , GIVEN(rules->handle, zones), cquote_zones(a->rules, a->zones))

GUARDED(quote_sample, (const quote_rules *rules, size_t count, uint64_t seed, quote_text **text), STOP(rules),
        void *rules; size_t count; uint64_t seed; quote_text * *text;, GIVEN(rules->handle, count, seed, text),
        cquote_sample(a->rules, a->count, a->seed, a->text))

GUARDED(quote_schema_in, (const quote_rules *rules, struct ArrowSchema *schema), STOP(rules), void *rules;
        struct ArrowSchema * schema;, GIVEN(rules->handle, schema), cquote_schema_in(a->rules, a->schema))

GUARDED(quote_price_json, (const quote_rules *rules, const char *bookings, size_t size, quote_text **quotes), STOP(rules),
        void *rules; const char *bookings; size_t size; quote_text * *quotes;
        , GIVEN(rules->handle, bookings, size, quotes), cquote_price_json(a->rules, a->bookings, a->size, a->quotes))

GUARDED(quote_json_remarks, (const quote_rules *rules, const char *bookings, size_t size, quote_text **text), STOP(rules),
        void *rules; const char *bookings; size_t size; quote_text * *text;
        , GIVEN(rules->handle, bookings, size, text), cquote_json_remarks(a->rules, a->bookings, a->size, a->text))

static const quote_explain_options plain_explanation = {0};

GUARDED(quote_explain,
        (const quote_rules *rules, struct ArrowArrayStream *bookings, const quote_explain_options *options,
         quote_text **text),
        STOP(rules), void *rules; struct ArrowArrayStream * bookings; const quote_explain_options *options;
        quote_text * *text;, GIVEN(rules->handle, bookings, options ? options : &plain_explanation, text),
        cquote_explain(a->rules, a->bookings, a->options, a->text))

GUARDED(quote_explain_json,
        (const quote_rules *rules, const char *bookings, size_t size, const quote_explain_options *options,
         quote_text **text),
        STOP(rules), void *rules; const char *bookings; size_t size; const quote_explain_options *options;
        quote_text * *text;, GIVEN(rules->handle, bookings, size, options ? options : &plain_explanation, text),
        cquote_explain_json(a->rules, a->bookings, a->size, a->options, a->text))

GUARDED(quote_diff,
        (const quote_rules *rules, struct ArrowArrayStream *bookings, struct ArrowArrayStream *theirs, const char *map,
         const char *const *formats, size_t format_count, quote_text **texts, int *differs),
        STOP(rules), void *rules; struct ArrowArrayStream * bookings; struct ArrowArrayStream * theirs; const char *map;
        const char *const *formats; size_t format_count; quote_text * *texts; int *differs;
        , GIVEN(rules->handle, bookings, theirs, map, formats, format_count, texts, differs),
        cquote_diff(a->rules, a->bookings, a->theirs, a->map, a->formats, a->format_count, a->texts, a->differs))

GUARDED(quote_diff_rules,
        (const quote_rules *rules, struct ArrowArrayStream *bookings, const quote_rules *theirs, const char *const *formats,
         size_t format_count, quote_text **texts, int *differs),
        STOP(rules), void *rules; struct ArrowArrayStream * bookings; void *theirs; const char *const *formats;
        size_t format_count; quote_text * *texts; int *differs;
        , GIVEN(rules->handle, bookings, theirs->handle, formats, format_count, texts, differs),
        cquote_diff_rules(a->rules, a->bookings, a->theirs, a->formats, a->format_count, a->texts, a->differs))

/* MARK: Priced streams */

struct priced {
  void *handle;
  quote_error *error;
  quote_rules *rules;
  int is_broken;
};

static const quote_price_options plain_pricing = {0};

struct open_arguments {
  void *rules;
  struct ArrowArrayStream *bookings;
  const quote_price_options *options;
  void *handle;
};

static quote_error *open_call(void *context) {
  struct open_arguments *a = context;
  return cquote_stream_new(a->rules, a->bookings, a->options, &a->handle);
}

struct schema_arguments {
  void *handle;
  struct ArrowSchema *schema;
};

static quote_error *schema_call(void *context) {
  struct schema_arguments *a = context;
  return cquote_stream_schema(a->handle, a->schema);
}

struct next_arguments {
  void *handle;
  struct ArrowArray *array;
};

static quote_error *next_call(void *context) {
  struct next_arguments *a = context;
  return cquote_stream_next(a->handle, a->array);
}

static int kept_error(struct priced *priced, quote_error *error) {
  if (!error) return 0;
  quote_error_free(priced->error);
  priced->error = error;
  priced->is_broken = 1;
  return EINVAL;
}

static int priced_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema) {
  struct priced *priced = stream->private_data;
  struct schema_arguments arguments = {priced->handle, schema};
  return kept_error(priced, guarded(schema_call, &arguments, STOP(priced->rules)));
}

static int priced_next(struct ArrowArrayStream *stream, struct ArrowArray *array) {
  struct priced *priced = stream->private_data;
  /* What failed once has no next batch. */
  if (priced->is_broken) return EINVAL;
  memset(array, 0, sizeof *array);
  struct next_arguments arguments = {priced->handle, array};
  return kept_error(priced, guarded(next_call, &arguments, STOP(priced->rules)));
}

static const char *priced_error(struct ArrowArrayStream *stream) {
  const struct priced *priced = stream->private_data;
  return priced->error ? priced->error->text : NULL;
}

static void release_priced(struct ArrowArrayStream *stream) {
  struct priced *priced = stream->private_data;
  if (!atomic_load(&priced->rules->is_stopped)) cquote_release(priced->handle);
  quote_error_free(priced->error);
  quote_rules_free(priced->rules);
  free(priced);
  stream->release = NULL;
}

EXPORTED quote_error *quote_price_stream(const quote_rules *rules, struct ArrowArrayStream *bookings,
                                         const quote_price_options *options, struct ArrowArrayStream *quotes) {
  struct open_arguments arguments = {rules->handle, bookings, options ? options : &plain_pricing, NULL};
  quote_error *error = guarded(open_call, &arguments, STOP(rules));
  if (error) {
    if (bookings->release) bookings->release(bookings);
    return error;
  }
  struct priced *priced = calloc(1, sizeof *priced);
  if (!priced) abort();
  priced->handle = arguments.handle;
  priced->rules = (quote_rules *)rules;
  atomic_fetch_add(&priced->rules->holders, 1);
  *quotes = (struct ArrowArrayStream){priced_schema, priced_next, priced_error, release_priced, priced};
  return NULL;
}

static quote_error *broken_schema(void) {
  return cquote_error("broken-arrow", "the table is not complete Arrow data: its schema lacks a type or a child, or is too deep",
                      "{\"id\":\"broken-arrow\",\"message\":\"the table is not complete Arrow data: its schema lacks a type or "
                      "a child, or is too deep\"}");
}

EXPORTED quote_error *quote_schema_out(const quote_rules *rules, const struct ArrowSchema *bookings,
                                       const quote_price_options *options, struct ArrowSchema *schema) {
  struct ArrowArrayStream nothing;
  if (!carrow_stream_of_shared(bookings, NULL, 0, &nothing)) return broken_schema();
  struct ArrowArrayStream quotes;
  quote_error *error = quote_price_stream(rules, &nothing, options, &quotes);
  if (error) return error;
  struct schema_arguments arguments = {((struct priced *)quotes.private_data)->handle, schema};
  error = guarded(schema_call, &arguments, STOP(rules));
  quotes.release(&quotes);
  return error;
}

struct remarks_arguments {
  void *handle;
  quote_text **text;
};

static quote_error *remarks_call(void *context) {
  struct remarks_arguments *a = context;
  return cquote_stream_remarks(a->handle, a->text);
}

EXPORTED quote_error *quote_stream_remarks(const struct ArrowArrayStream *quotes, quote_text **text) {
  if (!quotes->release || quotes->get_next != priced_next)
    return cquote_error("no-stream", "this is not a stream of quotes that is still there",
                        "{\"id\":\"no-stream\",\"message\":\"this is not a stream of quotes that is still there\"}");
  struct priced *priced = quotes->private_data;
  struct remarks_arguments arguments = {priced->handle, text};
  return guarded(remarks_call, &arguments, STOP(priced->rules));
}

/* MARK: Batches that are kept */

struct quote_batches {
  struct ArrowArrayStream stream;
  struct ArrowSchema schema;
  carrow_shared **batches;
  size_t count, room;
  int64_t rows;
};

static quote_error *failed(struct ArrowArrayStream *stream) {
  const char *text = stream->get_last_error ? stream->get_last_error(stream) : NULL;
  if (!text) text = "the table's stream failed, and nobody says why";
  /* A stream of ours has the error itself. */
  if (stream->get_next == priced_next) {
    const struct priced *priced = stream->private_data;
    if (priced->error) return cquote_error(priced->error->id, priced->error->text, priced->error->json);
  }
  return cquote_error("stream-failed", text, "{\"id\":\"stream-failed\",\"message\":\"the table's stream failed\"}");
}

EXPORTED quote_error *quote_batches_new(struct ArrowArrayStream *stream, quote_batches **batches) {
  quote_batches *made = calloc(1, sizeof *made);
  if (!made) abort();
  made->stream = *stream;
  stream->release = NULL;
  if (made->stream.get_schema(&made->stream, &made->schema)) {
    quote_error *error = failed(&made->stream);
    quote_batches_free(made);
    return error;
  }
  *batches = made;
  return NULL;
}

EXPORTED quote_error *quote_batches_read(quote_batches *batches, int *more) {
  struct ArrowArray array;
  memset(&array, 0, sizeof array);
  if (!batches->stream.release) {
    *more = 0;
    return NULL;
  }
  if (batches->stream.get_next(&batches->stream, &array)) return failed(&batches->stream);
  *more = array.release != NULL;
  if (!*more) {
    batches->stream.release(&batches->stream);
    batches->stream.release = NULL;
    return NULL;
  }
  if (batches->count == batches->room) {
    batches->room = batches->room ? 2 * batches->room : 16;
    batches->batches = realloc(batches->batches, batches->room * sizeof *batches->batches);
    if (!batches->batches) abort();
  }
  batches->rows += array.length;
  batches->batches[batches->count] = carrow_share(&array);
  if (!batches->batches[batches->count++]) abort();
  return NULL;
}

EXPORTED int64_t quote_batches_rows(const quote_batches *batches) { return batches->rows; }

EXPORTED quote_error *quote_batches_stream(const quote_batches *batches, struct ArrowArrayStream *stream) {
  if (!carrow_stream_of_shared(&batches->schema, batches->batches, batches->count, stream)) abort();
  return NULL;
}

EXPORTED void quote_batches_free(quote_batches *batches) {
  if (!batches) return;
  if (batches->stream.release) batches->stream.release(&batches->stream);
  if (batches->schema.release) batches->schema.release(&batches->schema);
  for (size_t i = 0; i < batches->count; i++) carrow_drop(batches->batches[i]);
  free(batches->batches);
  free(batches);
}

EXPORTED quote_error *quote_stream_of(struct ArrowSchema *schema, struct ArrowArray *array,
                                      struct ArrowArrayStream *stream) {
  return carrow_stream_of(schema, array, stream) ? NULL : broken_schema();
}

/* MARK: PyCapsules
 *
 * Python's own functions are looked for in the process at hand, so that the library belongs to no version of Python.
 */

EXPORTED void *quote_capsule_memory(size_t bytes) {
  void *memory = calloc(1, bytes);
  if (!memory) abort();
  return memory;
}

EXPORTED void quote_capsule_free(void *capsule) {
  void *(*const get)(void *, const char *) = (void *(*)(void *, const char *))dlsym(RTLD_DEFAULT, "PyCapsule_GetPointer");
  const char *(*const name_of)(void *) = (const char *(*)(void *))dlsym(RTLD_DEFAULT, "PyCapsule_GetName");
  const char *name = get && name_of ? name_of(capsule) : NULL;
  void *held = name ? get(capsule, name) : NULL;
  if (!held) return;
  if (!strcmp(name, "arrow_array_stream")) {
    struct ArrowArrayStream *stream = held;
    if (stream->release) stream->release(stream);
  } else if (!strcmp(name, "arrow_schema")) {
    struct ArrowSchema *schema = held;
    if (schema->release) schema->release(schema);
  } else if (!strcmp(name, "arrow_array")) {
    struct ArrowArray *array = held;
    if (array->release) array->release(array);
  }
  free(held);
}
