/* A sleep that ends early says what is left of it. */
#include <assert.h>
#include <time.h>

struct timespec left;

int main(void)
{
    struct timespec t = {1, 0};
    left.tv_nsec = 7;
    nanosleep(&t, NULL);
    clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL);
    assert(left.tv_nsec == 7);
    nanosleep(&t, &left);
    assert(t.tv_sec == 1 && t.tv_nsec == 0);
}
