/* quote: price rules, compiled, over tables of bookings.
 *
 * Bookings and quotes are tables as Apache Arrow has them, lent through its C data interface and C stream interface: no
 * library of Arrow is needed, and whatever speaks Arrow (pyarrow, Polars, DuckDB, pandas, Spark) can give and take them.
 *
 *     quote_error *error;
 *     quote_rules *rules;
 *     if ((error = quote_rules_new(files, 1, NULL, &rules))) { puts(quote_error_text(error)); ... }
 *     if ((error = quote_price_stream(rules, &bookings, NULL, &quotes))) ...
 *
 * What a function gives is yours, to be given back with the function that is named beside it. A function that can fail
 * gives an error, or NULL if it succeeded; what it would have given is not touched otherwise.
 *
 * Rules may be used by any number of threads at the same time; a stream, like every Arrow stream, by one at a time. No
 * thread outlives the call that started it, nothing is printed, and nothing is read from the environment, so a process may
 * fork between two calls. A broken invariant of the engine does not end the process: the call gives an error whose id is
 * `engine-stopped`, and the rules give that same error from then on. To that end SIGILL and SIGTRAP are caught; those that
 * do not come from within a call go to whoever caught them before.
 */
#ifndef QUOTE_H
#define QUOTE_H

#include <stddef.h>
#include <stdint.h>

/* The structures of Arrow's C data interface, which every library that speaks Arrow defines alike. */
#include "carrow_abi.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What this header describes. A library with another number than yours is another one. */
#define QUOTE_ABI_VERSION 6
int quote_abi_version(void);

/* The engine's version, as a text that stays. */
const char *quote_version(void);

/* MARK: Errors */

/* Why there is nothing. To be given back with `quote_error_free`. */
typedef struct quote_error quote_error;

/* For people. Of rules that are wrong it is all that is wrong with them, each complaint with its place, the text underlined
 * and what would be right, as `quote check` prints it; of anything else a sentence. Stays as long as the error. */
const char *quote_error_text(const quote_error *error);

/* For programs: an array of diagnostics as `quote check --format json` prints it, or an object with `id` and `message`. */
const char *quote_error_json(const quote_error *error);

/* What kind of error it is: `rules` (they are wrong, and the JSON is an array), `engine-stopped`, or the id of a trouble
 * like `missing-column`. */
const char *quote_error_id(const quote_error *error);

void quote_error_free(quote_error *error);

/* MARK: Texts */

/* A text, or bytes. To be given back with `quote_text_free`. */
typedef struct quote_text quote_text;
const char *quote_text_bytes(const quote_text *text); /* A zero follows the last. */
size_t quote_text_size(const quote_text *text);       /* Without that zero. */
void quote_text_free(quote_text *text);

/* MARK: Rules */

/* Rules, compiled. To be given back with `quote_rules_free`; streams of theirs hold them for themselves. */
typedef struct quote_rules quote_rules;

/* A file that is in memory, under the name that messages and other files call it. */
typedef struct {
  const char *name;
  const void *bytes;
  size_t size;
} quote_file;

/* How rules are to be compiled. All zeros is fine. */
typedef struct {
  const char *const *overlays; /* Names of files that are laid over the rules, in this order. */
  size_t overlay_count;
  const char *const *settings; /* `PATH=VALUE`, laid over them after these. */
  size_t setting_count;
  const char *as_of;           /* The moment of quoting, as RFC 3339 has it, for rules that ask for one; or NULL. */
  int reads_disk;              /* 1: files that are not given are read from disk, relative to the working directory. */
  const void *zones;           /* Time zones that `quote_rules_zones` gave elsewhere, or NULL: then those of this machine. */
  size_t zones_size;
} quote_rules_options;

/* Compiles rules. The first file has them; the others are overlays, and what these name: areas, tables' CSV files.
 * Everything is copied. `options` may be NULL. */
quote_error *quote_rules_new(const quote_file *files, size_t file_count, const quote_rules_options *options,
                             quote_rules **rules);
void quote_rules_free(quote_rules *rules);

/* What can be said of the rules: every line's range, and warnings, as `quote check` prints them. `format` is `text`, or
 * `json` for the warnings alone. */
quote_error *quote_check(const quote_rules *rules, const char *format, quote_text **text);

/* What the rules read and what they give, as a JSON object: `name`, `title`, `currency`, `arithmetic`, `key`, `inputs`
 * (each with name, type, where it is read from, whether it may be missing, its range and its words), `lists`, `lines` and
 * `outputs`. */
quote_error *quote_describe(const quote_rules *rules, quote_text **text);

/* The time zones that the rules name, with all their transitions, as bytes: rules that are compiled with these on another
 * machine answer as they do here, whatever time-zone database is there. Empty where the rules name none. */
quote_error *quote_rules_zones(const quote_rules *rules, quote_text **zones);

/* So many bookings made up, most of which have a price, as JSON Lines; the same for the same seed. */
quote_error *quote_sample(const quote_rules *rules, size_t count, uint64_t seed, quote_text **text);

/* MARK: Tables */

/* The Arrow schema of a table that has everything the rules read, each in the type that costs least to read. */
quote_error *quote_schema_in(const quote_rules *rules, struct ArrowSchema *schema);

enum {
  QUOTE_CARRY_UNREAD = 0, /* Columns that the rules do not read go through to the quotes, beside the key. */
  QUOTE_CARRY_NONE = 1,
  QUOTE_CARRY_ALL = 2,
  QUOTE_CARRY_NAMED = 3,
};

enum {
  QUOTE_MONEY_DECIMAL = 0, /* decimal128, of as many digits as the rules prove that an amount has. */
  QUOTE_MONEY_INT64 = 1,   /* Whole numbers of the smallest place: cents. */
  QUOTE_MONEY_FLOAT64 = 2, /* The double nearest to the amount. */
};

/* How a table of bookings is to be priced. All zeros is fine. */
typedef struct {
  const char *const *columns; /* Names of the columns that quotes are to have, in this order; NULL for all. `lines` is
                               * included only if named: the lines that apply, a list of objects with line, element, amount
                               * and label. */
  size_t column_count;
  int carry;                  /* One of QUOTE_CARRY_... */
  const char *const *carried; /* Which, for QUOTE_CARRY_NAMED. */
  size_t carried_count;
  int money;                  /* One of QUOTE_MONEY_... */
  int plain_status;           /* 1: the status is a text, not a word of a dictionary. */
  int threads;                /* How many work while the next batch is asked for; 0 is 1. */
  int any_keys;               /* 1: neighbours may have the same key. For callers that price parts of a table separately. */
} quote_price_options;

/* Prices a table. `bookings` is moved: it is used up, whatever comes of it. `quotes` is a new stream with a row for every
 * row that comes, in the same order: the key, `status` (`quoted`, `declined` or `fault`), every line, `total`, every output,
 * `reasons`, `fault` (null, or an object with reason, field, value, message and rule), and the columns that are carried,
 * which are the ones that came in. No row is left out. The stream reads a batch when it is asked for one, so that memory
 * does not grow with the table. Its `get_next` gives EINVAL and a sentence where the table cannot be read any further. */
quote_error *quote_price_stream(const quote_rules *rules, struct ArrowArrayStream *bookings,
                                const quote_price_options *options, struct ArrowArrayStream *quotes);

/* What may be a slip in the columns of the bookings behind a stream that `quote_price_stream` made: a column that nobody
 * reads and whose name is close to that of an input that no column gives, and the like. A sentence a line; mostly empty. To be asked
 * before the stream is moved or released. */
quote_error *quote_stream_remarks(const struct ArrowArrayStream *quotes, quote_text **text);

/* The schema of the quotes of a table with such a schema, which is not moved. */
quote_error *quote_schema_out(const quote_rules *rules, const struct ArrowSchema *bookings,
                              const quote_price_options *options, struct ArrowSchema *schema);

/* Prices bookings that are JSON, one object a line: a quote a line, as `quote price --format jsonl` prints it. */
quote_error *quote_price_json(const quote_rules *rules, const char *bookings, size_t size, quote_text **quotes);

/* What may be a slip in such bookings: a member that nobody reads and whose name is close to that of an input which is not
 * given, a word that differs from another one by its case, and the like. A sentence a line; mostly empty. */
quote_error *quote_json_remarks(const quote_rules *rules, const char *bookings, size_t size, quote_text **text);

/* MARK: Explaining and comparing */

/* Which bookings are explained, and how. All zeros is the first one, as a text. */
typedef struct {
  const char *const *keys; /* Those with these keys. */
  size_t key_count;
  const char *format;      /* `text`, `json`, `markdown` or `html`; NULL is `text`. */
  size_t depth;            /* How many named formulas deep; 0 is 3. */
  int why_not;             /* 1: also why everything else did not apply. */
  int changes;             /* 1: also what one more, one day later or another choice would cost. */
  int for_customers;       /* 1: what a customer can be sent: labels and amounts, nothing of the rules; not as `json`. */
} quote_explain_options;

/* Explains bookings of a table, which is moved, line by line: which rule, with which values, for what reason. */
quote_error *quote_explain(const quote_rules *rules, struct ArrowArrayStream *bookings,
                           const quote_explain_options *options, quote_text **text);

/* The same of bookings that are JSON, one object a line. */
quote_error *quote_explain_json(const quote_rules *rules, const char *bookings, size_t size,
                                const quote_explain_options *options, quote_text **text);

/* Compares the quotes of a table with what somebody else answered, a table with the same keys; both are moved. `map` is the
 * text of a reference map, or NULL where the columns have the names that quotes have. The comparison is made once and
 * told in each of `format_count` formats, which are words of `quote diff --format`: `texts` has room for as many, and gets
 * what differs, how often, and why. `differs` is 1 where the comparison did not hold. */
quote_error *quote_diff(const quote_rules *rules, struct ArrowArrayStream *bookings, struct ArrowArrayStream *theirs,
                        const char *map, const char *const *formats, size_t format_count, quote_text **texts,
                        int *differs);

/* The same of what other rules make of these bookings: every line, output and reason is compared, and every total. The
 * currency of both has to be the same. */
quote_error *quote_diff_rules(const quote_rules *rules, struct ArrowArrayStream *bookings, const quote_rules *theirs,
                              const char *const *formats, size_t format_count, quote_text **texts, int *differs);

/* MARK: Streams that are there
 *
 * For callers in languages that have no use for a stream that can be read once.
 */

/* Batches of one table, kept. To be given back with `quote_batches_free`; what was lent of them stays. */
typedef struct quote_batches quote_batches;

/* Takes a stream over, of which nothing is read yet. */
quote_error *quote_batches_new(struct ArrowArrayStream *stream, quote_batches **batches);

/* Reads the next batch. `more` is 0 at the end. */
quote_error *quote_batches_read(quote_batches *batches, int *more);

/* Rows that were read. */
int64_t quote_batches_rows(const quote_batches *batches);

/* A stream of the batches that were read; as often as it is asked for. */
quote_error *quote_batches_stream(const quote_batches *batches, struct ArrowArrayStream *stream);
void quote_batches_free(quote_batches *batches);

/* A stream of one batch. Both are moved. */
quote_error *quote_stream_of(struct ArrowSchema *schema, struct ArrowArray *array, struct ArrowArrayStream *stream);

/* Memory of zeros for a stream, a schema or an array in a PyCapsule. */
void *quote_capsule_memory(size_t bytes);

/* What a PyCapsule of Arrow's names calls when nobody took what is in it: releases the stream, the schema or the array,
 * and frees its memory, which came from `quote_capsule_memory`. */
void quote_capsule_free(void *capsule);

#ifdef __cplusplus
}
#endif

#endif
