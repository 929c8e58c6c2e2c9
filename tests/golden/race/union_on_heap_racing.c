/* Memory whose type is only seen by how it is used: as one member of a union, and then as the other one. */
#include <pthread.h>
#include <stdlib.h>

union message {
    struct {
        short first, middle[2], last;
    } part;
    short all[4];
};

static union message *message;

static void fill(short *p, int n)
{
    for (int i = 0; i < n; i++)
        p[i] = 0;
}

static void *clear(void *arg)
{
    fill(&message->all[1], 3);
    return arg;
}

int main(void)
{
    pthread_t t;
    message = calloc(1, sizeof *message);
    if (!message) return 1;
    pthread_create(&t, 0, clear, 0);
    message->part.last = 1;
    pthread_join(t, 0);
    return 0;
}
