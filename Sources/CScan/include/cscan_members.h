/* Where the cells of JSON objects are whose members all are plain values, out of their tokens.
 *
 * Takes what most objects of lists are: known members, none beside one it excludes, their values texts and numbers of a
 * few bytes. Of others it says where it stopped.
 */
#ifndef CSCAN_MEMBERS_H
#define CSCAN_MEMBERS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#define CSCAN_INLINE static inline __attribute__((always_inline))

/* A member of an object. Its name is kept as JSON has it, with quotes and colon, of which there are up to 44 bytes. */
typedef struct {
  uint8_t name[16];    /* the first of them, zeros after the last */
  uint8_t used[16];    /* 255 for each of those */
  uint8_t rest[28];    /* those after the first sixteen */
  uint32_t length;     /* how many there are in all */
  uint64_t bit;        /* of this member alone */
  uint64_t excluded;   /* those of members that an object with this one must not have had before it: its own among them */
  uint32_t taken;      /* kinds of values, as below */
  uint32_t mark;       /* where in a row its marks are */
  uint32_t followers[2]; /* members that came after this one before: their numbers */
} cscan_member;

/* Kinds of values: bits. The last is the empty text, which is none. */
enum { cscan_string = 1, cscan_digits = 2, cscan_empty = 8 };

/* Sixteen bytes. */

#ifdef __SSE2__
typedef __m128i cscan_sixteen;

CSCAN_INLINE cscan_sixteen cscan_load(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)bytes);
}

CSCAN_INLINE int cscan_is_same(cscan_sixteen bytes, cscan_sixteen used, cscan_sixteen name) {
  return _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_and_si128(bytes, used), name)) == 0xFFFF;
}

CSCAN_INLINE int cscan_has_escape(cscan_sixteen bytes) {
  return _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'))) != 0;
}
#else
typedef struct {
  uint64_t low, high;
} cscan_sixteen;

CSCAN_INLINE cscan_sixteen cscan_load(const uint8_t *bytes) {
  cscan_sixteen both;
  memcpy(&both, bytes, 16);
  return both;
}

CSCAN_INLINE int cscan_is_same(cscan_sixteen bytes, cscan_sixteen used, cscan_sixteen name) {
  return (((bytes.low & used.low) ^ name.low) | ((bytes.high & used.high) ^ name.high)) == 0;
}

CSCAN_INLINE int cscan_has_escape(cscan_sixteen bytes) {
  const uint64_t ones = 0x0101010101010101, tops = 0x8080808080808080, all = '\\' * ones;
  const uint64_t low = bytes.low ^ all, high = bytes.high ^ all;
  return ((((low - ones) & ~low) | ((high - ones) & ~high)) & tops) != 0;
}
#endif

/* Whether a member's name starts there. */
CSCAN_INLINE int cscan_is_at(const cscan_member *member, const uint8_t *bytes) {
  if (!cscan_is_same(cscan_load(bytes), cscan_load(member->used), cscan_load(member->name))) return 0;
  return member->length <= 16 || memcmp(bytes + 16, member->rest, member->length - 16) == 0;
}

/* Whether a value of `length` bytes up to the next token is one of up to seven digits (RFC 8259, section 6). */
CSCAN_INLINE int cscan_is_number(const uint8_t *bytes, uint32_t length) {
  uint64_t word;
  memcpy(&word, bytes, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  const uint64_t digits = word ^ 0x3030303030303030;
  const uint64_t others = (digits | (digits + 0x7676767676767676)) & 0x8080808080808080;
  return length - 1 < 7 && others << (64 - 8 * length) == 0 && (length == 1 || (digits & 0xFF) != 0);
}

/* Whether a text's quotes included are up to sixteen bytes, the last one a quote and none a backslash. */
CSCAN_INLINE int cscan_is_text(const uint8_t *bytes, uint32_t length) {
  return length - 2 < 15 && !cscan_has_escape(cscan_load(bytes)) && bytes[length - 1] == '"';
}

/* Notes a value from one token's place up to the next, of a kind that is taken; 0 where it has to be looked at. Its marks
 * are two: its first byte's place less one, and the place after its last one, places counted from origin. */
CSCAN_INLINE int cscan_note(const cscan_member *member, const uint8_t *bytes, uint32_t start, uint32_t end,
                            uint32_t origin, uint32_t *marks) {
  const uint32_t length = end - start, quote = bytes[start] == '"';
  if (quote) {
    if (!cscan_is_text(bytes + start, length) || !(member->taken & (length == 2 ? cscan_empty : cscan_string))) return 0;
  } else {
    if (!cscan_is_number(bytes + start, length) || !(member->taken & cscan_digits)) return 0;
  }
  marks[0] = origin + start + quote - 1;
  marks[1] = origin + end - quote;
  return 1;
}

/* Objects of one kind. */
typedef struct {
  cscan_member *members; /* by number, and one more that has no name: the first member follows it */
  size_t count;
  uint64_t required; /* bits of members without which an object is none */
} cscan_object;

/* Where tokens start in bytes: so many, and one place more. */
typedef struct {
  const uint8_t *bytes;
  const uint32_t *places;
  size_t count;
  uint32_t origin; /* where bytes[0] is, as marks have it */
} cscan_tokens;

typedef enum {
  cscan_ended,   /* the list is at its end, and token is the one after it */
  cscan_stopped, /* the object at `element` is to be looked at, or there is no row for it */
  cscan_value,   /* the value at token + 2, of `member`, is to be looked at and noted */
  cscan_wrong    /* no object follows where one must */
} cscan_outcome;

/* Where the walk of a list stands. At an object: token is that after its bracket, seen and noted are 0, and member is
 * the one without a name. */
typedef struct {
  size_t token;   /* of a member's name */
  size_t element; /* at which the object starts */
  size_t rows;    /* objects done */
  size_t member;  /* the last one of the object */
  uint64_t seen;  /* members the object has had */
  int noted;      /* whether the value of `member`, whose name is at token, was noted */
} cscan_walk;

/* Goes on with a list up to `most` objects in all, at least one more, and notes the cells of each. marks are those of the first object,
 * `stride` for each, and of empty cells. Twenty bytes must be readable from every token's first. */
cscan_outcome cscan_objects(cscan_walk *walk, const cscan_tokens *tokens, const cscan_object *object, uint32_t *marks,
                            size_t stride, size_t most);

#endif
