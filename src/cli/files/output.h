/* Text for standard output: collected, then written at once. */
#ifndef CHORUS_CLI_FILES_OUTPUT_H
#define CHORUS_CLI_FILES_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct Output {
    char *data;
    size_t length, capacity;
    bool failed; /* out of memory: the text is not complete */
} Output;

void output_add(Output *output, const char *text);
void output_addf(Output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* As a JSON string that may stand in a script element of a page; what is no UTF-8 becomes '?'. */
void output_add_json_string(Output *output, const char *text);
void output_clear(Output *output);

/* Writes all bytes; 0 or errno. */
int output_write(int fd, const char *data, size_t length);
/* Writes and frees the output to standard output. Returns the given status, or 70 after a line on standard error
 * when it could not be written; a reader that went away is no error. */
int output_flush(Output *output, int status);

/* Is the file descriptor a terminal that understands colours? */
bool output_has_colour(int fd);
/* "chorus: text" on standard error. */
void output_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Likewise a text that begins with a place. */
void output_complain_at(const char *text);
/* The text of the last complaint, "" when there was none. */
const char *output_last_complaint(void);

/* Could the file be written? Complains if not; NULL: no file. Asked first, since the work may take long and only then
 * is there something to write. */
bool output_can_write(const char *path);
/* Complains; returns 70. */
int output_complain_write(const char *path, int error);

#endif
