#include "csheet_book.h"

#include <ctype.h>
#include <string.h>

/// What has been seen of a number format's code.
typedef struct {
  int has_day, has_clock, has_month, is_elapsed;
  number_format format;
} seen;

static void see_currency(seen *seen, const char *text, size_t count) {
  while (count > 0 && *text == ' ') text++, count--;
  while (count > 0 && text[count - 1] == ' ') count--;
  if (count == 0 || count >= sizeof seen->format.currency || seen->format.kind == money) return;
  static const char *const signs[] = {"$",           "\u20AC", "\u00A3", "\u00A5",
                                      "\u20B9",      "\u20BD", "\u20A9", "\u20BA",
                                      "\u20B4",      "\u0E3F", "\u20AA", "\u20AB"};
  int is_known = count == 3;
  for (size_t at = 0; is_known && at < 3; at++) is_known = text[at] >= 'A' && text[at] <= 'Z';
  for (size_t index = 0; index < sizeof signs / sizeof *signs; index++) {
    is_known |= strlen(signs[index]) == count && memcmp(signs[index], text, count) == 0;
  }
  // Other signs have letters, and are held against those that are known: `kr`, `US$`.
  int is_word = count > 1 && isalpha((unsigned char)text[0]);
  if (!is_known && (!is_word || seen->format.currency[0] != 0)) return;
  if (is_known) seen->format.kind = money;
  memcpy(seen->format.currency, text, count);
  seen->format.currency[count] = 0;
}

/// What is in brackets: `[$€-407]`, `[h]`, `[Red]`, `[>100]`.
static const char *see_bracket(seen *seen, const char *code) {
  const char *end = strchr(code, ']');
  if (end == NULL) return code + strlen(code);
  if (code[1] == '$') {
    const char *dash = memchr(code + 2, '-', (size_t)(end - code - 2));
    see_currency(seen, code + 2, (size_t)((dash == NULL ? end : dash) - code - 2));
  } else if (strspn(code + 1, "hHmMsS") == (size_t)(end - code - 1) && end > code + 1) {
    seen->is_elapsed = 1;
  }
  return end + 1;
}

/// One mark of a code, and what follows it.
static const char *see(seen *seen, const char *code) {
  switch (*code) {
    case '"': {
      const char *end = strchr(code + 1, '"');
      if (end == NULL) return code + strlen(code);
      see_currency(seen, code + 1, (size_t)(end - code - 1));
      return end + 1;
    }
    case '\\':
      see_currency(seen, code + 1, code[1] != 0);
      return code + 1 + (code[1] != 0);
    case '_':
    case '*': return code + 1 + (code[1] != 0);
    case '[': return see_bracket(seen, code);
    case '%':
      seen->format.kind = percent;
      return code + 1;
    case 'y':
    case 'Y':
    case 'd':
    case 'D': seen->has_day = 1; return code + 1;
    case 'h':
    case 'H':
    case 's':
    case 'S': seen->has_clock = 1; return code + 1;
    case 'm':
    case 'M': seen->has_month = 1; return code + 1;
  }
  // A sign outside of quotation marks, of one byte or of several.
  size_t count = 1;
  while ((code[count] & 0xC0) == 0x80) count++;
  see_currency(seen, code, count);
  return code + count;
}

number_format number_format_of(const char *code) {
  seen seen = {.format = {.kind = plain}};
  if (strcmp(code, "General") == 0) return seen.format;
  size_t zeros = strspn(code, "0");
  if (zeros > 1 && zeros < 20 && (code[zeros] == 0 || code[zeros] == ';')) {
    seen.format.digits = (int)zeros;
    return seen.format;
  }
  while (*code != 0 && *code != ';') code = see(&seen, code);
  if (seen.is_elapsed) {
    seen.format.kind = elapsed;
  } else if (seen.has_day && seen.has_clock) {
    seen.format.kind = date_and_time;
  } else if (seen.has_day || (seen.has_month && !seen.has_clock)) {
    seen.format.kind = date_only;
  } else if (seen.has_clock) {
    seen.format.kind = time_only;
  }
  return seen.format;
}

number_format number_format_built_in(long id) {
  number_format format = {.kind = plain};
  int is_eastern_clock = (id >= 32 && id <= 35) || id == 55 || id == 56;
  if (id == 9 || id == 10) {
    format.kind = percent;
  } else if ((id >= 5 && id <= 8) || id == 42 || id == 44) {
    format.kind = money;
    format.currency[0] = '$';
  } else if (id == 22) {
    format.kind = date_and_time;
  } else if ((id >= 18 && id <= 21) || id == 45 || id == 47 || is_eastern_clock) {
    format.kind = time_only;
  } else if (id == 46) {
    format.kind = elapsed;
  } else if ((id >= 14 && id <= 17) || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) {
    format.kind = date_only;
  }
  return format;
}
