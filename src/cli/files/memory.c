#include "cli/files/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "cli/files/output.h"
#include "cli/files/status.h"

static void *need_memory(void *memory)
{
    if (memory) return memory;
    output_complain("out of memory");
    _Exit(STATUS_INTERNAL);
}

void *memory_new(size_t size) { return need_memory(calloc(1, size ? size : 1)); }

char *memory_copy(const char *text, size_t length)
{
    char *copy = memory_new(length + 1);
    memcpy(copy, text, length);
    return copy;
}

char *memory_format(const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *text = memory_new(n > 0 ? (size_t)n + 1 : 1);
    if (n > 0) vsnprintf(text, (size_t)n + 1, format, again);
    CHECK(n >= 0 && strlen(text) == (size_t)n);
    va_end(again);
    return text;
}

/* The capacity is the count rounded up to a power of two. */
void *memory_grow(void *array, size_t count, size_t element_size)
{
    CHECK(element_size > 0 && (count == 0 || array));
    if (count & (count - 1)) return array;
    return need_memory(realloc(array, (count ? 2 * count : 1) * element_size));
}
