/* What functions of the library access beside their arguments: its variables, and memory of its own that the program
 * sees. */
#ifndef CHORUS_FRONTEND_TABLES_VARIABLE_H
#define CHORUS_FRONTEND_TABLES_VARIABLE_H

#include <stdbool.h>
#include <stddef.h>

/* The name of the next variable that the function writes, from row *row of a table on; NULL: there is none. */
const char *variable_written(const char *function, size_t *row);

/* Whether a variable of the name is one of C's library, which no file of the program defines. */
bool variable_is_library(const char *name);

typedef enum StaticUse { STATIC_NONE, STATIC_READ, STATIC_WRITE } StaticUse;

/* Whether a function writes memory that its results point into, and those of other calls (localtime), or goes on with
 * what other calls left there (strtok): C orders no two such calls. As glibc has it, where strerror has memory for each
 * thread, and rand a lock. */
StaticUse static_use(const char *function);

#endif
