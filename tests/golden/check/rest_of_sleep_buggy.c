/* A sleep that ends early says what is left of it; otherwise nothing is written. */
#include <assert.h>
#include <time.h>

int main(void)
{
    struct timespec t = {1, 0}, left = {3, 4};
    nanosleep(&t, &left);
    assert(left.tv_nsec != 4);
}
