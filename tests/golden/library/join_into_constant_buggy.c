/* Nor may it be written to a constant. */
#include <pthread.h>

static void *const result[2];

static void *run(void *arg) { return arg; }

int main(void)
{
    pthread_t t;
    if (pthread_create(&t, 0, run, 0)) return 1;
    pthread_join(t, (void **)&result[1]);
    return 0;
}
