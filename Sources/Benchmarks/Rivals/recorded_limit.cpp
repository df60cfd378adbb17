// The recorded estimate requests of one company, priced by hand: JSON Lines in, whole replies out, the same bytes as
// `quote price --rules rules/umuve-backend.yaml --format jsonl` writes of requests that can be read. Numbers are binary, as
// in the backend. Usage: estimate_limit IN OUT
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <simdjson.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace simdjson;
using std::string_view;

namespace {

struct item {
  string_view category, size;
  bool has_size;
  int64_t quantity;
  double price;
};

struct buffer {
  std::vector<char> bytes;
  char *at;
  int file;

  explicit buffer(int file) : bytes(1 << 20), at(bytes.data()), file(file) {}
  void keep_room() {
    if (bytes.data() + bytes.size() - at < (1 << 18)) flush();
  }
  void flush() {
    for (char *from = bytes.data(); from < at;) {
      ssize_t wrote = write(file, from, at - from);
      if (wrote < 0) _exit(1);
      from += wrote;
    }
    at = bytes.data();
  }
  void text(string_view s) { memcpy(at, s.data(), s.size()), at += s.size(); }
  void quoted(string_view s) {
    *at++ = '"';
    for (char c : s) {
      if (c == '"' || c == '\\') *at++ = '\\', *at++ = c;
      else if (c == '\n') text("\\n");
      else if (c == '\r') text("\\r");
      else if (c == '\t') text("\\t");
      else if (static_cast<unsigned char>(c) < 0x20) at += sprintf(at, "\\u%04x", c);
      else *at++ = c;
    }
    *at++ = '"';
  }
  void whole(int64_t n) { at = std::to_chars(at, at + 24, n).ptr; }
  void number(double x) {
    char *start = at;
    if (x == 0 || (std::abs(x) >= 1e-4 && std::abs(x) < 1e16)) {
      double hundredfold = x * 100, cents = std::nearbyint(hundredfold);
      if (std::abs(cents) < 1e15 && cents / 100 == x && !(x == 0 && std::signbit(x))) {
        int64_t n = std::llabs(static_cast<int64_t>(cents));
        if (x < 0) *at++ = '-';
        whole(n / 100);
        *at++ = '.', *at++ = char('0' + n / 10 % 10);
        if (n % 10) *at++ = char('0' + n % 10);
        return;
      }
      at = std::to_chars(at, at + 40, x, std::chars_format::fixed).ptr;
      if (!memchr(start, '.', at - start)) text(".0");
    } else {
      at = std::to_chars(at, at + 40, x, std::chars_format::scientific).ptr;
    }
  }
};

// Python's round(x, places).
double rounded(double x, double scale) {
  double y = std::abs(x) * scale;
  if (!(y < 0x1p52)) return x;
  double n = std::nearbyint(y);
  if (std::abs(y - n) == 0.5) {
    double rest = std::fma(std::abs(x), scale, -y);
    if (rest > 0) n = std::ceil(y);
    if (rest < 0) n = std::floor(y);
  }
  return std::copysign(n / scale, x);
}

double cents(double x) { return rounded(x, 100); }

string_view trimmed(string_view s) {
  while (!s.empty() && (s.front() == ' ' || (s.front() >= 9 && s.front() <= 13))) s.remove_prefix(1);
  while (!s.empty() && (s.back() == ' ' || (s.back() >= 9 && s.back() <= 13))) s.remove_suffix(1);
  return s;
}

string_view lowered(string_view s, char *room) {
  for (size_t i = 0; i < s.size(); i++) room[i] = s[i] >= 'A' && s[i] <= 'Z' ? char(s[i] | 0x20) : s[i];
  return {room, s.size()};
}

double price(string_view category, string_view size) {
  char a[256], b[256];
  if (category.size() > 255 || size.size() > 255) return 30;
  string_view kind = lowered(category, a), tidy = trimmed(lowered(size, b));
  int column = tidy == "small" ? 0 : tidy == "medium" ? 1 : tidy == "large" ? 2 : 3;
  static const double furniture[] = {45, 65, 85, 65}, appliances[] = {60, 90, 120, 90},
                      electronics[] = {25, 35, 50, 35}, hot_tub[] = {250, 325, 400, 325};
  if (kind == "furniture") return furniture[column];
  if (kind == "appliances") return appliances[column];
  if (kind == "electronics") return electronics[column];
  if (kind == "hot_tub") return hot_tub[column];
  if (kind == "yard_waste") return 35;
  if (kind == "construction") return 55;
  if (kind == "mattress") return 50;
  return 30;
}

int64_t days_from_civil(int64_t y, int m, int d) {
  y -= m <= 2;
  const int64_t era = (y >= 0 ? y : y - 399) / 400;
  const int64_t yoe = y - era * 400, doy = (153 * (m + (m > 2 ? -3 : 9)) + 2) / 5 + d - 1;
  return era * 146097 + yoe * 365 + yoe / 4 - yoe / 100 + doy - 719468;
}

// `yyyy-M-d` of the first ten characters.
bool date(string_view s, int64_t &day) {
  s = s.substr(0, 10);
  int parts[3] = {0, 0, 0};
  size_t at = 0;
  for (int part = 0; part < 3; part++) {
    size_t most = part ? 2 : 4, from = at;
    while (at < s.size() && at - from < most && s[at] >= '0' && s[at] <= '9') parts[part] = parts[part] * 10 + (s[at++] - '0');
    if (at == from || (!part && at - from != 4)) return false;
    if (part < 2 && (at == s.size() || s[at++] != '-')) return false;
  }
  static const int lengths[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  int y = parts[0], m = parts[1], d = parts[2];
  bool leap = (y % 4 == 0 && y % 100) || y % 400 == 0;
  if (at != s.size() || y < 1 || m < 1 || m > 12 || d < 1 || d > lengths[m - 1] + (m == 2 && leap)) return false;
  day = days_from_civil(y, m, d);
  return true;
}

struct reply {
  std::vector<item> items;
  string_view scheduled;
  int64_t today = 0, total_quantity = 0;

  void read(ondemand::document &request) {
    items.clear();
    scheduled = {};
    for (auto member : request.get_object()) {
      string_view name = member.unescaped_key();
      ondemand::value value = member.value();
      if (name == "as_of") {
        date(string_view(value.get_string()), today);
      } else if (name == "items") {
        ondemand::array array;
        if (value.get_array().get(array)) continue;
        for (auto element : array) add(element.get_object());
      } else if (name == "scheduledDate" || name == "scheduled_date") {
        string_view text;
        if (!value.get_string().get(text) && !text.empty() && (name == "scheduledDate" || scheduled.empty())) scheduled = text;
      }
    }
  }

  void add(ondemand::object object) {
    item made = {{}, {}, false, 1, 0};
    for (auto field : object) {
      string_view key = field.unescaped_key();
      ondemand::value value = field.value();
      if (key == "category") {
        if (value.get_string().get(made.category)) made.category = {};
      } else if (key == "size") {
        made.has_size = !value.get_string().get(made.size) && !made.size.empty();
        if (!made.has_size) made.size = {};
      } else if (key == "quantity") {
        double cut;
        string_view text;
        if (!value.get_int64().get(made.quantity)) continue;
        if (!value.get_double().get(cut)) made.quantity = static_cast<int64_t>(cut);
        else if (!value.get_string().get(text)) {
          text = trimmed(text);
          if (!text.empty() && text[0] == '+') text.remove_prefix(1);
          std::from_chars(text.data(), text.data() + text.size(), made.quantity);
        } else {
          bool flag = value.get_bool();
          made.quantity = flag;
        }
      }
    }
    if (made.category.empty()) made.category = "other";
    made.price = price(made.category, made.size);
    if (made.quantity > 0) items.push_back(made);
  }

  void line(buffer &out, string_view head, double amount, double running) const {
    out.text(head), out.number(amount), out.text(",\"running\":"), out.number(running);
  }

  void append(buffer &out) {
    double haul = 0;
    total_quantity = 0;
    for (const item &i : items) haul += i.price * double(i.quantity), total_quantity += i.quantity;
    if (total_quantity == 0) {
      out.text("{\"booking_id\":null,\"status\":\"declined\",\"total\":null,\"reason\":\"At least one item with a valid category is required\"}\n");
      return;
    }
    double rate = total_quantity >= 16 ? .2 : total_quantity >= 8 ? .15 : total_quantity >= 4 ? .1 : 0;
    double discount = -cents(haul * rate), after = haul + discount, base = cents(after);
    int64_t day;
    string_view reasons[3];
    int reason_count = 0;
    double surge_rate = 0;
    if (date(scheduled, day)) {
      int weekday = int(((day + 3) % 7 + 7) % 7);
      if (day <= today) surge_rate += .25, reasons[reason_count++] = "Same-day pickup (+25%)";
      if (day == today + 1) surge_rate += .1, reasons[reason_count++] = "Next-day pickup (+10%)";
      if (weekday >= 5) surge_rate += .15, reasons[reason_count++] = "Weekend pickup (+15%)";
    }
    double multiplier = 1 + surge_rate, surged = cents(base * multiplier), surge = surged - base;
    double fee = cents(surged * .08), with_fee = surged + fee, before = cents(with_fee);
    double total = before < 89 ? 89 : before;
    auto list_reasons = [&] {
      for (int i = 0; i < reason_count; i++) {
        if (i) out.text(",");
        out.quoted(reasons[i]);
      }
    };
    out.text("{\"booking_id\":null,\"status\":\"quoted\",\"lines\":[{\"id\":\"haul\",\"kind\":\"line\",\"amount\":");
    out.number(haul), out.text(",\"instances\":[");
    int64_t element = 0;
    for (const item &i : items) {
      out.text(element++ ? ",{\"element\":" : "{\"element\":"), out.whole(element), out.text(",\"label\":");
      char label[600];
      char *end = std::to_chars(label, label + 24, i.quantity).ptr;
      memcpy(end, " \xC3\x97 ", 4), end += 4;
      size_t length = std::min<size_t>(i.category.size(), 512);
      memcpy(end, i.category.data(), length), end += length;
      out.quoted({label, size_t(end - label)}), out.text(",\"amount\":"), out.number(i.price * double(i.quantity)), out.text("}");
    }
    line(out, "]},{\"id\":\"bulk_discount\",\"kind\":\"line\",\"amount\":", discount, after);
    line(out, "},{\"id\":\"base_price\",\"kind\":\"subtotal\",\"amount\":", base - after, base);
    line(out, "},{\"id\":\"surge\",\"kind\":\"line\",\"amount\":", surge, surged);
    if (reason_count) out.text(",\"reasons\":["), list_reasons(), out.text("]");
    line(out, "},{\"id\":\"service_fee\",\"kind\":\"line\",\"amount\":", fee, with_fee);
    line(out, "},{\"id\":\"before_minimum\",\"kind\":\"subtotal\",\"amount\":", before - with_fee, before);
    line(out, "},{\"id\":\"minimum\",\"kind\":\"line\",\"amount\":", total - before, total);
    out.text("}],\"total\":"), out.number(total), out.text(",\"outputs\":{\"items\":[");
    element = 0;
    for (const item &i : items) {
      out.text(element++ ? ",{\"category\":" : "{\"category\":"), out.quoted(i.category);
      out.text(",\"quantity\":"), out.whole(i.quantity), out.text(",\"size\":");
      if (i.has_size) out.quoted(i.size);
      else out.text("null");
      out.text(",\"unit_price\":"), out.number(cents(i.price));
      out.text(",\"line_total\":"), out.number(cents(i.price * double(i.quantity))), out.text("}");
    }
    out.text("],\"items_subtotal\":"), out.number(cents(haul)), out.text(",\"volume_discount_rate\":"), out.number(rate);
    out.text(",\"volume_discount\":"), out.number(-discount), out.text(",\"volume_discount_label\":");
    if (rate > 0) {
      out.text("\""), out.whole(int64_t(rate * 100)), out.text("% volume discount ("), out.whole(total_quantity);
      out.text(" items)\"");
    } else {
      out.text("null");
    }
    out.text(",\"base_price\":"), out.number(base), out.text(",\"surge_multiplier\":"), out.number(rounded(multiplier, 1e4));
    out.text(",\"surge_amount\":"), out.number(cents(surge)), out.text(",\"surge_reasons\":["), list_reasons();
    out.text("],\"service_fee\":"), out.number(fee), out.text(",\"minimum_job_price\":89.0,\"minimum_applied\":");
    out.text(total > before ? "true" : "false"), out.text(",\"total\":"), out.number(total);
    out.text(",\"total_quantity\":"), out.whole(total_quantity), out.text(",\"truck_size\":");
    out.text(total_quantity <= 5 ? "\"Standard Pickup\"" : total_quantity <= 12 ? "\"Large Truck\"" : "\"Extra-Large Truck / Multiple Loads\"");
    out.text(",\"estimated_duration\":"), out.whole(30 + 8 * total_quantity), out.text("}}\n");
  }
};

}  // namespace

int main(int count, char **arguments) {
  if (count != 3) return 2;
  int in = open(arguments[1], O_RDONLY), to = open(arguments[2], O_WRONLY | O_CREAT | O_TRUNC, 0644);
  struct stat about;
  if (in < 0 || to < 0 || fstat(in, &about)) return 1;
  std::vector<char> bytes(about.st_size + SIMDJSON_PADDING);
  for (off_t at = 0; at < about.st_size;) {
    ssize_t got = read(in, bytes.data() + at, about.st_size - at);
    if (got <= 0) return 1;
    at += got;
  }
  buffer out(to);
  reply made;
  ondemand::parser parser;
  const char *at = bytes.data(), *end = at + about.st_size;
  while (at < end) {
    const char *line = static_cast<const char *>(memchr(at, '\n', end - at));
    size_t length = (line ? line : end) - at;
    ondemand::document request;
    if (!parser.iterate(padded_string_view(at, length, bytes.data() + bytes.size() - at)).get(request)) {
      out.keep_room();
      made.read(request);
      made.append(out);
    }
    at += length + 1;
  }
  out.flush();
  return 0;
}
