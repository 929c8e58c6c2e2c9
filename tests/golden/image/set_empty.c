/* A section with nothing in it has no bounds. */
#include <assert.h>

extern int __start_nothing[] __attribute__((weak)), __stop_nothing[] __attribute__((weak));

int main(void)
{
    int n = 0;
    for (int *p = __start_nothing; p < __stop_nothing; p++)
        n++;
    assert(!__start_nothing && n == 0);
}
