// That a call succeeds is known: a counterexample may rely on it.
#include <time.h>

extern void reach_error(void);

int main(void)
{
    struct timespec t = {0, 1};
    if (nanosleep(&t, NULL) == 0 && clock_gettime(CLOCK_MONOTONIC, &t) == 0) reach_error();
    return 0;
}
