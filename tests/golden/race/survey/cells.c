// The model ends at vfork, so that there is no verdict: each cell is told by itself.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct queue {
    pthread_mutex_t lock;
    int length, dropped;
    struct queue *next;
    char text[8];
};

struct queue *queue;              // written before threads are started, then read
int total, hits, limit = 5, late; // by a lock; by none; only read; while a thread runs
_Atomic int ticks;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
__thread int own;
int *told; // the address of a variable that each thread has for itself
int pipes[2];

struct queue *make(void)
{
    struct queue *q = malloc(sizeof *q);
    if (!q) abort();
    q->length = 0; // nobody else knows of it
    pthread_mutex_init(&q->lock, 0);
    return q;
}

void add(struct queue *q) { q->length++; }

void try_total(void)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        total++;
        pthread_mutex_unlock(&lock);
    }
}

void *worker(void *arg)
{
    struct queue *q = arg;
    int *sent;
    pthread_mutex_lock(&q->lock);
    add(q);
    q->text[q->length & 7] = 1;
    pthread_mutex_unlock(&q->lock);
    q->dropped++; // the lock is gone
    pthread_mutex_lock(&queue->lock);
    queue->length += limit;
    pthread_mutex_unlock(&queue->lock);
    try_total();
    hits += late;
    ticks++;
    told = &own;
    own = 1;
    read(pipes[0], &sent, sizeof sent);
    *sent = 2;
    return 0;
}

int main()
{
    pthread_t threads[2];
    vfork();
    int *number = malloc(sizeof *number);
    queue = make();
    pipe(pipes);
    *number = 1;
    write(pipes[1], &number, sizeof number);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, queue);
    late = 1;
    *number = 3;
    pthread_mutex_lock(&queue->lock);
    queue->text[1] = 2;
    pthread_mutex_unlock(&queue->lock);
    *told = 1;
    return 0;
}
