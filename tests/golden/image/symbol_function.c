/* The function that is found by its name is called, and so may one of another file be. */
#include <assert.h>
#include <dlfcn.h>

int loaded;

void plugin_load(int n) { loaded = n; }

int main(void)
{
    void *self = dlopen(0, RTLD_NOW);
    void (*load)(int) = (void (*)(int))dlsym(self, "plugin_load");
    if (!load) return 0;
    load(3);
    assert(loaded != 3);
}
