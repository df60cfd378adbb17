/* Arrays and schemas that are ours, and arrays of others that several borrow from. */
#ifndef CARROW_MADE_H
#define CARROW_MADE_H

#include <stddef.h>
#include <stdint.h>

#include "carrow_abi.h"

/* Memory for a buffer, aligned to 64 bytes and with 64 more behind it, which `carrow_give` hands over to an array: whatever is
 * in it, or all zeros; and its return where nothing came of it. What large buffers were is kept for the next ones, 64 MiB at
 * most. */
void *carrow_memory(size_t bytes);
void *carrow_zeros(size_t bytes);
void carrow_forget(void *memory);
/* How many bytes wait to be used again. */
size_t carrow_waiting(void);

/* An array with so many buffers, children and, if it is to have one, a dictionary: all of them still empty. Gives 0 where
 * there is no memory. */
int carrow_make(struct ArrowArray *to, int64_t length, int64_t null_count, int64_t buffers, int64_t children,
                int has_dictionary);
void carrow_give(struct ArrowArray *array, size_t index, void *memory);

/* A schema with so many empty children. Texts are copied. */
int carrow_schema(struct ArrowSchema *to, const char *format, const char *name, int64_t flags, int64_t children,
                  int has_dictionary);

/* Schemas of somebody else are no deeper than this, and none has more children. */
enum { CARROW_DEPTH = 64, CARROW_CHILDREN = 1 << 20 };

/* Whether a schema has a format everywhere and as many children as it says, none of them missing. */
int carrow_has_form(const struct ArrowSchema *schema);

/* All of a schema, its metadata with it, under another name if one is given. Gives 0 also where it has not that form. */
int carrow_copy_schema(struct ArrowSchema *to, const struct ArrowSchema *from, const char *name);

/* An array that goes when the last one who borrows from it does. */
typedef struct carrow_shared carrow_shared;

/* Moves an array there; the one who did so is the first to hold it. */
carrow_shared *carrow_share(struct ArrowArray *array);
const struct ArrowArray *carrow_shared_array(const carrow_shared *shared);
void carrow_retain(carrow_shared *shared);
void carrow_drop(carrow_shared *shared);

/* Rows of one array in it, or of the whole, as an array that holds the rest for as long as it lives. */
int carrow_borrow(carrow_shared *shared, const struct ArrowArray *from, int64_t first, int64_t count,
                  struct ArrowArray *to);

/* A stream of nothing but one batch; both are moved. Like the next one it gives 0 where the schema has no form. */
int carrow_stream_of(struct ArrowSchema *schema, struct ArrowArray *array, struct ArrowArrayStream *to);

/* A stream of batches that several may borrow. */
int carrow_stream_of_shared(const struct ArrowSchema *schema, carrow_shared *const *batches, size_t count,
                            struct ArrowArrayStream *to);

#endif
