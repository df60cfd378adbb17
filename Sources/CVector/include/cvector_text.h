/* A text that somebody else holds. */
#ifndef CVECTOR_TEXT_H
#define CVECTOR_TEXT_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
  const uint8_t *base;
  size_t count;
} cvector_text;

#endif
