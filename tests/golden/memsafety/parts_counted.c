/* As many threads as are asked for, each with a part of an array of the function's own; all that were started are
 * waited for, whatever else counts them. */
#include <pthread.h>
#include <stdlib.h>

#define MAX_THREADS 32

struct part {
    pthread_t thread;
    unsigned long sum;
};

static void *sum_part(void *arg)
{
    struct part *part = arg;
    part->sum = 1;
    return NULL;
}

static unsigned long sum_all(int threads)
{
    struct part parts[MAX_THREADS];
    unsigned long total = 0;
    int started = 0;
    for (int i = 0; i < threads; i++) {
        parts[i].sum = 0;
        if (pthread_create(&parts[i].thread, NULL, sum_part, &parts[i]) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++)
        pthread_join(parts[i].thread, NULL);
    for (int i = 0; i < started; i++)
        total += parts[i].sum;
    return total;
}

int main(int argc, char **argv)
{
    int threads = argc > 1 ? atoi(argv[1]) : 4;
    if (threads < 1 || threads > MAX_THREADS)
        return 2;
    return sum_all(threads) != (unsigned long)threads;
}
