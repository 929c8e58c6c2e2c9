/* Each element has a lock, but of another one. */
#include <pthread.h>

#define N 4

struct {
    pthread_mutex_t lock;
    int count;
} entries[N];

int choose(void);

void *worker(void *p)
{
    int i = choose();
    if (i < 0 || i >= N) return p;
    pthread_mutex_lock(&entries[i].lock);
    entries[i / 2].count++;
    pthread_mutex_unlock(&entries[i].lock);
    return p;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < N; i++) pthread_mutex_init(&entries[i].lock, 0);
    while (1) pthread_create(&thread, 0, worker, 0);
}
