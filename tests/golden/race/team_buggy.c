/* Two workers keep their results in one element. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
    pthread_t thread;
    int id, found;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int *limits, next, largest[64];

static void make_limits(void)
{
    limits = malloc(2 * sizeof *limits);
    if (!limits) abort();
    limits[0] = 2;
    limits[1] = 1000;
}

static int draw(void)
{
    pthread_mutex_lock(&lock);
    int n = next++;
    pthread_mutex_unlock(&lock);
    return n;
}

static void *run(void *arg)
{
    struct worker *w = arg;
    pthread_once(&once, make_limits);
    for (int n = draw(); n < limits[1]; n = draw()) {
        w->found++;
        largest[w->id / 2] = n;
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 4, total = 0;
    struct worker *w = calloc((size_t)n, sizeof *w);
    if (!w) return 1;
    for (int i = 0; i < n; i++) {
        w[i].id = i;
        if (pthread_create(&w[i].thread, NULL, run, &w[i])) abort();
    }
    for (int i = 0; i < n; i++) {
        pthread_join(w[i].thread, NULL);
        total += w[i].found + largest[i];
    }
    printf("%d %d\n", total, next);
    free(w);
}
