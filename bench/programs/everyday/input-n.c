/* Up to four threads, as many as an input says, count once each, under a lock. */
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *add(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    x++;
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    pthread_t t[4];
    if (n < 0 || n > 4) return 0;
    for (int i = 0; i < n; i++)
        pthread_create(&t[i], NULL, add, NULL);
    for (int i = 0; i < n; i++)
        pthread_join(t[i], NULL);
    assert(x == n);
}
