/* Like heap_message.c, but the pointer is set before the message is complete. */
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
    struct message *m = calloc(1, sizeof *m);
    if (!m) return 1;
    box = m;
    pthread_create(&t, 0, reader, 0);
    m->size = 7;
    m->sum = 14;
}
