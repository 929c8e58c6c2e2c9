/* Who walks through one member of a union goes over what another one has there, whatever arrays that is made of. */
#include <pthread.h>

static union {
    struct {
        short first, middle[2], last;
    } part;
    short all[4];
} u;

static void *clear(void *arg)
{
    short *p = u.all;
    for (int i = 0; i < 4; i++)
        *p++ = 0;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, clear, 0);
    u.part.last = 1;
    pthread_join(t, 0);
    return 0;
}
