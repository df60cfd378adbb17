#ifndef CCURL_H
#define CCURL_H

#include <stddef.h>
#include <stdint.h>

/// HTTP requests side by side, by libcurl. The library is loaded when the first
/// client is made and not before: linked, its thirty libraries would make every
/// start of the program eight milliseconds longer.

/// Loads libcurl. Null if it is there, else why not.
const char *ccurl_load(void);

typedef struct ccurl_client ccurl_client;

typedef struct {
  /// Requests under way at a time.
  int concurrency;
  /// Counted from the start of a request to the last byte of its reply.
  long timeout_milliseconds;
  /// A longer reply is cut off.
  size_t reply_bound;
  /// A PEM file of certificates to trust in the system's stead; null for the system's.
  const char *authorities;
  const char *user_agent;
} ccurl_options;

/// Null where memory is short. Certificates are always verified.
ccurl_client *ccurl_new(const ccurl_options *options);
void ccurl_free(ccurl_client *client);

/// Starts a request; everything is copied. 0 if it is under way.
int ccurl_begin(ccurl_client *client, uint64_t tag, const char *method, const char *url,
                const char *const *headers, size_t header_count, const uint8_t *body,
                size_t body_count);

/// Moves bytes for at most so long; returns earlier when something happened.
void ccurl_wait(ccurl_client *client, int milliseconds);

typedef enum {
  /// A whole reply, of any status.
  CCURL_ANSWERED,
  /// No reply, or not all of it: the network's fault. Another try may do better.
  CCURL_FAILED,
  /// Longer than the bound.
  CCURL_TOO_LONG,
  /// The other side is not who it should be, or the request makes no sense: no
  /// try will do better.
  CCURL_HOPELESS,
} ccurl_outcome;

typedef struct {
  uint64_t tag;
  ccurl_outcome outcome;
  long status;
  /// Seconds; 0 where nothing was said.
  int64_t retry_after;
  const uint8_t *body;
  size_t body_count;
  /// Never null.
  const char *content_type;
  /// What went wrong, in the library's words. Never null.
  const char *message;
} ccurl_reply;

/// The next finished request, 0 if there is none. Texts are good until the next call.
int ccurl_take(ccurl_client *client, ccurl_reply *reply);

#endif
