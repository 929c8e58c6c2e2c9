/* A result that is perhaps not wanted. */
#include <pthread.h>
#include <stdio.h>

static void *result;

static void *run(void *arg) { return arg; }

int main(void)
{
    pthread_t t;
    void **wanted = getchar() == 'r' ? &result : 0;
    if (pthread_create(&t, 0, run, 0)) return 1;
    pthread_join(t, wanted);
    return 0;
}
