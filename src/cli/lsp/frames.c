#include "cli/lsp/frames.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "base/check.h"
#include "cli/files/memory.h"
#include "cli/files/output.h"

#define HEADER_MAX 8192
#define BODY_MAX (64u << 20)
#define READ_BYTES 65536

void frames_read(Frames *f)
{
    if (f->length + READ_BYTES > f->capacity) {
        size_t capacity = 2 * f->capacity + READ_BYTES;
        char *larger = memory_new(capacity);
        if (f->length) memcpy(larger, f->data, f->length);
        free(f->data);
        f->data = larger;
        f->capacity = capacity;
    }
    ssize_t n = read(f->in, f->data + f->length, READ_BYTES);
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) return;
    if (n <= 0) f->at_end = true;
    if (n > 0) f->length += (size_t)n;
    CHECK(f->length <= f->capacity);
}

/* The value of Content-Length in a header of so many bytes; -1: none that can be read. */
static long content_length(const char *header, size_t size)
{
    static const char name[] = "Content-Length:";
    const char *end = header + size;
    for (const char *line = header; line < end;) {
        const char *next = memchr(line, '\n', (size_t)(end - line));
        size_t length = next ? (size_t)(next - line) : (size_t)(end - line);
        if (length > strlen(name) && strncasecmp(line, name, strlen(name)) == 0) {
            const char *digits = line + strlen(name);
            digits += strspn(digits, " \t");
            size_t n = strspn(digits, "0123456789");
            bool is_number = n > 0 && n < 10 && digits + n <= end && strchr("\r\n", digits[n]);
            return is_number ? strtol(digits, NULL, 10) : -1;
        }
        line = next ? next + 1 : end;
    }
    return -1;
}

/* After a header that is wrong nobody knows where the next message begins. */
static json_t *give_up_stream(Frames *f, const char *problem)
{
    f->problem = problem;
    return NULL;
}

json_t *frames_take(Frames *f)
{
    if (f->problem || !f->length) return NULL;
    char *end = memmem(f->data, f->length, "\r\n\r\n", 4);
    if (!end && f->length > HEADER_MAX) return give_up_stream(f, "a message without header");
    if (!end) return NULL;
    size_t header = (size_t)(end - f->data) + 4;
    if (header > HEADER_MAX) return give_up_stream(f, "a message without header");
    long body = content_length(f->data, header);
    if (body < 0) return give_up_stream(f, "a header without Content-Length");
    if ((unsigned long)body > BODY_MAX) return give_up_stream(f, "a message of more than 64 MB");
    if (f->length < header + (size_t)body) return NULL;
    json_t *message = json_loadb(f->data + header, (size_t)body, 0, NULL);
    f->length -= header + (size_t)body;
    memmove(f->data, f->data + header + body, f->length);
    return message ? message : json_null();
}

void frames_write(Frames *f, json_t *message)
{
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (!text || f->failed) {
        f->failed = true;
        free(text);
        return;
    }
    char header[64];
    int n = snprintf(header, sizeof header, "Content-Length: %zu\r\n\r\n", strlen(text));
    f->failed = output_write(f->out, header, (size_t)n) != 0 || output_write(f->out, text, strlen(text)) != 0;
    free(text);
}

void frames_clear(Frames *f)
{
    free(f->data);
    *f = (Frames){.in = -1, .out = -1};
}
