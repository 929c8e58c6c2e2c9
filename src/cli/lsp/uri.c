#include "cli/lsp/uri.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/input.h"
#include "cli/files/memory.h"

#define SOURCE_BYTES_MAX (4u << 20)

static int digit(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Without %XX; NULL: there is a NUL among them. */
static char *decode_percent(const char *text)
{
    char *out = memory_copy(text, strlen(text)), *to = out;
    for (const char *c = text; *c; c++) {
        int high = *c == '%' ? digit(c[1]) : -1, low = high >= 0 ? digit(c[2]) : -1;
        *to++ = low >= 0 ? (char)(high * 16 + low) : *c;
        if (low >= 0) c += 2;
        if (to[-1]) continue;
        free(out);
        return NULL;
    }
    *to = 0;
    return out;
}

char *uri_path(const char *uri)
{
    static const char scheme[] = "file://";
    if (strncmp(uri, scheme, strlen(scheme)) == 0) {
        const char *path = strchr(uri + strlen(scheme), '/'); /* behind the host, which is this one */
        return path ? decode_percent(path) : NULL;
    }
    char *name = strchr(uri, ':') ? NULL : decode_percent(uri), folder[4096];
    if (!name || *name == '/' || !getcwd(folder, sizeof folder)) return name;
    char *path = memory_format("%s/%s", folder, name);
    free(name);
    return path;
}

char *uri_of_path(const char *path)
{
    static const char hex[] = "0123456789ABCDEF";
    char *out = memory_new(3 * strlen(path) + sizeof "file://"), *to = out;
    memcpy(to, "file://", strlen("file://"));
    to += strlen("file://");
    for (; *path; path++) {
        unsigned char c = (unsigned char)*path;
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                        (c < 0x80 && strchr("-._~/", c));
        if (is_plain) {
            *to++ = (char)c;
        } else {
            *to++ = '%';
            *to++ = hex[c >> 4];
            *to++ = hex[c & 15];
        }
    }
    *to = 0;
    return out;
}

/* Units of UTF-16: a character of four bytes in UTF-8 is two. */
static json_int_t units(const char *text, size_t length)
{
    json_int_t n = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        n += (c & 0xC0) != 0x80;
        n += c >= 0xF0;
    }
    return n;
}

static json_t *position(unsigned line, json_int_t character)
{
    return json_pack("{s:I, s:I}", "line", (json_int_t)(line ? line - 1 : 0), "character", character);
}

json_t *uri_line_range(const char *path, unsigned line)
{
    InputError error = {0, ""};
    char *text = line ? input_read(path, SOURCE_BYTES_MAX, &error) : NULL;
    const char *at = text;
    for (unsigned i = 1; at && i < line; i++) {
        at = strchr(at, '\n');
        at = at ? at + 1 : NULL;
    }
    size_t length = at ? strcspn(at, "\r\n") : 0, blanks = at ? strspn(at, " \t") : 0;
    if (blanks > length) blanks = length;
    json_t *range = json_pack("{s:o, s:o}", "start", position(line, at ? units(at, blanks) : 0), "end",
                              position(line, at ? units(at, length) : 0));
    free(text);
    return range;
}
