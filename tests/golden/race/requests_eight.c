/* Eight requests in an array of main, each with memory of its own while it is worked on. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUESTS 8

struct request {
    pthread_t thread;
    int id;
    size_t size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t bytes;

static void *handle(void *arg)
{
    struct request *r = arg;
    char *answer = malloc(16);
    if (!answer) {
        fprintf(stderr, "request %d: refused\n", r->id);
        return NULL;
    }
    answer[15] = 0;
    pthread_mutex_lock(&lock);
    bytes += r->size;
    pthread_mutex_unlock(&lock);
    free(answer);
    return NULL;
}

int main(int argc, char **argv)
{
    struct request requests[REQUESTS];
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 1500;
    int started = 0;
    for (int i = 0; i < REQUESTS; i++) {
        requests[i].id = i;
        requests[i].size = size * (size_t)i;
        if (pthread_create(&requests[i].thread, NULL, handle, &requests[i]) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++)
        pthread_join(requests[i].thread, NULL);
    printf("%zu bytes\n", bytes);
    return 0;
}
