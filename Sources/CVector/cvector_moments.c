#include "gathered_cells.h"

/* The number of 32 bits that is nearest: dates of four-digit years are far inside of them. */
static int32_t nearest(int64_t number) {
  return number < INT32_MIN ? INT32_MIN : number > INT32_MAX ? INT32_MAX : (int32_t)number;
}

ALWAYS_INLINE uint32_t ones_if(int condition) { return -(uint32_t)(condition != 0); }

/* A day since 1970, and all ones or some where it is none. */
typedef struct {
  int32_t days;
  uint32_t odd;
} civil_day;

/* YYYY-MM- in the first word, DD lowest in the second. */
ALWAYS_INLINE civil_day day_of(uint64_t first, uint64_t second) {
  /* YYYY, -MM-, DD, less what they are made of. */
  const uint32_t y = (uint32_t)first ^ 0x30303030, m = (uint32_t)(first >> 32) ^ 0x2D30302D;
  const uint32_t d = (uint16_t)second ^ 0x3030;
  const uint32_t strange = (y | (y + 0x76767676) | m | (m + 0x7F76767F) | d | (d + 0x7676)) & 0x80808080;
  const uint32_t twos = (y << 3) + (y << 1) + (y >> 8), century = twos & 0x7F, of_century = twos >> 16 & 0x7F;
  const uint32_t month = (m >> 5 & 0x78) + (m >> 7 & 0x1E) + (m >> 16 & 0xF);
  const uint32_t day = ((d & 0xF) << 3) + ((d & 0xF) << 1) + (d >> 8 & 0xF);
  const uint32_t is_leap = ones_if(((of_century == 0 ? century : of_century) & 3) == 0);
  const uint32_t days_in_month = month == 2 ? 28 - is_leap : 30 + ((month + (month >> 3)) & 1);
  const uint32_t year = century * 100 + of_century, before = year - 1, centuries = century - (of_century == 0);
  const uint32_t no_date = ones_if(year == 0) | ones_if(month - 1 > 11) | ones_if(day - 1 >= days_in_month);
  /* Days of the months before, as if February had thirty, less what it lacks. */
  const uint32_t months = ((month * 367 - 362) * 43691) >> 19, lacking = (2 + is_leap) & ones_if(month > 2);
  const uint32_t days = before * 365 + (before >> 2) - centuries + (centuries >> 2) + months - lacking + day - 719163;
  return (civil_day){(int32_t)days, strange | no_date};
}

/* Gives whether a cell is unread; which ones only where `unread` is asked for, for there are seldom any. */
ALWAYS_INLINE int dates(const gathered *cells, size_t count, cvector_bounds bounds, int64_t *to, uint8_t *unread) {
  const int32_t least = nearest(bounds.least), most = nearest(bounds.most), empty = (int32_t)bounds.empty;
  uint32_t any = 0;
  const uint32_t empty_left = ones_if(!bounds.takes_empty);
  EACH_CELL {
    const civil_day day = day_of(cells->words[i][0], cells->words[i][1]);
    const uint32_t length = cells->lengths[i], is_empty = ones_if(length == 0);
    const uint32_t odd = day.odd | ones_if(length != 10) | ones_if(day.days < least) | ones_if(day.days > most);
    const uint32_t left = (odd & ~is_empty) | (is_empty & empty_left);
    to[i] = (int32_t)((is_empty & (uint32_t)empty) | (~is_empty & (uint32_t)day.days));
    if (unread) unread[i] = left != 0;
    any |= left;
  }
  return any != 0;
}

FOR_PROCESSORS static int read_dates(const gathered *cells, size_t count, cvector_bounds bounds, int64_t *to) {
  return dates(cells, count, bounds, to, NULL);
}

FOR_PROCESSORS static void tell_dates(const gathered *cells, size_t count, cvector_bounds bounds, int64_t *to,
                                      uint8_t *unread) {
  dates(cells, count, bounds, to, unread);
}

int cvector_read_dates(cvector_cells cells, cvector_bounds bounds, int64_t *to, cvector_told told) {
  cell_block block;
  gathered kept;
  int64_t room[gathered_most];
  uint8_t unread[gathered_most];
  int is_unread = 0;
  EACH_BLOCK(cells) {
    cvector_begin_block(&block, cells, from, count, bounds.takes_empty);
    int64_t *days = ROOM_OF(block, room, to);
    gather_first(cells, &block, &kept);
    cvector_tell_block(&block, kept.lengths, told);
    if (read_dates(&kept, block.kept, bounds, days)) {
      tell_dates(&kept, block.kept, bounds, days, unread);
      cvector_tell_unread(&block, unread, cells, told, &is_unread);
    }
    if (block.is_sparse) cvector_place_numbers(&block, days, bounds.empty, to);
  }
  return is_unread;
}

/* Of each cell the eight bytes after its first sixteen, and its last one. */
typedef struct {
  uint64_t words[gathered_most];
  uint8_t last[gathered_most];
} gathered_rest;

ALWAYS_INLINE void gather_rest(cvector_cells cells, const cell_block *block, gathered_rest *to) {
#define GATHER(PLACES)                                                    \
  EACH_OF(cells, block->from, block->kept, PLACES) {                      \
    to->words[i] = load(cells.bytes + start + (length < 16 ? 0 : 16));    \
    to->last[i] = length > 0 ? cells.bytes[start + length - 1] : 0;       \
  }
  const uint8_t *const everywhere = NULL;
  if (block->is_sparse) GATHER(block->places)
  else GATHER(everywhere)
#undef GATHER
}

/* Two digits, the first one lower, less what they are made of. */
ALWAYS_INLINE uint64_t two_digits(uint64_t digits) { return 10 * (digits & 0xF) + (digits >> 8 & 0xF); }

/* Gives whether a cell is unread, and which ones. */
FOR_PROCESSORS static int tell_instants(const gathered *cells, const gathered_rest *rest, size_t count, cvector_bounds bounds,
                                        int64_t *to, uint8_t *unread) {
  uint64_t any = 0;
  for (size_t i = 0; i < count; i++) {
    const uint64_t length = cells->lengths[i];
    if (length == 0) {
      to[i] = bounds.empty;
      any |= unread[i] = !bounds.takes_empty;
      continue;
    }
    const civil_day day = day_of(cells->words[i][0], cells->words[i][1]);
    /* THH:MM, then :SS and what follows it. */
    const uint64_t clock = cells->words[i][1] >> 16 ^ 0x30303A303054, after = rest->words[i] ^ 0x30303A;
    uint64_t strange = clock | (clock + 0x76767F76767F) | (after & 0xFFFFFF) | ((after & 0xFFFFFF) + 0x76767F);
    const uint64_t hour = two_digits(clock >> 8), minute = two_digits(clock >> 32), second = two_digits(after >> 8);
    uint64_t thousandths = 0;
    int64_t east = 0;
    if (length == 20) {
      strange |= (after >> 24 & 0xFF) == 'Z' ? 0 : 0x80;
    } else if (length == 24) {
      const uint64_t end = after >> 24 ^ 0x5A3030302E;
      strange |= end | (end + 0x7F7676767F);
      thousandths = 100 * (end >> 8 & 0xF) + two_digits(end >> 16);
    } else if (length == 25) {
      const uint64_t sign = after >> 24 & 0xFF, end = (after >> 32 | (uint64_t)rest->last[i] << 32) ^ 0x30303A3030;
      const uint64_t hours = two_digits(end), minutes = two_digits(end >> 24);
      strange |= end | (end + 0x76767F7676) | ((sign == '+' || sign == '-') && hours <= 23 && minutes <= 59 ? 0 : 0x80);
      east = (int64_t)(60 * hours + minutes) * (sign == '-' ? -60 : 60);
    } else {
      strange |= 0x80;
    }
    /* What is no day may be any number. */
    const int64_t days = day.odd ? 0 : day.days, seconds = (int64_t)(3600 * hour + 60 * minute + second) - east;
    const int64_t moment = (days * 86400 + seconds) * 1000000 + (int64_t)thousandths * 1000;
    const int is_odd = day.odd != 0 || (strange & EVERY_BYTE(0x80)) != 0 || hour > 23 || minute > 59 || second > 59 ||
                       moment < bounds.least || moment > bounds.most;
    to[i] = moment;
    any |= unread[i] = is_odd;
  }
  return any != 0;
}

int cvector_read_instants(cvector_cells cells, cvector_bounds bounds, int64_t *to, cvector_told told) {
  cell_block block;
  gathered kept;
  gathered_rest rest;
  int64_t room[gathered_most];
  uint8_t unread[gathered_most];
  int is_unread = 0;
  EACH_BLOCK(cells) {
    cvector_begin_block(&block, cells, from, count, bounds.takes_empty);
    int64_t *moments = ROOM_OF(block, room, to);
    gather_first(cells, &block, &kept);
    gather_rest(cells, &block, &rest);
    cvector_tell_block(&block, kept.lengths, told);
    if (tell_instants(&kept, &rest, block.kept, bounds, moments, unread)) {
      cvector_tell_unread(&block, unread, cells, told, &is_unread);
    }
    if (block.is_sparse) cvector_place_numbers(&block, moments, bounds.empty, to);
  }
  return is_unread;
}
