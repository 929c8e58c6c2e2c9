/* What clocks show is a time: no sum of its parts overflows, also in an object that is known by a variable index. */
#include <assert.h>
#include <sys/time.h>
#include <time.h>

static struct stamp {
    int id;
    struct timespec at;
} stamps[8];

int main(int argc, char **argv)
{
    struct timespec a, b;
    struct timeval v;
    clock_gettime(CLOCK_MONOTONIC, &a);
    if (clock_gettime(CLOCK_MONOTONIC, &b) != 0) return 1;
    long ms = (b.tv_sec - a.tv_sec) * 1000 + (b.tv_nsec - a.tv_nsec) / 1000000;
    gettimeofday(&v, NULL);
    long us = v.tv_sec * 1000000 + v.tv_usec;
    time_t later = time(NULL) + 5;
    clock_gettime(CLOCK_REALTIME, &stamps[argc & 7].at);
    assert(stamps[argc & 7].at.tv_nsec >= 0 && stamps[argc & 7].at.tv_nsec < 1000000000);
    return ms + us + later > 0;
}
