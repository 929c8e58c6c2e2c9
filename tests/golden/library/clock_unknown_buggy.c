/* A clock that there may not be leaves what was there. */
#include <assert.h>
#include <time.h>

int main(int argc, char **argv)
{
    struct timespec t = {.tv_nsec = -1};
    clock_gettime(argc, &t);
    assert(t.tv_nsec >= 0);
    return 0;
}
