/* A growing string. */
#ifndef CHORUS_BASE_STR_H
#define CHORUS_BASE_STR_H

#include "base/run.h"

typedef struct Str {
    Run *run;
    char *data; /* zero-terminated once anything was added; see str_text */
    size_t length, capacity;
} Str;

void str_init(Run *run, Str *s);
void str_clear(Str *s); /* frees */
void str_reset(Str *s); /* empties, keeps the memory */
void str_add(Str *s, const char *text);
void str_add_bytes(Str *s, const char *bytes, size_t length);
void str_addf(Str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Never NULL. */
const char *str_text(const Str *s);
/* A JSON string literal with quotes and escapes. */
void str_add_json(Str *s, const char *text);

#endif
