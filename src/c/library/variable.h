/* Variables of the library that its functions use. */
#ifndef CHORUS_C_LIBRARY_VARIABLE_H
#define CHORUS_C_LIBRARY_VARIABLE_H

#include <stdbool.h>
#include <stddef.h>

/* The name of the next variable that the function writes, from row *row of a table on; NULL: there is none. */
const char *variable_written(const char *function, size_t *row);

/* Likewise of those that it reads, and does not write. */
const char *variable_read(const char *function, size_t *row);
/* Pair i of names of one variable: the one to be replaced by *name. NULL: there are no more. */
const char *variable_alias(size_t i, const char **name);

/* Whether a variable of the name is one of C's library, which no file of the program defines. */
bool variable_is_library(const char *name);

#endif
