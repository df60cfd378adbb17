#include "../CUnicode/shim.h"
#include "csimdjson.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <simdjson.h>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

using namespace simdjson;

struct json_tokens {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stages;
};

// Where unescaped texts are put: blocks that stay where they are, so that texts live until all are dropped.
struct text_room {
  std::vector<std::pair<std::unique_ptr<uint8_t[]>, size_t>> blocks;
  size_t block = 0, used = 0;

  void clear() { block = used = 0; }

  uint8_t *take(size_t count) {
    while (block < blocks.size() && blocks[block].second - used < count) block++, used = 0;
    if (block == blocks.size()) {
      size_t size = std::max<size_t>(count, 16 << 10);
      blocks.emplace_back(new uint8_t[size], size);
    }
    return blocks[block].first.get() + used;
  }
};

struct json_reader {
  json_tokens tokens;
  ondemand::parser unescaper;
  text_room texts;
  std::vector<json_node> nodes;
  std::vector<uint32_t> open;  // containers that are not closed yet, from the outermost
  uint32_t deepest;
  bool takes_words;
};

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// RFC 8259, section 6.
bool is_number(std::string_view t) {
  size_t i = 0, n = t.size();
  auto digits = [&] {
    size_t from = i;
    while (i < n && t[i] >= '0' && t[i] <= '9') i++;
    return i - from;
  };
  if (i < n && t[i] == '-') i++;
  bool zero = i < n && t[i] == '0';
  size_t whole = digits();
  if (whole == 0 || (zero && whole > 1)) return false;
  if (i < n && t[i] == '.') {
    i++;
    if (!digits()) return false;
  }
  if (i < n && (t[i] == 'e' || t[i] == 'E')) {
    i++;
    if (i < n && (t[i] == '+' || t[i] == '-')) i++;
    if (!digits()) return false;
  }
  return i == n;
}

bool is_word(std::string_view t) { return t == "NaN" || t == "Infinity" || t == "-Infinity"; }

json_outcome outcome(error_code error) {
  switch (error) {
    case SUCCESS: return JSON_FINE;
    case DEPTH_ERROR: return JSON_TOO_DEEP;
    case UTF8_ERROR: return JSON_NOT_UTF8;
    case MEMALLOC: return JSON_OUT_OF_MEMORY;
    default: return JSON_MALFORMED;
  }
}

json_outcome find(json_tokens &tokens, const uint8_t *bytes, size_t length) {
  auto &stages = tokens.stages;
  if (!stages) {
    if (auto e = get_active_implementation()->create_dom_parser_implementation(length, 1, stages)) return outcome(e);
  } else if (stages->capacity() < length) {
    if (auto e = stages->set_capacity(length)) return outcome(e);
  }
  return outcome(stages->stage1(bytes, length, stage1_mode::regular));
}

// Builds the nodes of one record from the tokens that simdjson's first stage found. That stage has
// checked UTF-8, that strings are closed and hold no control characters, and that two tokens do not touch
// where they may not; what is left is the grammar of RFC 8259 over whole tokens.
class builder {
 public:
  builder(json_reader &reader, const uint8_t *bytes, size_t length)
      : r(reader),
        bytes(reinterpret_cast<const char *>(bytes)),
        length(length),
        places(reader.tokens.stages->structural_indexes.get()),
        count(reader.tokens.stages->n_structural_indexes),
        first(reader.nodes.size()) {}

  json_outcome build() {
    r.open.clear();
    json_outcome result = value();
    while (result == JSON_FINE && !r.open.empty()) result = next();
    if (result == JSON_FINE && at < count) return JSON_MALFORMED;  // something follows
    return result;
  }

 private:
  json_reader &r;
  const char *bytes;
  size_t length;
  const uint32_t *places;
  size_t count;
  size_t first;  // the record's own node
  size_t at = 0;

  char byte() const { return at < count ? bytes[places[at]] : 0; }

  // Up to the next token, without the white space before it.
  std::string_view take() {
    size_t start = places[at++];
    size_t end = at < count ? places[at] : length;
    return trimmed({bytes + start, end - start});
  }

  void add(uint8_t kind, std::string_view text, bool borrowed = false) {
    json_node node = {};
    node.kind = kind;
    node.text = reinterpret_cast<const uint8_t *>(text.data());
    node.length = static_cast<uint32_t>(text.size());
    node.borrowed = borrowed;
    node.next = static_cast<uint32_t>(r.nodes.size() - first + 1);
    r.nodes.push_back(node);
  }

  json_outcome value() {
    if (r.open.size() >= r.deepest) return JSON_TOO_DEEP;
    switch (byte()) {
      case '{': return open(JSON_OBJECT, '}');
      case '[': return open(JSON_ARRAY, ']');
      case '"': return string(JSON_STRING);
      case 't': return word("true", JSON_TRUE);
      case 'f': return word("false", JSON_FALSE);
      case 'n': return word("null", JSON_NULL);
      case 0: case ']': case '}': case ',': case ':': return JSON_MALFORMED;
      default: return number();
    }
  }

  json_outcome open(uint8_t kind, char end) {
    const char *start = bytes + places[at++];
    r.open.push_back(static_cast<uint32_t>(r.nodes.size()));
    add(kind, {start, 0});
    if (byte() != end) return kind == JSON_OBJECT ? member() : value();
    return close();
  }

  json_outcome close() {
    const char *end = bytes + places[at++] + 1;
    size_t index = r.open.back();
    r.open.pop_back();
    json_node &node = r.nodes[index];
    node.next = static_cast<uint32_t>(r.nodes.size() - first);
    node.length = static_cast<uint32_t>(end - reinterpret_cast<const char *>(node.text));
    if (node.kind == JSON_OBJECT) mark_repeated(index);
    return JSON_FINE;
  }

  // What follows a value in its container.
  json_outcome next() {
    json_node &container = r.nodes[r.open.back()];
    container.size++;
    bool is_object = container.kind == JSON_OBJECT;
    char c = byte();
    if (c == (is_object ? '}' : ']')) return close();
    if (c != ',') return JSON_MALFORMED;
    at++;
    return is_object ? member() : value();
  }

  json_outcome member() {
    if (byte() != '"') return JSON_MALFORMED;
    if (auto bad = string(JSON_KEY)) return bad;
    if (byte() != ':') return JSON_MALFORMED;
    at++;
    return value();
  }

  json_outcome word(std::string_view spelled, uint8_t kind) {
    std::string_view token = take();
    if (token != spelled) return JSON_MALFORMED;
    add(kind, token);
    return JSON_FINE;
  }

  json_outcome number() {
    std::string_view token = take();
    if (!is_number(token) && !(r.takes_words && is_word(token))) return JSON_BAD_NUMBER;
    add(JSON_NUMBER, token);
    return JSON_FINE;
  }

  json_outcome string(uint8_t kind) {
    std::string_view token = take();
    if (token.size() < 2 || token.back() != '"') return JSON_MALFORMED;
    std::string_view inner = token.substr(1, token.size() - 2);
    if (!memchr(inner.data(), '\\', inner.size())) return add_text(kind, inner, false);
    if (!r.unescaper.capacity())
      if (auto e = r.unescaper.allocate(SIMDJSON_PADDING)) return outcome(e);
    uint8_t *room = r.texts.take(inner.size() + SIMDJSON_PADDING), *end = room;
    std::string_view text;
    auto raw = ondemand::raw_json_string(reinterpret_cast<const uint8_t *>(inner.data()));
    if (auto e = r.unescaper.unescape(raw, end).get(text)) return outcome(e);
    r.texts.used += text.size();
    return add_text(kind, text, true);
  }

  // Names are compared in Unicode's form C, in which nothing below U+0300 changes.
  json_outcome add_text(uint8_t kind, std::string_view text, bool borrowed) {
    auto may_change = [](char c) { return static_cast<uint8_t>(c) >= 0xCC; };
    if (kind != JSON_KEY || std::none_of(text.begin(), text.end(), may_change)) {
      add(kind, text, borrowed);
      return JSON_FINE;
    }
    uint8_t *made = nullptr;
    auto size = unicode_compose(reinterpret_cast<const uint8_t *>(text.data()), text.size(), &made);
    std::unique_ptr<uint8_t, decltype(&unicode_free)> composed(made, &unicode_free);
    if (size == UTF8PROC_ERROR_NOMEM) return JSON_OUT_OF_MEMORY;
    std::string_view name(reinterpret_cast<const char *>(made), size < 0 ? 0 : size);
    if (size < 0 || name == text) {
      add(kind, text, borrowed);
      return JSON_FINE;
    }
    uint8_t *room = r.texts.take(name.size() + SIMDJSON_PADDING);
    memcpy(room, name.data(), name.size());
    r.texts.used += name.size();
    add(kind, {reinterpret_cast<const char *>(room), name.size()}, true);
    return JSON_FINE;
  }

  // Marks keys that came before in the same object, and the record that has one.
  void mark_repeated(size_t object) {
    uint32_t size = r.nodes[object].size;
    std::unordered_set<std::string_view> names;
    uint64_t seen = 0;
    for (size_t key = object + 1, n = 0; n < size; n++, key = after(key)) {
      std::string_view name = text(key);
      bool repeated;
      if (size > 24) {
        repeated = !names.insert(name).second;
      } else {
        size_t mix = name.empty() ? 0 : name.size() * 5 + name.front() * 3 + name.back() * 17;
        uint64_t bit = uint64_t(1) << (mix & 63);
        repeated = (seen & bit) && is_before(key, object, name);
        seen |= bit;
      }
      if (repeated) r.nodes[key].repeated = r.nodes[first].repeated = 1;
    }
  }

  bool is_before(size_t key, size_t object, std::string_view name) const {
    for (size_t other = object + 1; other != key; other = after(other))
      if (text(other) == name) return true;
    return false;
  }

  // The key after a key and its value.
  size_t after(size_t key) const { return first + r.nodes[key + 1].next; }

  std::string_view text(size_t node) const {
    return {reinterpret_cast<const char *>(r.nodes[node].text), r.nodes[node].length};
  }
};

}  // namespace

json_reader *json_reader_new(uint32_t deepest, int takes_words) {
  auto *reader = new (std::nothrow) json_reader;
  if (reader) reader->deepest = deepest, reader->takes_words = takes_words;
  return reader;
}

void json_reader_free(json_reader *reader) { delete reader; }

void json_reader_clear(json_reader *reader) {
  reader->nodes.clear();
  reader->texts.clear();
}

json_outcome json_reader_read(json_reader *reader, const uint8_t *bytes, size_t length, size_t *record) {
  *record = reader->nodes.size();
  if (!length) return JSON_MALFORMED;
  json_outcome result = find(reader->tokens, bytes, length);
  if (result == JSON_FINE) result = builder(*reader, bytes, length).build();
  if (result != JSON_FINE) reader->nodes.resize(*record);
  return result;
}

const json_node *json_reader_nodes(const json_reader *reader, size_t record) {
  return reader->nodes.data() + record;
}

json_tokens *json_tokens_new() { return new (std::nothrow) json_tokens; }

void json_tokens_free(json_tokens *tokens) { delete tokens; }

json_outcome json_tokens_find(json_tokens *tokens, const uint8_t *bytes, size_t length, const uint32_t **places,
                              size_t *count) {
  *count = 0;
  if (auto bad = find(*tokens, bytes, length)) return bad;
  *places = tokens->stages->structural_indexes.get();
  *count = tokens->stages->n_structural_indexes;
  return JSON_FINE;
}

int json_is_number(const uint8_t *bytes, size_t length) {
  return is_number({reinterpret_cast<const char *>(bytes), length});
}

int json_is_utf8(const uint8_t *bytes, size_t length) {
  return simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length);
}
