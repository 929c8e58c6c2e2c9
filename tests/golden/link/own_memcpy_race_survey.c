#include <pthread.h>
#include <stddef.h>
#include <string.h>

/* Two threads count without a lock, in a function whose name the library has. */
static size_t copied;

void *memcpy(void *to, const void *from, size_t n)
{
    char *t = to;
    const char *f = from;
    copied += n;
    while (n--) *t++ = *f++;
    return to;
}

static void *worker(void *a)
{
    char x[2], y[2] = {1, 2};
    memcpy(x, y, sizeof x);
    return a;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    pthread_create(&u, 0, worker, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
