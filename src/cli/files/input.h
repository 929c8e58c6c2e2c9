/* Small text files that the command line reads itself, and what is wrong with them. */
#ifndef CHORUS_CLI_FILES_INPUT_H
#define CHORUS_CLI_FILES_INPUT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct InputError {
    int status; /* 0, or the exit status that fits */
    char text[600];
} InputError;

/* Sets the error, one line; returns false. */
bool input_fail(InputError *error, int status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Prints the error; returns its status. */
int input_complain(const InputError *error);

/* The text of a regular file of at most so many bytes, to be freed; NULL after input_fail. A file with NUL bytes is
 * refused. */
char *input_read(const char *path, size_t limit, InputError *error);

bool input_has_suffix(const char *path, const char *suffix);
/* Is this how programs are called that are no C (.scpl, .litmus)? */
bool input_is_text(const char *path);
/* `name` as it is seen from the file `from`: in the same folder when it is not absolute. To be freed. */
char *input_beside(const char *from, const char *name);
/* What follows the last slash. */
const char *input_base(const char *path);

#endif
