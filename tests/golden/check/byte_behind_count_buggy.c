/* Bytes counted from the structure's beginning are none of the array alone that begins there; the thread makes an
 * outline of it. */
#include <assert.h>
#include <pthread.h>

extern unsigned char any(void);

static struct {
    int k;
    char name[8];
    int last;
} s;

static void *run(void *a)
{
    char *p = (char *)&s + 4;
    p[any() % 12] = 0;
    return a;
}

int main(void)
{
    pthread_t t;
    s.last = 7;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    assert(s.last == 7);
    return 0;
}
