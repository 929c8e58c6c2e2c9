/* A sleep that ends early says what is left of it: this is not true, and no run that shows it is certain. */
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec t = {1, 0}, left = {3, 4};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &t, &left);
    assert(left.tv_nsec == 4);
}
