/* Which condition variable a thread waits for is chosen at run time. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t a = PTHREAD_COND_INITIALIZER, b = PTHREAD_COND_INITIALIZER;

int main(void)
{
    pthread_cond_t *which = __VERIFIER_nondet_int() ? &a : &b;
    pthread_mutex_lock(&lock);
    pthread_cond_wait(which, &lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
