#include "csimdjson.h"

#include <cstring>
#include <memory>
#include <new>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

using namespace simdjson;

struct json_tokens {
  std::unique_ptr<simdjson::internal::dom_parser_implementation> stages;
};

struct json_reader {
  ondemand::parser parser;
  std::vector<json_node> nodes;
  std::string wrapped;
  uint32_t deepest;
};

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
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

json_outcome outcome(error_code error) {
  switch (error) {
    case SUCCESS: return JSON_FINE;
    case DEPTH_ERROR: return JSON_TOO_DEEP;
    case UTF8_ERROR: return JSON_NOT_UTF8;
    case MEMALLOC: return JSON_OUT_OF_MEMORY;
    default: return JSON_MALFORMED;
  }
}

size_t add(json_reader &r, uint8_t kind, std::string_view text, bool borrowed = false) {
  json_node node = {};
  node.kind = kind;
  node.text = reinterpret_cast<const uint8_t *>(text.data());
  node.length = static_cast<uint32_t>(text.size());
  node.borrowed = borrowed;
  node.next = static_cast<uint32_t>(r.nodes.size() + 1);
  r.nodes.push_back(node);
  return r.nodes.size() - 1;
}

json_outcome walk(json_reader &r, ondemand::value value, uint32_t depth);

json_outcome walk_array(json_reader &r, ondemand::value value, uint32_t depth) {
  ondemand::array array;
  if (auto e = value.get_array().get(array)) return outcome(e);
  size_t at = add(r, JSON_ARRAY, {});
  uint32_t size = 0;
  for (auto element : array) {
    ondemand::value inner;
    if (auto e = std::move(element).get(inner)) return outcome(e);
    if (auto bad = walk(r, inner, depth + 1)) return bad;
    size++;
  }
  r.nodes[at].size = size;
  r.nodes[at].next = static_cast<uint32_t>(r.nodes.size());
  return JSON_FINE;
}

// Marks keys that came before in the same object, and the record that has one.
void mark_repeated(json_reader &r, size_t object) {
  uint32_t size = r.nodes[object].size;
  std::unordered_set<std::string_view> seen;
  auto name = [&](size_t at) {
    return std::string_view(reinterpret_cast<const char *>(r.nodes[at].text), r.nodes[at].length);
  };
  for (size_t key = object + 1, n = 0; n < size; n++, key = r.nodes[key + 1].next) {
    if (size > 24) {
      r.nodes[key].repeated = !seen.insert(name(key)).second;
    } else {
      for (size_t other = object + 1; other != key; other = r.nodes[other + 1].next)
        if (r.nodes[other].length == r.nodes[key].length && name(other) == name(key)) r.nodes[key].repeated = 1;
    }
    if (r.nodes[key].repeated) r.nodes[0].repeated = 1;
  }
}

json_outcome walk_object(json_reader &r, ondemand::value value, uint32_t depth) {
  ondemand::object object;
  if (auto e = value.get_object().get(object)) return outcome(e);
  size_t at = add(r, JSON_OBJECT, {});
  uint32_t size = 0;
  for (auto member : object) {
    ondemand::field field;
    if (auto e = std::move(member).get(field)) return outcome(e);
    const char *raw = field.key().raw();
    ondemand::value inner = field.value();
    size_t length = 0;
    while (raw[length] != '"' && raw[length] != '\\') length++;
    if (raw[length] == '"') {
      add(r, JSON_KEY, {raw, length});
    } else {
      std::string_view key;
      if (auto e = field.unescaped_key().get(key)) return outcome(e);
      add(r, JSON_KEY, key, true);
    }
    if (auto bad = walk(r, inner, depth + 1)) return bad;
    size++;
  }
  r.nodes[at].size = size;
  r.nodes[at].next = static_cast<uint32_t>(r.nodes.size());
  mark_repeated(r, at);
  return JSON_FINE;
}

json_outcome walk_string(json_reader &r, ondemand::value value, std::string_view token) {
  if (token.size() >= 2 && token.back() == '"' && !memchr(token.data() + 1, '\\', token.size() - 2)) {
    add(r, JSON_STRING, token.substr(1, token.size() - 2));
    return JSON_FINE;
  }
  std::string_view text;
  if (auto e = value.get_string().get(text)) return outcome(e);
  add(r, JSON_STRING, text, true);
  return JSON_FINE;
}

json_outcome walk(json_reader &r, ondemand::value value, uint32_t depth) {
  if (depth > r.deepest) return JSON_TOO_DEEP;
  std::string_view token = trimmed(value.raw_json_token());
  if (token.empty()) return JSON_MALFORMED;
  switch (token.front()) {
    case '{': return walk_object(r, value, depth);
    case '[': return walk_array(r, value, depth);
    case '"': return walk_string(r, value, token);
    case 't':
      if (token != "true") return JSON_MALFORMED;
      add(r, JSON_TRUE, token);
      return JSON_FINE;
    case 'f':
      if (token != "false") return JSON_MALFORMED;
      add(r, JSON_FALSE, token);
      return JSON_FINE;
    case 'n':
      if (token != "null") return JSON_MALFORMED;
      add(r, JSON_NULL, token);
      return JSON_FINE;
    default:
      if (!is_number(token)) return JSON_BAD_NUMBER;
      add(r, JSON_NUMBER, token);
      return JSON_FINE;
  }
}

json_outcome read_document(json_reader &r, const char *bytes, size_t length, bool is_wrapped) {
  ondemand::document document;
  if (auto e = r.parser.iterate(bytes, length, length + SIMDJSON_PADDING).get(document)) return outcome(e);
  ondemand::value root;
  if (auto e = document.get_value().get(root)) return outcome(e);
  if (auto bad = walk(r, root, is_wrapped ? 0 : 1)) return bad;
  if (!document.current_location().error()) return JSON_MALFORMED;  // something follows
  return JSON_FINE;
}

// A record that is neither object nor array is read as the one element of an array.
json_outcome read_scalar(json_reader &r, std::string_view text) {
  r.wrapped.assign(1, '[').append(text).append(1, ']');
  size_t length = r.wrapped.size();
  r.wrapped.append(SIMDJSON_PADDING, '\0');
  if (auto bad = read_document(r, r.wrapped.data(), length, true)) return bad;
  if (r.nodes[0].size != 1) return JSON_MALFORMED;
  r.nodes.erase(r.nodes.begin());
  r.nodes[0].next = 1;
  r.nodes[0].borrowed = 1;
  return JSON_FINE;
}

}  // namespace

json_reader *json_reader_new(uint32_t deepest) {
  auto *reader = new (std::nothrow) json_reader;
  if (reader) reader->deepest = deepest;
  return reader;
}

void json_reader_free(json_reader *reader) { delete reader; }

json_outcome json_reader_read(json_reader *reader, uint8_t *bytes, size_t length, const json_node **nodes,
                              size_t *count) {
  reader->nodes.clear();
  *count = 0;
  std::string_view text = trimmed({reinterpret_cast<const char *>(bytes), length});
  json_outcome result = JSON_MALFORMED;
  if (!text.empty()) {
    // simdjson goes on into what follows a record that is not closed: let it find nothing there.
    uint8_t *after = bytes + (text.data() + text.size() - reinterpret_cast<const char *>(bytes));
    uint8_t kept[SIMDJSON_PADDING];
    memcpy(kept, after, sizeof kept);
    memset(after, 0, sizeof kept);
    bool container = text.front() == '{' || text.front() == '[';
    result = container ? read_document(*reader, text.data(), text.size(), false) : read_scalar(*reader, text);
    memcpy(after, kept, sizeof kept);
  }
  if (result != JSON_FINE) return result;
  *nodes = reader->nodes.data();
  *count = reader->nodes.size();
  return JSON_FINE;
}

json_tokens *json_tokens_new() { return new (std::nothrow) json_tokens; }

void json_tokens_free(json_tokens *tokens) { delete tokens; }

json_outcome json_tokens_find(json_tokens *tokens, const uint8_t *bytes, size_t length, const uint32_t **places,
                              size_t *count) {
  *count = 0;
  if (!tokens->stages) {
    if (auto e = get_active_implementation()->create_dom_parser_implementation(length, 1, tokens->stages)) return outcome(e);
  } else if (tokens->stages->capacity() < length) {
    if (auto e = tokens->stages->set_capacity(length)) return outcome(e);
  }
  if (auto e = tokens->stages->stage1(bytes, length, stage1_mode::regular)) return outcome(e);
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
