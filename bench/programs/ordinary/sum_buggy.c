/* An array is summed up by several threads, each of which has a part of it.
   Mistake: the last thread is not waited for. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_THREADS 8

struct part {
    pthread_t thread;
    const unsigned *from, *to;
    unsigned long sum;
};

static void *sum_part(void *arg)
{
    struct part *part = arg;
    unsigned long sum = 0;
    for (const unsigned *p = part->from; p < part->to; p++)
        sum += *p;
    part->sum = sum;
    return NULL;
}

static unsigned *read_input(size_t count)
{
    unsigned *values = malloc(count * sizeof *values);
    if (!values)
        return NULL;
    for (size_t i = 0; i < count; i++)
        values[i] = (unsigned)(i * 2654435761u >> 7) % 1000;
    return values;
}

static int sum_all(const unsigned *values, size_t count, int threads, unsigned long *total)
{
    struct part parts[MAX_THREADS];
    size_t each = count / (size_t)threads;
    int started = 0;
    for (int i = 0; i < threads; i++) {
        parts[i].from = values + (size_t)i * each;
        parts[i].to = i == threads - 1 ? values + count : parts[i].from + each;
        parts[i].sum = 0;
        if (pthread_create(&parts[i].thread, NULL, sum_part, &parts[i]) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started - 1; i++)
        pthread_join(parts[i].thread, NULL);
    *total = 0;
    for (int i = 0; i < started; i++)
        *total += parts[i].sum;
    return started == threads ? 0 : -1;
}

int main(int argc, char **argv)
{
    int threads = 4;
    size_t count = 1000;
    if (argc > 1)
        threads = atoi(argv[1]);
    if (argc > 2)
        count = strtoul(argv[2], NULL, 10);
    if (threads < 1 || threads > MAX_THREADS || count < 1 || count > 100000) {
        fprintf(stderr, "usage: %s [THREADS [COUNT]]\n", argv[0]);
        return 2;
    }
    unsigned *values = read_input(count);
    if (!values) {
        perror("read_input");
        return 1;
    }
    unsigned long total;
    int status = sum_all(values, count, threads, &total);
    if (status == 0)
        printf("total %lu\n", total);
    else
        fprintf(stderr, "cannot start all threads\n");
    free(values);
    return status == 0 ? 0 : 1;
}
