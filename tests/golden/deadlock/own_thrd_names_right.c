/* The program has its own thrd_create and thrd_join: what they do with a handle is what they say, and no call of the
 * library. Both of two threads are woken. */
#include <pthread.h>
#include <stddef.h>

typedef int (*Start)(void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int is_open;

static void *run(void *start)
{
    (*(Start *)start)(NULL);
    return NULL;
}

int thrd_create(pthread_t *thread, Start *start)
{
    if (pthread_create(thread, NULL, run, start) != 0) *thread = 0;
    return !*thread;
}

int thrd_join(pthread_t thread, int *result)
{
    void *given;
    if (pthread_join(thread, &given) != 0) return 1;
    if (result) *result = given != NULL;
    return 0;
}

static int pass(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!is_open)
        pthread_cond_wait(&opened, &lock);
    return pthread_mutex_unlock(&lock);
}

int main(void)
{
    Start start = pass;
    pthread_t a, b;
    if (thrd_create(&a, &start) != 0 || thrd_create(&b, &start) != 0) return 1;
    pthread_mutex_lock(&lock);
    is_open = 1;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&lock);
    return thrd_join(a, NULL) || thrd_join(b, NULL);
}
