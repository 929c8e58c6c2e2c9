#define _DEFAULT_SOURCE
#include "base/heap.h"

#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#define MEGABYTE (1 << 20)
#define PAGE ((size_t)2 * MEGABYTE)
#define BLOCK ((size_t)31 * MEGABYTE) /* less than what is mapped by itself */

void heap_prepare(void)
{
    mallopt(M_ARENA_MAX, 1);
    mallopt(M_MMAP_THRESHOLD, 32 * MEGABYTE);
    mallopt(M_TRIM_THRESHOLD, 128 * MEGABYTE);
    char *block = malloc(BLOCK);
    if (block) madvise(block + (PAGE - (uintptr_t)block % PAGE), BLOCK - PAGE, MADV_HUGEPAGE);
    free(block);
}
