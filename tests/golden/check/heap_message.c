/* A message on the heap, passed by a pointer: it is complete when the pointer is set. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct message {
    int size, sum;
};
struct message *box;

void *reader(void *arg)
{
    struct message *m = box;
    if (m) assert(m->sum == 2 * m->size);
    return arg;
}

int main(void)
{
    pthread_t t;
    struct message *m = malloc(sizeof *m);
    if (!m) return 1;
    m->size = 7;
    m->sum = 14;
    box = m;
    for (;;)
        pthread_create(&t, 0, reader, 0);
}
