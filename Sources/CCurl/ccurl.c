#include "ccurl.h"

#include <curl/curl.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

/// The functions that are used, found by name.
static struct {
  void *library;
  CURLcode (*global_init)(long);
  const char *(*easy_strerror)(CURLcode);
  CURL *(*easy_init)(void);
  CURLcode (*easy_setopt)(CURL *, CURLoption, ...);
  CURLcode (*easy_getinfo)(CURL *, CURLINFO, ...);
  void (*easy_reset)(CURL *);
  void (*easy_cleanup)(CURL *);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_setopt)(CURLM *, CURLMoption, ...);
  CURLMcode (*multi_add_handle)(CURLM *, CURL *);
  CURLMcode (*multi_remove_handle)(CURLM *, CURL *);
  CURLMcode (*multi_perform)(CURLM *, int *);
  CURLMcode (*multi_poll)(CURLM *, struct curl_waitfd *, unsigned, int, int *);
  CURLMsg *(*multi_info_read)(CURLM *, int *);
  CURLMcode (*multi_cleanup)(CURLM *);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} curl;

static int find(const char *name, void *target) {
  void *found = dlsym(curl.library, name);
  memcpy(target, &found, sizeof found);
  return found != NULL;
}

const char *ccurl_load(void) {
  if (curl.library != NULL) return NULL;
  curl.library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  if (curl.library == NULL) return "libcurl.so.4 is not on this machine";
#define FIND(name) find("curl_" #name, &curl.name)
  int complete = FIND(global_init) && FIND(easy_strerror) && FIND(easy_init) &&
                 FIND(easy_setopt) && FIND(easy_getinfo) && FIND(easy_reset) &&
                 FIND(easy_cleanup) && FIND(multi_init) && FIND(multi_setopt) &&
                 FIND(multi_add_handle) && FIND(multi_remove_handle) && FIND(multi_perform) &&
                 FIND(multi_poll) && FIND(multi_info_read) && FIND(multi_cleanup) &&
                 FIND(slist_append) && FIND(slist_free_all);
#undef FIND
  if (complete && curl.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) return NULL;
  dlclose(curl.library);
  curl.library = NULL;
  return complete ? "libcurl.so.4 cannot be started" : "libcurl.so.4 is older than 7.66";
}

/// One request at a time, one connection after the other.
typedef struct {
  CURL *easy;
  int is_busy;
  uint64_t tag;
  struct curl_slist *headers;
  uint8_t *request;
  uint8_t *body;
  size_t body_count;
  size_t body_capacity;
  size_t bound;
  int is_too_long;
  char message[CURL_ERROR_SIZE];
} transfer;

struct ccurl_client {
  CURLM *multi;
  transfer *transfers;
  int count;
  long timeout;
  size_t bound;
  char *authorities;
  char *user_agent;
  /// The one that `ccurl_take` gave out last.
  transfer *given;
};

static size_t receive(char *bytes, size_t size, size_t count, void *context) {
  transfer *t = context;
  size_t more = size * count;
  if (more > t->bound - t->body_count) {
    t->is_too_long = 1;
    return CURL_WRITEFUNC_ERROR;
  }
  if (t->body_count + more > t->body_capacity) {
    size_t capacity = t->body_capacity * 2 > t->body_count + more ? t->body_capacity * 2
                                                                  : t->body_count + more;
    uint8_t *grown = realloc(t->body, capacity);
    if (grown == NULL) return CURL_WRITEFUNC_ERROR;
    t->body = grown;
    t->body_capacity = capacity;
  }
  memcpy(t->body + t->body_count, bytes, more);
  t->body_count += more;
  return more;
}

ccurl_client *ccurl_new(const ccurl_options *options) {
  ccurl_client *client = calloc(1, sizeof *client);
  if (client == NULL) return NULL;
  client->count = options->concurrency;
  client->timeout = options->timeout_milliseconds;
  client->bound = options->reply_bound;
  client->transfers = calloc((size_t)client->count, sizeof *client->transfers);
  client->multi = curl.multi_init();
  client->user_agent = strdup(options->user_agent);
  if (options->authorities != NULL) client->authorities = strdup(options->authorities);
  if (client->transfers == NULL || client->multi == NULL || client->user_agent == NULL ||
      (options->authorities != NULL && client->authorities == NULL)) {
    ccurl_free(client);
    return NULL;
  }
  curl.multi_setopt(client->multi, CURLMOPT_MAX_HOST_CONNECTIONS, (long)client->count);
  return client;
}

/// Forgets a request, the token in its headers with it.
static void release(ccurl_client *client, transfer *t) {
  if (t->easy != NULL) {
    if (t->is_busy) curl.multi_remove_handle(client->multi, t->easy);
    curl.easy_reset(t->easy);
  }
  curl.slist_free_all(t->headers);
  free(t->request);
  t->headers = NULL;
  t->request = NULL;
  t->is_busy = 0;
}

void ccurl_free(ccurl_client *client) {
  if (client == NULL) return;
  for (int index = 0; client->transfers != NULL && index < client->count; index++) {
    transfer *t = &client->transfers[index];
    release(client, t);
    if (t->easy != NULL) curl.easy_cleanup(t->easy);
    free(t->body);
  }
  if (client->multi != NULL) curl.multi_cleanup(client->multi);
  free(client->transfers);
  free(client->authorities);
  free(client->user_agent);
  free(client);
}

/// Options that every request has.
static void set_up(ccurl_client *client, transfer *t) {
  CURL *easy = t->easy;
  curl.easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl.easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  curl.easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
  curl.easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
  curl.easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
  if (client->authorities != NULL) {
    curl.easy_setopt(easy, CURLOPT_CAINFO, client->authorities);
    curl.easy_setopt(easy, CURLOPT_CAPATH, NULL);
  }
  curl.easy_setopt(easy, CURLOPT_TIMEOUT_MS, client->timeout);
  curl.easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, client->timeout);
  curl.easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "");
  curl.easy_setopt(easy, CURLOPT_USERAGENT, client->user_agent);
  curl.easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive);
  curl.easy_setopt(easy, CURLOPT_WRITEDATA, t);
  curl.easy_setopt(easy, CURLOPT_ERRORBUFFER, t->message);
  curl.easy_setopt(easy, CURLOPT_PRIVATE, t);
}

int ccurl_begin(ccurl_client *client, uint64_t tag, const char *method, const char *url,
                const char *const *headers, size_t header_count, const uint8_t *body,
                size_t body_count) {
  transfer *t = NULL;
  for (int index = 0; index < client->count && t == NULL; index++)
    if (!client->transfers[index].is_busy) t = &client->transfers[index];
  if (t == NULL) return 1;
  if (t == client->given) client->given = NULL;
  if (t->easy == NULL) t->easy = curl.easy_init();
  if (t->easy == NULL) return 1;
  t->tag = tag;
  t->bound = client->bound;
  t->body_count = 0;
  t->is_too_long = 0;
  t->message[0] = 0;
  set_up(client, t);
  for (size_t index = 0; index < header_count; index++) {
    struct curl_slist *longer = curl.slist_append(t->headers, headers[index]);
    if (longer == NULL) goto failed;
    t->headers = longer;
  }
  if (body_count > 0) {
    t->request = malloc(body_count);
    if (t->request == NULL) goto failed;
    memcpy(t->request, body, body_count);
    curl.easy_setopt(t->easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)body_count);
    curl.easy_setopt(t->easy, CURLOPT_POSTFIELDS, t->request);
  }
  curl.easy_setopt(t->easy, CURLOPT_CUSTOMREQUEST, method);
  curl.easy_setopt(t->easy, CURLOPT_HTTPHEADER, t->headers);
  if (curl.easy_setopt(t->easy, CURLOPT_URL, url) != CURLE_OK) goto failed;
  if (curl.multi_add_handle(client->multi, t->easy) != CURLM_OK) goto failed;
  t->is_busy = 1;
  return 0;
failed:
  release(client, t);
  return 1;
}

void ccurl_wait(ccurl_client *client, int milliseconds) {
  int running = 0, begun = 0;
  curl.multi_perform(client->multi, &running);
  for (int index = 0; index < client->count; index++) begun += client->transfers[index].is_busy;
  // What has ended by now is not told of again: waiting for it would take the whole time.
  if (milliseconds > 0 && running == begun) {
    curl.multi_poll(client->multi, NULL, 0, milliseconds, NULL);
    curl.multi_perform(client->multi, &running);
  }
}

static ccurl_outcome outcome(CURLcode code, const transfer *t) {
  if (t->is_too_long) return CCURL_TOO_LONG;
  switch (code) {
    case CURLE_OK:
      return CCURL_ANSWERED;
    case CURLE_URL_MALFORMAT:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ENGINE_INITFAILED:
    case CURLE_SSL_CERTPROBLEM:
      return CCURL_HOPELESS;
    default:
      return CCURL_FAILED;
  }
}

int ccurl_take(ccurl_client *client, ccurl_reply *reply) {
  if (client->given != NULL) release(client, client->given);
  client->given = NULL;
  CURLMsg *message;
  int waiting;
  do {
    message = curl.multi_info_read(client->multi, &waiting);
    if (message == NULL) return 0;
  } while (message->msg != CURLMSG_DONE);
  CURLcode code = message->data.result;
  transfer *t = NULL;
  curl.easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &t);
  client->given = t;
  const char *type = NULL;
  curl_off_t pause = 0;
  reply->status = 0;
  curl.easy_getinfo(t->easy, CURLINFO_RESPONSE_CODE, &reply->status);
  curl.easy_getinfo(t->easy, CURLINFO_CONTENT_TYPE, &type);
  curl.easy_getinfo(t->easy, CURLINFO_RETRY_AFTER, &pause);
  reply->tag = t->tag;
  reply->outcome = outcome(code, t);
  reply->retry_after = (int64_t)pause;
  reply->body = t->body;
  reply->body_count = t->body_count;
  reply->content_type = type == NULL ? "" : type;
  reply->message = t->message[0] != 0 ? t->message : curl.easy_strerror(code);
  return 1;
}
