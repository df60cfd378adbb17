/* Between the C functions of quote.h and the Swift functions behind them. Not for others. */
#ifndef CQUOTE_H
#define CQUOTE_H

#include "quote.h"

/* The Swift functions; each gives an error or NULL. A `handle` is an object that Swift holds. */
quote_error *cquote_rules_new(const quote_file *files, size_t file_count, const quote_rules_options *options,
                              void **handle);
void cquote_release(void *handle);
const char *cquote_version(void);
quote_error *cquote_check(void *rules, const char *format, quote_text **text);
quote_error *cquote_describe(void *rules, quote_text **text);
quote_error *cquote_zones(void *rules, quote_text **zones);
quote_error *cquote_sample(void *rules, size_t count, uint64_t seed, quote_text **text);
quote_error *cquote_schema_in(void *rules, struct ArrowSchema *schema);
quote_error *cquote_price_json(void *rules, const char *bookings, size_t size, quote_text **quotes);
quote_error *cquote_json_remarks(void *rules, const char *bookings, size_t size, quote_text **text);
quote_error *cquote_explain(void *rules, struct ArrowArrayStream *bookings, const quote_explain_options *options,
                            quote_text **text);
quote_error *cquote_explain_json(void *rules, const char *bookings, size_t size, const quote_explain_options *options,
                                 quote_text **text);
quote_error *cquote_diff(void *rules, struct ArrowArrayStream *bookings, struct ArrowArrayStream *theirs, const char *map,
                         const char *const *formats, size_t format_count, quote_text **texts, int *differs);
quote_error *cquote_diff_rules(void *rules, struct ArrowArrayStream *bookings, void *theirs, const char *const *formats,
                               size_t format_count, quote_text **texts, int *differs);
quote_error *cquote_stream_new(void *rules, struct ArrowArrayStream *bookings, const quote_price_options *options,
                               void **stream);
quote_error *cquote_stream_schema(void *stream, struct ArrowSchema *schema);
quote_error *cquote_stream_remarks(void *stream, quote_text **text);
/* At the end the array has no `release`. */
quote_error *cquote_stream_next(void *stream, struct ArrowArray *array);

/* What Swift makes errors and texts with; everything is copied. */
quote_error *cquote_error(const char *id, const char *text, const char *json);
quote_text *cquote_text(const void *bytes, size_t size);

/* Calls `work` for 0 and so on beside each other, each in a thread but the first, and comes back when all have. Gives 0
 * where one of them stopped at a broken invariant. */
int cquote_each(size_t count, void (*work)(void *context, size_t index), void *context);

/* Calls `work`, and gives 0 where it stopped at a broken invariant, with where that was. */
int cquote_guarded(void (*work)(void *context), void *context, uintptr_t *where);

#endif
