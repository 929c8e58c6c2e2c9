/* Threads that nobody joins: who starts them counts them up before, each counts itself down at its end, and what they write is read when
 * none is left. The count is no more than the rounds of the loop, so it does not wrap. */
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern void abort(void);

static pthread_mutex_t alive_lock = PTHREAD_MUTEX_INITIALIZER, data_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t one_less = PTHREAD_COND_INITIALIZER;
static int alive, data;

static void *work(void *arg)
{
    pthread_mutex_lock(&data_lock);
    data = __VERIFIER_nondet_int();
    pthread_mutex_unlock(&data_lock);
    pthread_mutex_lock(&alive_lock);
    alive--;
    pthread_cond_signal(&one_less);
    pthread_mutex_unlock(&alive_lock);
    return arg;
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0) abort();
    for (int i = 0; i < n; i++) {
        pthread_mutex_lock(&alive_lock);
        alive++;
        pthread_mutex_unlock(&alive_lock);
        pthread_t thread;
        pthread_create(&thread, NULL, work, NULL);
        pthread_detach(thread);
    }
    pthread_mutex_lock(&alive_lock);
    while (alive != 0)
        pthread_cond_wait(&one_less, &alive_lock);
    pthread_mutex_unlock(&alive_lock);
    return data;
}
