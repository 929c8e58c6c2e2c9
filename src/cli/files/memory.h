/* Memory of the command line. Never NULL: without memory the process ends with a line on standard error, since there
 * is no verdict yet that could be saved. */
#ifndef CHORUS_CLI_FILES_MEMORY_H
#define CHORUS_CLI_FILES_MEMORY_H

#include <stddef.h>

/* Zeroed; to be freed with free. */
void *memory_new(size_t size);
char *memory_copy(const char *text, size_t length);
char *memory_format(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Room for one more element in an array whose capacity is that of memory_grow alone. */
void *memory_grow(void *array, size_t count, size_t element_size);

#endif
