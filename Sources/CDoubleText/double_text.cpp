#include "double_text.h"

#include <charconv>
#include <cstdlib>
#include <string>

// std::to_chars and std::from_chars know no locale, allocate nothing for
// doubles of ordinary size, and are exact by the standard's word.

extern "C" int double_shortest_digits(double value, uint8_t *digits, int *exponent) {
  char text[40];
  auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::scientific).ptr;
  int count = 0;
  const char *at = text;
  for (; at < end && *at != 'e'; ++at) {
    if (*at != '.') digits[count++] = static_cast<uint8_t>(*at);
  }
  int power = 0;
  ++at;
  if (at < end && *at == '+') ++at;
  std::from_chars(at, end, power);
  while (count > 1 && digits[count - 1] == '0') --count;
  *exponent = power + 1;
  return count;
}

extern "C" int double_fixed(double value, int places, uint8_t *out, int capacity) {
  char *start = reinterpret_cast<char *>(out);
  auto result = std::to_chars(start, start + capacity, value, std::chars_format::fixed, places);
  return result.ec == std::errc() ? static_cast<int>(result.ptr - start) : 0;
}

extern "C" int double_parse(const uint8_t *bytes, size_t count, double *value) {
  const char *start = reinterpret_cast<const char *>(bytes);
  auto result = std::from_chars(start, start + count, *value, std::chars_format::general);
  if (result.ptr != start + count || result.ec == std::errc::invalid_argument) return 0;
  if (result.ec == std::errc::result_out_of_range) {
    *value = std::strtod(std::string(start, count).c_str(), nullptr);
  }
  return 1;
}
