/* What lies beside a union is not touched through constant places of it. */
#include <pthread.h>

static struct {
    int length;
    union {
        long number;
        char bytes[8];
    } u;
} s;

static void *set(void *arg)
{
    s.u.bytes[3] = 1;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    s.length = 1;
    pthread_join(t, 0);
    return 0;
}
