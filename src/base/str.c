#include "base/str.h"

#include <stdio.h>
#include <string.h>

#include "base/check.h"

void str_init(Run *run, Str *s) { *s = (Str){run, NULL, 0, 0}; }

void str_clear(Str *s)
{
    run_release(s->run, s->data);
    str_init(s->run, s);
}

void str_reset(Str *s)
{
    s->length = 0;
    if (s->data) s->data[0] = 0;
}

/* The text ends with a zero byte of its own. */
static bool str_is_valid(const Str *s)
{
    if (!s->data) return s->length == 0 && s->capacity == 0;
    return s->length < s->capacity && s->data[s->length] == 0;
}

static void reserve(Str *s, size_t more)
{
    size_t need = s->length + more + 1;
    if (need <= s->capacity) return;
    size_t n = s->capacity ? s->capacity : 64;
    while (n < need)
        n *= 2;
    s->data = run_realloc(s->run, s->data, n);
    s->capacity = n;
}

void str_add_bytes(Str *s, const char *bytes, size_t length)
{
    CHECK(str_is_valid(s));
    reserve(s, length);
    if (length) memcpy(s->data + s->length, bytes, length);
    s->length += length;
    s->data[s->length] = 0;
}

void str_add(Str *s, const char *text) { str_add_bytes(s, text, strlen(text)); }

void str_addf(Str *s, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n > 0) {
        reserve(s, (size_t)n);
        vsnprintf(s->data + s->length, (size_t)n + 1, format, again);
        s->length += (size_t)n;
    }
    va_end(again);
    CHECK(n >= 0 && str_is_valid(s));
}

const char *str_text(const Str *s) { return s->data ? s->data : ""; }

void str_add_json(Str *s, const char *text)
{
    str_add(s, "\"");
    for (const char *c = text; *c; c++) {
        unsigned char u = (unsigned char)*c;
        if (u == '"' || u == '\\')
            str_addf(s, "\\%c", u);
        else if (u == '\n')
            str_add(s, "\\n");
        else if (u == '\t')
            str_add(s, "\\t");
        else if (u < 0x20)
            str_addf(s, "\\u%04x", u);
        else
            str_add_bytes(s, c, 1);
    }
    str_add(s, "\"");
}
