/* Two threads add up a half of an array each, into an element of their own. */
#include <assert.h>
#include <pthread.h>

enum { HALF = 2 };
static int a[2 * HALF] = {3, 1, 4, 1}, part[2];

static void *add(void *which)
{
    int w = *(int *)which;
    for (int i = 0; i < HALF; i++)
        part[w] += a[w * HALF + i];
    return NULL;
}

int main(void)
{
    pthread_t s, t;
    int zero = 0, one = 1;
    pthread_create(&s, NULL, add, &zero);
    pthread_create(&t, NULL, add, &one);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(part[0] + part[1] == 9);
}
