/* The papers' increment and decrement: `dec_flag || value > v` reads two shared variables. With every read a step of
 * its own (the default) two threads break it; as one step, which the papers assume, it holds for every number. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
unsigned value;
int inc_flag, dec_flag;
extern int __VERIFIER_nondet_int(void);

static void inc(void)
{
    pthread_mutex_lock(&mutex);
    unsigned v = value;
    if (v == -1u) {
        pthread_mutex_unlock(&mutex);
        return;
    }
    inc_flag = 1;
    value = v + 1;
    pthread_mutex_unlock(&mutex);
    assert(dec_flag || value > v);
}

static void dec(void)
{
    pthread_mutex_lock(&mutex);
    unsigned v = value;
    if (v == 0) {
        pthread_mutex_unlock(&mutex);
        return;
    }
    dec_flag = 1;
    value = v - 1;
    pthread_mutex_unlock(&mutex);
    assert(inc_flag || value < v);
}

void *work(void *arg)
{
    if (__VERIFIER_nondet_int()) inc();
    else dec();
    return arg;
}

int main(void)
{
    pthread_t thread;
    for (;;) pthread_create(&thread, 0, work, 0);
}
