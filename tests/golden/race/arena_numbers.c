/* The later object may have the lower address: then both threads write without a lock. */
#include <pthread.h>
#include <stdlib.h>
#include <stdint.h>

struct node { int v; } *first, *last;
int g, h;

void *writer(void *arg)
{
    if ((uintptr_t)last < (uintptr_t)first) g = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    struct node *p[2];
    for (int i = 0; i < 2; i++) {
        p[i] = malloc(sizeof(struct node));
        if (!p[i]) abort();
    }
    first = p[0];
    last = p[1];
    pthread_create(&t, 0, writer, 0);
    if ((uintptr_t)last < (uintptr_t)first) g = 2;
    return 0;
}
