#include <assert.h>

/* Nobody defines it: its address is NULL, and the call is not made. */
void on_start(int) __attribute__((weak));
extern int level __attribute__((weak));
void (*const hooks[])(int) = {on_start, 0};
int started;

int main(void)
{
    for (int i = 0; i < 2; i++)
        if (hooks[i]) started++;
    if (on_start) on_start(1);
    if (&level) started = level;
    assert(started == 0);
}
