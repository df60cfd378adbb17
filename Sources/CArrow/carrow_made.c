#include "carrow_made.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void *carrow_memory(size_t bytes) {
  const size_t rounded = (bytes + 63) / 64 * 64 + 64;
  void *memory = aligned_alloc(64, rounded);
  if (memory) memset(memory, 0, rounded);
  return memory;
}

void carrow_forget(void *memory) { free(memory); }

/* MARK: Arrays of our own */

static void release_array(struct ArrowArray *array) {
  for (int64_t i = 0; i < array->n_children; i++) {
    if (array->children[i]->release) array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  if (array->dictionary) {
    if (array->dictionary->release) array->dictionary->release(array->dictionary);
    free(array->dictionary);
  }
  /* What we were given stands in a list of its own: consumers may change `buffers`. */
  void **owned = array->private_data;
  for (int64_t i = 0; i < array->n_buffers; i++) free(owned[i]);
  free(owned);
  free(array->buffers);
  free(array->children);
  array->release = NULL;
}

int carrow_make(struct ArrowArray *to, int64_t length, int64_t null_count, int64_t buffers, int64_t children,
                int has_dictionary) {
  memset(to, 0, sizeof *to);
  to->length = length;
  to->null_count = null_count;
  to->n_buffers = buffers;
  to->buffers = calloc((size_t)buffers + 1, sizeof *to->buffers);
  to->children = calloc((size_t)children + 1, sizeof *to->children);
  to->private_data = calloc((size_t)buffers + 1, sizeof(void *));
  to->release = release_array;
  if (!to->buffers || !to->children || !to->private_data) {
    to->n_buffers = to->private_data ? buffers : 0;
    release_array(to);
    return 0;
  }
  for (int64_t i = 0; i < children; i++) {
    to->children[i] = calloc(1, sizeof **to->children);
    if (!to->children[i]) {
      release_array(to);
      return 0;
    }
    to->n_children = i + 1;
  }
  if (has_dictionary && !(to->dictionary = calloc(1, sizeof *to->dictionary))) {
    release_array(to);
    return 0;
  }
  return 1;
}

void carrow_give(struct ArrowArray *array, size_t index, void *memory) {
  ((void **)array->private_data)[index] = memory;
  array->buffers[index] = memory;
}

/* MARK: Schemas */

static void release_schema(struct ArrowSchema *schema) {
  for (int64_t i = 0; i < schema->n_children; i++) {
    if (schema->children[i]->release) schema->children[i]->release(schema->children[i]);
    free(schema->children[i]);
  }
  if (schema->dictionary) {
    if (schema->dictionary->release) schema->dictionary->release(schema->dictionary);
    free(schema->dictionary);
  }
  free((void *)schema->format);
  free((void *)schema->name);
  free((void *)schema->metadata);
  free(schema->children);
  schema->release = NULL;
}

int carrow_schema(struct ArrowSchema *to, const char *format, const char *name, int64_t flags, int64_t children,
                  int has_dictionary) {
  memset(to, 0, sizeof *to);
  to->release = release_schema;
  to->flags = flags;
  to->format = strdup(format);
  to->name = strdup(name ? name : "");
  to->children = calloc((size_t)children + 1, sizeof *to->children);
  if (!to->format || !to->name || !to->children) {
    release_schema(to);
    return 0;
  }
  for (int64_t i = 0; i < children; i++) {
    to->children[i] = calloc(1, sizeof **to->children);
    if (!to->children[i]) {
      release_schema(to);
      return 0;
    }
    to->n_children = i + 1;
  }
  if (has_dictionary && !(to->dictionary = calloc(1, sizeof *to->dictionary))) {
    release_schema(to);
    return 0;
  }
  return 1;
}

static size_t metadata_size(const char *metadata) {
  int32_t pairs;
  memcpy(&pairs, metadata, 4);
  size_t at = 4;
  for (int32_t i = 0; i < 2 * pairs; i++) {
    int32_t length;
    memcpy(&length, metadata + at, 4);
    at += 4 + (size_t)length;
  }
  return at;
}

int carrow_copy_schema(struct ArrowSchema *to, const struct ArrowSchema *from, const char *name) {
  if (!carrow_schema(to, from->format, name ? name : from->name, from->flags, from->n_children, from->dictionary != NULL))
    return 0;
  if (from->metadata) {
    const size_t size = metadata_size(from->metadata);
    char *copy = malloc(size);
    if (!copy) {
      release_schema(to);
      return 0;
    }
    memcpy(copy, from->metadata, size);
    to->metadata = copy;
  }
  int is_whole = 1;
  for (int64_t i = 0; i < from->n_children && is_whole; i++)
    is_whole = carrow_copy_schema(to->children[i], from->children[i], NULL);
  if (is_whole && from->dictionary) is_whole = carrow_copy_schema(to->dictionary, from->dictionary, NULL);
  if (!is_whole) release_schema(to);
  return is_whole;
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
  for (int64_t i = 0; i < array->n_children; i++) {
    if (array->children[i]->release) array->children[i]->release(array->children[i]);
    free(array->children[i]);
  }
  if (array->dictionary) {
    if (array->dictionary->release) array->dictionary->release(array->dictionary);
    free(array->dictionary);
  }
  free(array->children);
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
  to->dictionary = NULL;
  to->buffers = calloc((size_t)from->n_buffers + 1, sizeof *to->buffers);
  to->children = calloc((size_t)from->n_children + 1, sizeof *to->children);
  to->release = release_borrowed;
  to->private_data = shared;
  carrow_retain(shared);
  if (!to->buffers || !to->children) {
    release_borrowed(to);
    return 0;
  }
  if (from->n_buffers) memcpy(to->buffers, from->buffers, (size_t)from->n_buffers * sizeof *to->buffers);
  for (int64_t i = 0; i < from->n_children; i++) {
    struct ArrowArray *child = to->children[i] = calloc(1, sizeof *child);
    if (!child || !carrow_borrow(shared, from->children[i], 0, from->children[i]->length, child)) {
      free(child);
      release_borrowed(to);
      return 0;
    }
    to->n_children = i + 1;
  }
  if (from->dictionary) {
    to->dictionary = calloc(1, sizeof *to->dictionary);
    if (!to->dictionary || !carrow_borrow(shared, from->dictionary, 0, from->dictionary->length, to->dictionary)) {
      free(to->dictionary);
      to->dictionary = NULL;
      release_borrowed(to);
      return 0;
    }
  }
  return 1;
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
  if (!shared) return 0;
  const int is_made = carrow_stream_of_shared(schema, &shared, 1, to);
  carrow_drop(shared);
  if (schema->release) schema->release(schema);
  return is_made;
}
