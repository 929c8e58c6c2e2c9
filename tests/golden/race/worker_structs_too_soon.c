/* A result is read before its worker has ended: the one that is joined is the one before. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct worker {
    pthread_t thread;
    const char *text;
    long result;
};

static void *work(void *arg)
{
    struct worker *w = arg;
    w->result = w->text ? atoi(w->text) : 1;
    return NULL;
}

int main(int argc, char **argv)
{
    enum { WORKERS = 3 };
    struct worker *workers = calloc(WORKERS, sizeof *workers);
    int started = 0;
    if (!workers) return 1;
    for (int i = 0; i < WORKERS; i++) {
        workers[i].text = i + 1 < argc ? argv[i + 1] : NULL;
        if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0) break;
        started++;
    }
    for (int i = 1; i < started; i++) {
        pthread_join(workers[i - 1].thread, NULL);
        printf("%ld\n", workers[i].result);
    }
    free(workers);
    return 0;
}
