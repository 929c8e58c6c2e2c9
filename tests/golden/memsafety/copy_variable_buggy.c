/* The last byte may be written behind the object. */
#include <pthread.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static char shared[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *put(void *argument)
{
    char mine[8] = "abc";
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8) return NULL;
    pthread_mutex_lock(&lock);
    memcpy(shared + 9, mine, (size_t)n);
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, NULL, put, NULL);
    pthread_create(&u, NULL, put, NULL);
    pthread_join(t, NULL);
    pthread_join(u, NULL);
    return 0;
}
