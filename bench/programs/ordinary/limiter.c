/* At most two requests are worked on at the same time, which a semaphore sees to. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PLACES 2
#define REQUESTS 5

struct request {
    pthread_t thread;
    int id;
    size_t size;
};

static sem_t places;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t bytes;
static int refused;

static void enter(void)
{
    while (sem_wait(&places) != 0 && errno == EINTR)
        ;
}

static void leave(void) { sem_post(&places); }

static char *make_answer(const struct request *r)
{
    if (r->size == 0 || r->size > 4096)
        return NULL;
    char *answer = malloc(r->size);
    if (answer)
        memset(answer, 'x', r->size);
    return answer;
}

static void *handle(void *arg)
{
    struct request *r = arg;
    enter();
    char *answer = make_answer(r);
    if (!answer) {
        fprintf(stderr, "request %d: refused\n", r->id);
        pthread_mutex_lock(&lock);
        refused++;
        pthread_mutex_unlock(&lock);
        leave();
        return NULL;
    }
    pthread_mutex_lock(&lock);
    bytes += r->size;
    pthread_mutex_unlock(&lock);
    free(answer);
    leave();
    return NULL;
}

int main(int argc, char **argv)
{
    struct request requests[REQUESTS];
    size_t size = argc > 1 ? strtoul(argv[1], NULL, 10) : 1500;
    int started = 0;

    if (sem_init(&places, 0, PLACES) != 0) {
        perror("sem_init");
        return 1;
    }
    for (int i = 0; i < REQUESTS; i++) {
        requests[i].id = i;
        requests[i].size = size * (size_t)i;
        if (pthread_create(&requests[i].thread, NULL, handle, &requests[i]) != 0)
            break;
        started++;
    }
    for (int i = 0; i < started; i++)
        pthread_join(requests[i].thread, NULL);
    printf("%zu bytes, %d of %d refused\n", bytes, refused, started);
    sem_destroy(&places);
    return 0;
}
