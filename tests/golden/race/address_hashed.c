/* Which way a thread goes depends on where its object lies, which nobody knows: both ways lead to the race. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int hits;

static void *count(void *object)
{
    uintptr_t hash = ((uintptr_t)object >> 4) * 2654435761u;
    if (hash % 8 == 3) printf("bucket 3\n");
    hits++;
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
