/* JSON records as flat lists of nodes, from the tokens that simdjson finds. */
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum json_node_kind {
  JSON_OBJECT, /* followed by JSON_KEY and value, size times */
  JSON_ARRAY,  /* followed by size values */
  JSON_KEY,
  JSON_STRING,
  JSON_NUMBER, /* text is the number as written */
  JSON_TRUE,
  JSON_FALSE,
  JSON_NULL,
};

typedef struct {
  const uint8_t *text; /* of keys and strings: unescaped UTF-8; of others: as written */
  uint32_t length;
  uint32_t next;       /* index in the record of the node after this one and all in it */
  uint32_t size;       /* members or elements */
  uint8_t kind;
  uint8_t repeated;    /* a key that its object has had before; of a record: there is one */
  uint8_t borrowed;    /* text is the reader's: gone when it is cleared */
  uint8_t unused;
} json_node;

enum json_outcome {
  JSON_FINE,
  JSON_MALFORMED,
  JSON_TOO_DEEP,
  JSON_NOT_UTF8,
  JSON_BAD_NUMBER,
  JSON_OUT_OF_MEMORY,
};

typedef struct json_reader json_reader;

/* If takes_words, NaN, Infinity and -Infinity are numbers, as Python's json reads and writes them. */
json_reader *json_reader_new(uint32_t deepest, int takes_words);
void json_reader_free(json_reader *reader);

/* Drops all records that were read. */
void json_reader_clear(json_reader *reader);

/* Reads one more record from bytes[0..<length), after which 64 bytes must be there. */
enum json_outcome json_reader_read(json_reader *reader, const uint8_t *bytes, size_t length,
                                   size_t *record);

/* A record's nodes, its own first; they stay where they are until the next one is read. */
const json_node *json_reader_nodes(const json_reader *reader, size_t record);

/* Where the tokens of many records begin. */
typedef struct json_tokens json_tokens;

json_tokens *json_tokens_new(void);
void json_tokens_free(json_tokens *tokens);

/* Finds every bracket, comma, colon, and the first byte of every string and other value in bytes[0..<length),
 * by simdjson's first stage, which also checks UTF-8 and that no string holds a control character. Offsets
 * ascend; two more equal to length follow them. They live until the next call. */
enum json_outcome json_tokens_find(json_tokens *tokens, const uint8_t *bytes, size_t length,
                                   const uint32_t **places, size_t *count);

/* Whether bytes[0..<length) are a number, by RFC 8259, section 6. */
int json_is_number(const uint8_t *bytes, size_t length);

/* Whether bytes[0..<length) are UTF-8. */
int json_is_utf8(const uint8_t *bytes, size_t length);

#ifdef __cplusplus
}
#endif
#endif
