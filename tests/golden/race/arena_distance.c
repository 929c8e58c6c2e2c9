/* The later object may lie before the earlier one: then both threads write without a lock. */
#include <pthread.h>
#include <stdlib.h>
#include <stdint.h>

struct node { int v; } *first, *last;
int g, h;

void *writer(void *arg)
{
    if (last - first < 0) g = 1;
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
    if (last - first < 0) g = 2;
    return 0;
}
