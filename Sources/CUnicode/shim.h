#define UTF8PROC_STATIC
#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

static inline int unicode_class(utf8proc_int32_t scalar) {
  return utf8proc_get_property(scalar)->combining_class & 255;
}

/* Puts the marks of one letter into the order of their classes, those of a class as they stand; 0
   where there is no memory. utf8proc exchanges neighbours, which takes the square of their number:
   it finds them in order. */
static inline int unicode_sort_marks(utf8proc_int32_t *marks, int64_t count) {
  int64_t places[257] = {0};
  int in_order = 1;
  for (int64_t at = 0; at < count; at++) {
    places[unicode_class(marks[at]) + 1]++;
    in_order &= at == 0 || unicode_class(marks[at - 1]) <= unicode_class(marks[at]);
  }
  if (in_order) return 1;
  for (int at = 1; at <= 256; at++) places[at] += places[at - 1];
  utf8proc_int32_t *sorted = (utf8proc_int32_t *)malloc((size_t)count * sizeof *sorted);
  if (sorted == NULL) return 0;
  for (int64_t at = 0; at < count; at++) sorted[places[unicode_class(marks[at])]++] = marks[at];
  memcpy(marks, sorted, (size_t)count * sizeof *sorted);
  free(sorted);
  return 1;
}

/* Writes the parts of letters, in their canonical order; 0 where there is no memory. */
static inline int unicode_take_apart(const uint8_t *bytes, int64_t count, utf8proc_int32_t *parts,
                                     int64_t part_count, utf8proc_option_t options) {
  int64_t written = 0, begin = 0;
  int boundary = 0;
  for (int64_t at = 0; at < count;) {
    utf8proc_int32_t scalar;
    at += utf8proc_iterate(bytes + at, count - at, &scalar);
    written += utf8proc_decompose_char(scalar, parts + written, part_count - written, options,
                                       &boundary);
  }
  for (int64_t at = 0; at <= part_count; at++) {
    if (at < part_count && unicode_class(parts[at]) != 0) continue;
    if (at - begin > 1 && !unicode_sort_marks(parts + begin, at - begin)) return 0;
    begin = at + 1;
  }
  return 1;
}

/* The text in one of Unicode's forms, for `unicode_free`; how many bytes it has, or below zero
   where the bytes are no UTF-8 or there is no memory. */
static inline int64_t unicode_map(const uint8_t *bytes, int64_t count, uint8_t **mapped,
                                  utf8proc_option_t options) {
  int64_t part_count = utf8proc_decompose(bytes, count, NULL, 0, options);
  if (part_count < 0) return part_count;
  utf8proc_int32_t *parts =
      (utf8proc_int32_t *)malloc(((size_t)part_count + 1) * sizeof *parts);
  if (parts == NULL) return UTF8PROC_ERROR_NOMEM;
  int64_t result = UTF8PROC_ERROR_NOMEM;
  if (unicode_take_apart(bytes, count, parts, part_count, options)) {
    result = utf8proc_reencode(parts, part_count, options);
  }
  if (result < 0) {
    free(parts);
    return result;
  }
  *mapped = (uint8_t *)parts;
  return result;
}

/* Form C. */
static inline int64_t unicode_compose(const uint8_t *bytes, int64_t count, uint8_t **composed) {
  return unicode_map(bytes, count, composed,
                     (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
}

/* Form D. */
static inline int64_t unicode_decompose(const uint8_t *bytes, int64_t count,
                                        uint8_t **decomposed) {
  return unicode_map(bytes, count, decomposed,
                     (utf8proc_option_t)(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE));
}

static inline void unicode_free(uint8_t *composed) { free(composed); }
