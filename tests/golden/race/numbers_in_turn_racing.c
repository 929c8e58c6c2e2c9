/* Who steps from a number to the next one is not known to stop in the array that comes then. */
#include <pthread.h>

static struct {
    int first, middle[2], last;
} s;

static void *clear(void *arg)
{
    int *p = (int *)&s;
    for (int i = 0; i < 4; i++)
        *p++ = 0;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, clear, 0);
    s.last = 1;
    pthread_join(t, 0);
    return 0;
}
