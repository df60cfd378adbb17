/* Prices a table of two bookings, and a booking that is JSON: `example rules/features/flat-fee.yaml`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "quote.h"

static int failed(quote_error *error) {
  if (error) fprintf(stderr, "%s\n", quote_error_text(error));
  quote_error_free(error);
  return error != NULL;
}

static void keep_schema(struct ArrowSchema *schema) { schema->release = NULL; }
static void keep_array(struct ArrowArray *array) { array->release = NULL; }

int main(int count, char **arguments) {
  static char text[1 << 20];
  FILE *source = count > 1 ? fopen(arguments[1], "rb") : NULL;
  if (!source) return 2;
  const size_t size = fread(text, 1, sizeof text, source);
  fclose(source);

  const quote_file file = {arguments[1], text, size};
  quote_rules *rules;
  if (failed(quote_rules_new(&file, 1, NULL, &rules))) return 1;

  /* A column that is ours and stays: Arrow's structures say where it is. */
  const int32_t ends[] = {0, 3, 6};
  const void *texts[] = {NULL, ends, "V-1V-2"}, *none[] = {NULL};
  struct ArrowSchema id = {"u", "id", NULL, 2, 0, NULL, NULL, keep_schema, NULL};
  struct ArrowSchema *fields[] = {&id};
  struct ArrowSchema schema = {"+s", "", NULL, 0, 1, fields, NULL, keep_schema, NULL};
  struct ArrowArray ids = {2, 0, 0, 3, 0, texts, NULL, NULL, keep_array, NULL};
  struct ArrowArray *columns[] = {&ids};
  struct ArrowArray table = {2, 0, 0, 1, 1, none, columns, NULL, keep_array, NULL};

  struct ArrowArrayStream bookings, quotes;
  if (failed(quote_stream_of(&schema, &table, &bookings))) return 1;
  if (failed(quote_price_stream(rules, &bookings, NULL, &quotes))) return 1;
  struct ArrowArray batch;
  while (quotes.get_next(&quotes, &batch) == 0 && batch.release) {
    printf("rows: %ld\n", (long)batch.length);
    batch.release(&batch);
  }
  quotes.release(&quotes);

  const char *booking = "{\"id\": \"V-3\"}";
  quote_text *quote;
  if (failed(quote_price_json(rules, booking, strlen(booking), &quote))) return 1;
  printf("%s", quote_text_bytes(quote));
  quote_text_free(quote);
  quote_rules_free(rules);
  return 0;
}
