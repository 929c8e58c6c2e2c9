#include "c/library/machine.h"

#include <dlfcn.h>
#include <stddef.h>

bool machine_has(const char *name)
{
    static const char *const libraries[] = {"libc.so.6", "libm.so.6"};
    bool has = false;
    for (size_t i = 0; i < sizeof libraries / sizeof *libraries && !has; i++) {
        void *library = dlopen(libraries[i], RTLD_LAZY | RTLD_LOCAL);
        has = library && dlsym(library, name);
        if (library) dlclose(library);
    }
    return has;
}
