/* Whether a request is refused depends on an input, and the locks are given back whatever that is. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#define REQUESTS 3

struct request {
    pthread_t thread;
    size_t size;
};

static sem_t places;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int refused;

static void *handle(void *arg)
{
    struct request *r = arg;
    sem_wait(&places);
    if (r->size > 4096) {
        pthread_mutex_lock(&lock);
        refused++;
        pthread_mutex_unlock(&lock);
    }
    sem_post(&places);
    return NULL;
}

int main(int argc, char **argv)
{
    struct request requests[REQUESTS];
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 1500;
    sem_init(&places, 0, 2);
    for (int i = 0; i < REQUESTS; i++) {
        requests[i].size = size * (size_t)i;
        if (pthread_create(&requests[i].thread, NULL, handle, &requests[i]) != 0)
            return 1;
    }
    for (int i = 0; i < REQUESTS; i++)
        pthread_join(requests[i].thread, NULL);
    printf("%d refused\n", refused);
    return 0;
}
