#include "cscan_members.h"

/* The member whose name starts there, or one without a name; remembers that it followed another. */
static size_t find(const cscan_object *object, cscan_member *before, const uint8_t *bytes) {
  size_t found = 0;
  while (found < object->count && !cscan_is_at(object->members + found, bytes)) found++;
  before->followers[before->followers[0] != object->count] = (uint32_t)found;
  return found;
}

cscan_outcome cscan_objects(cscan_walk *walk, const cscan_tokens *tokens, const cscan_object *object, uint32_t *marks,
                            size_t stride, size_t most) {
  const uint8_t *const bytes = tokens->bytes;
  const uint32_t *place = tokens->places + walk->token, *element = tokens->places + walk->element;
  /* A member takes four tokens, and what it ends a fifth. */
  const uint32_t *const end = tokens->places + (tokens->count < 4 ? 0 : tokens->count - 4);
  const uint32_t origin = tokens->origin;
  cscan_member *const members = object->members, *const none = members + object->count;
  cscan_member *member = members + walk->member;
  const uint64_t required = object->required;
  uint64_t seen = walk->seen;
  uint32_t *row = marks + stride * walk->rows, *const last_row = marks + stride * most;
  cscan_outcome outcome = cscan_stopped;
  if (walk->noted) goto noted; /* in the midst of a member */
  while (place < end) {
    /* Members mostly come in the order in which they came before. */
    const uint8_t *const name = bytes + place[0];
    cscan_member *next = members + member->followers[0];
    if (!cscan_is_at(next, name)) {
      next = members + member->followers[1];
      if (!cscan_is_at(next, name)) {
        next = members + find(object, member, name);
        if (next == none) break;
      }
    }
    if (seen & next->excluded) break;
    member = next;
    seen |= member->bit;
    if (!cscan_note(member, bytes, place[2], place[3], origin, row + member->mark)) {
      outcome = cscan_value;
      break;
    }
  noted:;
    const uint8_t closing = bytes[place[3]], following = bytes[place[4]];
    if (closing == ',') {
      if (following != '"') break;
      place += 4;
      continue;
    }
    if (closing != '}' || (required & ~seen)) break;
    row += stride;
    element = place + 5;
    place += 5;
    seen = 0;
    member = none;
    if (following != ',') {
      outcome = following == ']' ? cscan_ended : cscan_wrong;
      break;
    }
    if (bytes[place[0]] != '{' || row == last_row) break;
    place += 1;
  }
  walk->token = (size_t)(place - tokens->places);
  walk->element = (size_t)(element - tokens->places);
  walk->rows = (size_t)(row - marks) / stride;
  walk->member = (size_t)(member - members);
  walk->seen = seen;
  return outcome;
}
