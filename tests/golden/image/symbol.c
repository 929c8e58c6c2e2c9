/* dlsym may find `found`, which is static in the twin, where the name is not known. */
#define _GNU_SOURCE
#include <assert.h>
#include <dlfcn.h>

#ifndef NAME
#define NAME argv[1]
#endif
#ifdef STATIC
static
#endif
int found;

int main(int argc, char **argv)
{
    int *p = dlsym(RTLD_DEFAULT, NAME);
    if (p) *p = argc;
    assert(found == 0);
}
