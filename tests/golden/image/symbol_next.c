/* RTLD_NEXT finds nothing of the program's. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>
#include <stddef.h>

int malloc_count;

int main(void)
{
    int *p = dlsym(RTLD_NEXT, "malloc_count");
    if (p) *p = 1;
    assert(malloc_count == 0);
}
