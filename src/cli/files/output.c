#include "cli/files/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/status.h"

static void append_bytes(Output *o, const char *bytes, size_t length)
{
    CHECK(o->length <= o->capacity && (o->data || !o->capacity));
    if (o->failed) return;
    if (o->capacity - o->length < length) {
        size_t capacity = o->capacity ? o->capacity : 4096;
        while (capacity - o->length < length)
            capacity *= 2;
        char *data = realloc(o->data, capacity);
        if (!data) {
            o->failed = true;
            return;
        }
        o->data = data;
        o->capacity = capacity;
    }
    if (length) memcpy(o->data + o->length, bytes, length);
    CHECK(o->failed || length <= o->capacity - o->length);
    o->length += length;
}

void output_add(Output *output, const char *text) { append_bytes(output, text, strlen(text)); }

void output_addf(Output *output, const char *format, ...)
{
    char small[512];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    if (n >= 0 && (size_t)n < sizeof small) {
        append_bytes(output, small, (size_t)n);
    } else {
        char *large = n < 0 ? NULL : malloc((size_t)n + 1);
        if (large) {
            vsnprintf(large, (size_t)n + 1, format, again);
            append_bytes(output, large, (size_t)n);
        } else {
            output->failed = true;
        }
        free(large);
    }
    va_end(again);
}

/* The length of the UTF-8 sequence, 0: it is none. Strict enough for browsers, which read the page as UTF-8. */
static size_t sequence_length(const unsigned char *s)
{
    size_t n = s[0] < 0x80 ? 1 : s[0] >= 0xc2 && s[0] < 0xe0 ? 2 : s[0] >= 0xe0 && s[0] < 0xf0 ? 3 : 0;
    if (s[0] >= 0xf0 && s[0] < 0xf5) n = 4;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    return n;
}

void output_add_json_string(Output *out, const char *text)
{
    output_add(out, "\"");
    for (const unsigned char *s = (const unsigned char *)text; *s;) {
        size_t n = sequence_length(s);
        if (n == 0)
            output_add(out, "?");
        else if (*s == '"' || *s == '\\')
            output_addf(out, "\\%c", *s);
        else if (*s < ' ' || *s == '<' || *s == 0x7f)
            output_addf(out, "\\u%04x", (unsigned)*s);
        else
            output_addf(out, "%.*s", (int)n, (const char *)s);
        s += n ? n : 1;
    }
    output_add(out, "\"");
}

void output_clear(Output *output)
{
    free(output->data);
    *output = (Output){NULL, 0, 0, false};
}

int output_write(int fd, const char *data, size_t length)
{
    CHECK(fd >= 0 && (data || !length));
    while (length) {
        ssize_t n = write(fd, data, length);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return errno;
        CHECK((size_t)n <= length);
        data += n;
        length -= (size_t)n;
    }
    return 0;
}

int output_flush(Output *output, int status)
{
    int error = output->failed ? ENOMEM : output_write(STDOUT_FILENO, output->data, output->length);
    output_clear(output);
    if (!error || error == EPIPE) return status;
    output_complain("standard output cannot be written: %s", strerror(error));
    return STATUS_INTERNAL;
}

bool output_has_colour(int fd)
{
    const char *term = getenv("TERM"), *no_colour = getenv("NO_COLOR");
    if (no_colour && *no_colour) return false;
    return isatty(fd) && term && strcmp(term, "dumb") != 0;
}

static char last_complaint[800]; /* like standard error, one for the process */

void output_complain(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    flockfile(stderr);
    vsnprintf(last_complaint, sizeof last_complaint, format, again);
    fputs("chorus: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    funlockfile(stderr);
    va_end(again);
    va_end(args);
}

const char *output_last_complaint(void) { return last_complaint; }

void output_complain_at(const char *text)
{
    snprintf(last_complaint, sizeof last_complaint, "%s", text);
    fprintf(stderr, "%s\n", text);
}

int output_complain_write(const char *path, int error)
{
    CHECK(path && error != 0);
    output_complain("%s: cannot be written: %s", path, strerror(error));
    return STATUS_INTERNAL;
}

bool output_can_write(const char *path)
{
    const char *slash = path ? strrchr(path, '/') : NULL;
    if (!path) return true;
    char folder[4096];
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    bool exists = access(path, F_OK) == 0;
    int fd = exists ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    if (fd >= 0) close(fd);
    if (fd >= 0 || (!exists && access(folder, W_OK) == 0)) return true;
    output_complain_write(path, errno);
    return false;
}
