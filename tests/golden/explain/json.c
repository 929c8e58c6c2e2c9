// The same as JSON.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef int Four __attribute__((vector_size(16)));

static jmp_buf start;
static int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int sum_of(Four a)
{
    a += a;
    return a[0];
}

/* The model does not come here: main ends it before. */
static double mean(const int *values, size_t n)
{
    Four a = {1, 2, 3, 4};
    int *copy = malloc(n * sizeof *copy);
    if (!copy) abort();
    memcpy(copy, values, n * sizeof *copy);
    double sum = sum_of(a);
    for (size_t i = 0; i < n; i++)
        sum += copy[i];
    return sum / (double)n;
}

static void fail(int reason)
{
    if (reason > 1) longjmp(start, reason);
    if (reason > 2) longjmp(start, 1);
}

static void *work(void *arg)
{
    char line[16];
    if (read(0, line, sizeof line) > 0) fail(line[0]);
    pthread_mutex_lock(&lock);
    int before = count;
    count = before + 1;
    assert(count == before + 1);
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(int argc, char **argv)
{
    pthread_t t;
    int values[] = {1, 2, 3};
    if (setjmp(start)) return 1;
    pthread_create(&t, NULL, work, NULL);
    if (argc > 1) {
        pthread_cancel(t);
        printf("%f %s\n", mean(values, 3), argv[1]);
    }
    pthread_join(t, NULL);
    return 0;
}
