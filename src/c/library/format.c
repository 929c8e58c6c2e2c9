#include "c/library/format.h"

#include <stddef.h>
#include <string.h>

typedef struct Scanner {
    const uint32_t *text;
    uint32_t at, length;
    uint32_t argument; /* the next one */
    bool is_known;
    uint64_t printed;
} Scanner;

static uint32_t peek_char(const Scanner *s) { return s->at < s->length ? s->text[s->at] : 0; }

static bool is_char_in(uint32_t c, const char *set) { return c > 0 && c < 128 && strchr(set, (int)c) != NULL; }

static void skip_digits(Scanner *s)
{
    while (is_char_in(peek_char(s), "0123456789"))
        s->at++;
}

/* A width or a precision, which may be an argument. */
static void skip_number(Scanner *s)
{
    if (peek_char(s) == '*') {
        s->at++;
        s->argument++;
    } else {
        skip_digits(s);
    }
}

/* The size of an integer with the length modifier at hand; 0 = there is no such modifier. */
static uint32_t integer_bytes(Scanner *s, uint32_t long_bytes)
{
    uint32_t first = peek_char(s);
    if (!is_char_in(first, "hlLqjzt")) return 4;
    s->at++;
    bool is_double = is_char_in(first, "hl") && peek_char(s) == first;
    s->at += is_double;
    switch (first) {
    case 'h': return is_double ? 1 : 2;
    case 'l': return is_double ? 8 : long_bytes;
    case 'z':
    case 't': return long_bytes;
    default: return 8;
    }
}

static bool add_format_write(Scanner *s, uint32_t bytes, Format *format)
{
    if (format->count == FORMAT_WRITES) return false;
    format->writes[format->count++] = (FormatWrite){s->argument++, bytes, s->is_known, s->printed};
    return true;
}

/* %s: at most as many characters as the precision says, which may be none. */
static bool add_text_argument(const Scanner *s, bool has_precision, bool is_narrow, Format *format)
{
    if (s->argument >= 64) return false;
    format->texts |= UINT64_C(1) << s->argument;
    if (!has_precision) format->some_texts |= UINT64_C(1) << s->argument;
    if (is_narrow) format->narrow |= UINT64_C(1) << s->argument;
    return true;
}

/* Behind the '%'. */
static bool scan_conversion(Scanner *s, uint32_t long_bytes, Format *format)
{
    uint32_t start = s->at;
    while (is_char_in(peek_char(s), "-+ #0'I"))
        s->at++;
    skip_number(s);
    bool has_precision = peek_char(s) == '.';
    if (has_precision) {
        s->at++;
        skip_number(s);
    }
    bool is_plain = s->at == start; /* no flags, width or precision */
    uint32_t modifier = s->at;
    uint32_t bytes = integer_bytes(s, long_bytes), conversion = peek_char(s);
    s->at++;
    if (conversion == 'n') return add_format_write(s, bytes, format);
    if (conversion == '%' && is_plain) {
        s->printed++;
        return s->at == start + 1;
    }
    if (conversion == 'c' && is_plain && bytes == 4)
        s->printed++;
    else
        s->is_known = false;
    if (conversion == 'm') return true; /* has no argument */
    bool is_narrow = conversion == 's' && s->at == modifier + 1;
    if (is_char_in(conversion, "sS") && !add_text_argument(s, has_precision, is_narrow, format)) return false;
    s->argument++;
    return is_char_in(conversion, "diouxXeEfFgGaAcsCSp");
}

bool format_parse(const uint32_t *text, uint32_t length, uint32_t long_bytes, Format *format)
{
    Scanner s = {.text = text, .length = length, .is_known = true};
    format->count = 0;
    format->texts = format->some_texts = format->narrow = 0;
    while (s.at < s.length) {
        uint32_t c = s.text[s.at++];
        if (c != '%') {
            s.printed++;
            s.is_known &= c < 128; /* a character may be converted */
            continue;
        }
        if (!scan_conversion(&s, long_bytes, format)) return false;
    }
    return true;
}
