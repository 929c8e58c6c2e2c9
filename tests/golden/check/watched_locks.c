/* Locks in an array: made by a call, used at indices that are constants and at others, tried, and waited with. */
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

#define N 300

pthread_mutex_t locks[N];
pthread_cond_t changed;
int users[N];

static void use(unsigned i)
{
    users[i]++;
    assert(users[i] == 1);
    users[i]--;
}

void *worker(void *unused)
{
    unsigned i = __VERIFIER_nondet_uint() % N;
    if (__VERIFIER_nondet_uint()) {
        if (pthread_mutex_trylock(&locks[i]) != 0) return 0;
    } else {
        pthread_mutex_lock(&locks[i]);
        pthread_cond_wait(&changed, &locks[i]);
    }
    use(i);
    pthread_mutex_unlock(&locks[i]);
    return 0;
}

void *first(void *unused)
{
    pthread_mutex_lock(&locks[0]);
    use(0);
    pthread_mutex_unlock(&locks[0]);
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_mutex_init(&locks[1], 0);
    for (;;) {
        pthread_create(&t, 0, worker, 0);
        pthread_create(&t, 0, first, 0);
    }
}
