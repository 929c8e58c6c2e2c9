/* Two threads take jobs from a queue, under a lock, and do each once. */
#include <assert.h>
#include <pthread.h>

enum { JOBS = 8 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int next, done[JOBS];

static void *work(void *unused)
{
    (void)unused;
    for (;;) {
        pthread_mutex_lock(&lock);
        int job = next < JOBS ? next++ : -1;
        pthread_mutex_unlock(&lock);
        if (job < 0) return NULL;
        done[job]++;
    }
}

int main(void)
{
    pthread_t s, t;
    pthread_create(&s, NULL, work, NULL);
    pthread_create(&t, NULL, work, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    for (int i = 0; i < JOBS; i++)
        assert(done[i] == 1);
}
