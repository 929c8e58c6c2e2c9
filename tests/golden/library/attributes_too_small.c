/* Attributes are read as a whole. */
#include <pthread.h>

static char attributes[8];

static void *run(void *arg) { return arg; }

int main(void)
{
    pthread_t t;
    return pthread_create(&t, (pthread_attr_t *)attributes, run, 0);
}
