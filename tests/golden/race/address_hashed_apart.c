/* Only one way leads to the race, and nobody knows whether an object lies so. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int hits;

static void *count(void *object)
{
    if ((uintptr_t)object & 1) hits++;
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    int *object = malloc(sizeof *object);
    pthread_create(&a, NULL, count, object);
    pthread_create(&b, NULL, count, object);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    free(object);
    return 0;
}
