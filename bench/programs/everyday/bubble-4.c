/* Two threads sort the same four arbitrary elements, under a lock. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a[4];

static void *sort(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3 - i; k++)
            if (a[k] > a[k + 1]) {
                int other = a[k];
                a[k] = a[k + 1];
                a[k + 1] = other;
            }
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t s, t;
    for (int i = 0; i < 4; i++)
        a[i] = __VERIFIER_nondet_int();
    pthread_create(&s, NULL, sort, NULL);
    pthread_create(&t, NULL, sort, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    assert(a[0] <= a[1] && a[1] <= a[2] && a[2] <= a[3]);
}
