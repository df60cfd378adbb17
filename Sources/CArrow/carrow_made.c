#include "carrow_made.h"

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static size_t room(size_t bytes) { return (bytes + 63) / 64 * 64 + 64; }

/* MARK: Memory that waits
 *
 * Large buffers that consumers gave back wait for the next batch. To ask the system for as many pages again, and to have it clear
 * them, would take about as long as pricing does, and longer where two threads ask. There is no lock, so that a process may fork
 * at any moment; a place is taken and filled by exchanging what stands in it.
 */

enum { WAITING_PLACES = 32 };
static const size_t waiting_least = 64 << 10, waiting_most = 64 << 20; /* Of one buffer; of all together. */
static _Atomic(void *) waiting[WAITING_PLACES];
static atomic_size_t waiting_bytes;

static void let_go(void *memory, size_t size) {
  atomic_fetch_sub_explicit(&waiting_bytes, size, memory_order_relaxed);
  free(memory);
}

/* Puts memory into a free place; 0 where there is none. */
static int put_waiting(void *memory) {
  for (int i = 0; i < WAITING_PLACES; i++) {
    void *nothing = NULL;
    if (atomic_compare_exchange_strong_explicit(&waiting[i], &nothing, memory, memory_order_release, memory_order_relaxed))
      return 1;
  }
  return 0;
}

/* Memory for so many bytes, and for not many times as many; NULL where none waits. */
static void *take_waiting(size_t bytes) {
  for (int i = 0; i < WAITING_PLACES; i++) {
    if (!atomic_load_explicit(&waiting[i], memory_order_relaxed)) continue;
    void *memory = atomic_exchange_explicit(&waiting[i], NULL, memory_order_acquire);
    if (!memory) continue;
    const size_t size = malloc_usable_size(memory);
    if (size >= bytes && size / 4 <= bytes) {
      atomic_fetch_sub_explicit(&waiting_bytes, size, memory_order_relaxed);
      return memory;
    }
    if (!put_waiting(memory)) let_go(memory, size);
  }
  return NULL;
}

#if __has_feature(address_sanitizer)
enum { LETS_WAIT = 0 }; /* Whoever reads what was given back is to be found. */
#else
enum { LETS_WAIT = 1 };
#endif

void *carrow_memory(size_t bytes) {
  const size_t size = room(bytes);
  void *memory = size >= waiting_least ? take_waiting(size) : NULL;
  return memory ? memory : aligned_alloc(64, size);
}

void *carrow_zeros(size_t bytes) {
  void *memory = carrow_memory(bytes);
  if (memory) memset(memory, 0, room(bytes));
  return memory;
}

void carrow_forget(void *memory) {
  const size_t size = memory ? malloc_usable_size(memory) : 0;
  if (!LETS_WAIT || size < waiting_least) return free(memory);
  const size_t others = atomic_fetch_add_explicit(&waiting_bytes, size, memory_order_relaxed);
  if (others + size > waiting_most) return let_go(memory, size);
  if (put_waiting(memory)) return;
  /* All places are taken: in one after the other, what was given back last is the likelier to be asked for. */
  static atomic_uint turn;
  const unsigned place = atomic_fetch_add_explicit(&turn, 1, memory_order_relaxed) % WAITING_PLACES;
  void *older = atomic_exchange_explicit(&waiting[place], memory, memory_order_acq_rel);
  if (older) let_go(older, malloc_usable_size(older));
}

size_t carrow_waiting(void) { return atomic_load_explicit(&waiting_bytes, memory_order_relaxed); }

/* MARK: What is below an array or a schema
 *
 * Children and dictionary of one that is ours lie in one piece of memory, whose address stands behind the last child.
 */

#define NEW_BELOW(parent, count, has_dictionary)                                                                           \
  ({                                                                                                                       \
    const size_t count_ = (size_t)(count);                                                                                 \
    __typeof__((parent)->dictionary) parts_ = calloc(count_ + 1, sizeof *parts_);                                          \
    (parent)->children = calloc(count_ + 1, sizeof *(parent)->children);                                                   \
    const int is_made_ = parts_ && (parent)->children;                                                                     \
    if (is_made_) {                                                                                                        \
      for (size_t i_ = 0; i_ <= count_; i_++) (parent)->children[i_] = parts_ + (i_ < count_ ? i_ : 0);                    \
      if (has_dictionary) (parent)->dictionary = parts_ + count_;                                                          \
      (parent)->n_children = (int64_t)count_;                                                                              \
    } else {                                                                                                               \
      free(parts_);                                                                                                        \
      free((parent)->children);                                                                                            \
      (parent)->children = NULL;                                                                                           \
    }                                                                                                                      \
    is_made_;                                                                                                              \
  })

#define RELEASE_BELOW(parent)                                                                                              \
  do {                                                                                                                     \
    if (!(parent)->children) break;                                                                                        \
    for (int64_t i_ = 0; i_ < (parent)->n_children; i_++)                                                                  \
      if ((parent)->children[i_]->release) (parent)->children[i_]->release((parent)->children[i_]);                        \
    if ((parent)->dictionary && (parent)->dictionary->release) (parent)->dictionary->release((parent)->dictionary);        \
    free((parent)->children[(parent)->n_children]);                                                                        \
    free((parent)->children);                                                                                              \
  } while (0)

/* MARK: Arrays of our own */

static void release_array(struct ArrowArray *array) {
  RELEASE_BELOW(array);
  /* What we were given stands in a list of its own: consumers may change `buffers`. */
  void **owned = array->private_data;
  if (owned)
    for (int64_t i = 0; i < array->n_buffers; i++) carrow_forget(owned[i]);
  free(owned);
  free(array->buffers);
  array->release = NULL;
}

int carrow_make(struct ArrowArray *to, int64_t length, int64_t null_count, int64_t buffers, int64_t children,
                int has_dictionary) {
  *to = (struct ArrowArray){.length = length, .null_count = null_count, .n_buffers = buffers, .release = release_array};
  to->buffers = calloc((size_t)buffers + 1, sizeof *to->buffers);
  to->private_data = calloc((size_t)buffers + 1, sizeof(void *));
  if (to->buffers && to->private_data && NEW_BELOW(to, children, has_dictionary)) return 1;
  release_array(to);
  return 0;
}

void carrow_give(struct ArrowArray *array, size_t index, void *memory) {
  ((void **)array->private_data)[index] = memory;
  array->buffers[index] = memory;
}

/* MARK: Schemas */

static void release_schema(struct ArrowSchema *schema) {
  RELEASE_BELOW(schema);
  free((void *)schema->format);
  free((void *)schema->name);
  free((void *)schema->metadata);
  schema->release = NULL;
}

int carrow_schema(struct ArrowSchema *to, const char *format, const char *name, int64_t flags, int64_t children,
                  int has_dictionary) {
  *to = (struct ArrowSchema){.flags = flags, .release = release_schema};
  to->format = strdup(format);
  to->name = strdup(name ? name : "");
  if (to->format && to->name && NEW_BELOW(to, children, has_dictionary)) return 1;
  release_schema(to);
  return 0;
}

static int has_form(const struct ArrowSchema *schema, int depth) {
  if (!schema || !schema->format || depth > CARROW_DEPTH) return 0;
  if (schema->n_children < 0 || schema->n_children > CARROW_CHILDREN || (schema->n_children && !schema->children)) return 0;
  for (int64_t i = 0; i < schema->n_children; i++)
    if (!has_form(schema->children[i], depth + 1)) return 0;
  return !schema->dictionary || has_form(schema->dictionary, depth + 1);
}

int carrow_has_form(const struct ArrowSchema *schema) { return has_form(schema, 0); }

/* Nothing says how long metadata are but they themselves: 0 where they say what cannot be. */
static size_t metadata_size(const char *metadata) {
  int32_t pairs;
  memcpy(&pairs, metadata, 4);
  if (pairs < 0) return 0;
  size_t at = 4;
  for (int64_t i = 0; i < 2 * (int64_t)pairs; i++) {
    int32_t length;
    memcpy(&length, metadata + at, 4);
    if (length < 0) return 0;
    at += 4 + (size_t)length;
  }
  return at;
}

static int copy_schema(struct ArrowSchema *to, const struct ArrowSchema *from, const char *name) {
  if (!carrow_schema(to, from->format, name ? name : from->name, from->flags, from->n_children, from->dictionary != NULL))
    return 0;
  int is_whole = 1;
  const size_t size = from->metadata ? metadata_size(from->metadata) : 0;
  if (size) {
    char *copy = malloc(size);
    is_whole = copy != NULL;
    if (copy) memcpy(copy, from->metadata, size);
    to->metadata = copy;
  }
  for (int64_t i = 0; i < from->n_children && is_whole; i++)
    is_whole = copy_schema(to->children[i], from->children[i], NULL);
  if (is_whole && from->dictionary) is_whole = copy_schema(to->dictionary, from->dictionary, NULL);
  if (!is_whole) release_schema(to);
  return is_whole;
}

int carrow_copy_schema(struct ArrowSchema *to, const struct ArrowSchema *from, const char *name) {
  return carrow_has_form(from) && copy_schema(to, from, name);
}

/* MARK: Arrays of others */

struct carrow_shared {
  atomic_size_t holders;
  struct ArrowArray array;
};

carrow_shared *carrow_share(struct ArrowArray *array) {
  carrow_shared *shared = malloc(sizeof *shared);
  if (!shared) return NULL;
  atomic_init(&shared->holders, 1);
  shared->array = *array;
  array->release = NULL;
  return shared;
}

const struct ArrowArray *carrow_shared_array(const carrow_shared *shared) { return &shared->array; }

void carrow_retain(carrow_shared *shared) { atomic_fetch_add_explicit(&shared->holders, 1, memory_order_relaxed); }

void carrow_drop(carrow_shared *shared) {
  if (atomic_fetch_sub_explicit(&shared->holders, 1, memory_order_acq_rel) > 1) return;
  if (shared->array.release) shared->array.release(&shared->array);
  free(shared);
}

static void release_borrowed(struct ArrowArray *array) {
  RELEASE_BELOW(array);
  free(array->buffers);
  carrow_drop(array->private_data);
  array->release = NULL;
}

int carrow_borrow(carrow_shared *shared, const struct ArrowArray *from, int64_t first, int64_t count,
                  struct ArrowArray *to) {
  *to = *from;
  to->offset = from->offset + first;
  to->length = count;
  if (from->null_count != 0 && (first != 0 || count != from->length)) to->null_count = -1;
  to->n_children = 0;
  to->children = NULL;
  to->dictionary = NULL;
  to->release = release_borrowed;
  to->private_data = shared;
  carrow_retain(shared);
  to->buffers = calloc((size_t)from->n_buffers + 1, sizeof *to->buffers);
  int is_whole = to->buffers && NEW_BELOW(to, from->n_children, from->dictionary != NULL);
  if (is_whole && from->n_buffers)
    memcpy(to->buffers, from->buffers, (size_t)from->n_buffers * sizeof *to->buffers);
  for (int64_t i = 0; i < from->n_children && is_whole; i++)
    is_whole = carrow_borrow(shared, from->children[i], 0, from->children[i]->length, to->children[i]);
  if (is_whole && from->dictionary)
    is_whole = carrow_borrow(shared, from->dictionary, 0, from->dictionary->length, to->dictionary);
  if (!is_whole) release_borrowed(to);
  return is_whole;
}

/* MARK: Streams of what is there */

struct held {
  struct ArrowSchema schema;
  carrow_shared **batches;
  size_t count, next;
};

static int held_schema(struct ArrowArrayStream *stream, struct ArrowSchema *to) {
  const struct held *held = stream->private_data;
  return carrow_copy_schema(to, &held->schema, NULL) ? 0 : ENOMEM;
}

static int held_next(struct ArrowArrayStream *stream, struct ArrowArray *to) {
  struct held *held = stream->private_data;
  if (held->next == held->count) {
    memset(to, 0, sizeof *to);
    return 0;
  }
  carrow_shared *shared = held->batches[held->next];
  if (!carrow_borrow(shared, &shared->array, 0, shared->array.length, to)) return ENOMEM;
  held->next++;
  return 0;
}

static const char *held_error(struct ArrowArrayStream *stream) {
  (void)stream;
  return "there is no memory left";
}

static void release_held(struct ArrowArrayStream *stream) {
  struct held *held = stream->private_data;
  for (size_t i = 0; i < held->count; i++) carrow_drop(held->batches[i]);
  if (held->schema.release) held->schema.release(&held->schema);
  free(held->batches);
  free(held);
  stream->release = NULL;
}

int carrow_stream_of_shared(const struct ArrowSchema *schema, carrow_shared *const *batches, size_t count,
                            struct ArrowArrayStream *to) {
  struct held *held = calloc(1, sizeof *held);
  carrow_shared **kept = calloc(count + 1, sizeof *kept);
  if (!held || !kept || !carrow_copy_schema(&held->schema, schema, NULL)) {
    free(held);
    free(kept);
    return 0;
  }
  for (size_t i = 0; i < count; i++) {
    kept[i] = batches[i];
    carrow_retain(kept[i]);
  }
  held->batches = kept;
  held->count = count;
  *to = (struct ArrowArrayStream){held_schema, held_next, held_error, release_held, held};
  return 1;
}

int carrow_stream_of(struct ArrowSchema *schema, struct ArrowArray *array, struct ArrowArrayStream *to) {
  carrow_shared *shared = carrow_share(array);
  const int is_made = shared && carrow_stream_of_shared(schema, &shared, 1, to);
  if (shared) carrow_drop(shared);
  if (schema->release) schema->release(schema);
  return is_made;
}
