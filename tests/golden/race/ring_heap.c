// A ring on the heap, whose indices count on and are masked; the sequencer looks at how far the worker is, and does not wait.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
enum { SIZE = 4 };
struct job { int id; void *data; };
struct queue { struct job jobs[SIZE]; _Atomic unsigned long written, taken; };
static int lost;
static void *sequencer(void *arg)
{
    struct queue *q = arg;
    for (int id = 0; id < 50; id++) {
        unsigned long at = q->written;
        if (at - q->taken < SIZE) {
            q->jobs[at % SIZE].id = id;
            q->jobs[at % SIZE].data = 0;
            q->written = at + 1;
        } else
            lost++;
    }
    return 0;
}
static void *worker(void *arg)
{
    struct queue *q = arg;
    long ids = 0;
    for (;;) {
        unsigned long at = q->taken;
        if (q->written != at) {
            ids ^= q->jobs[at % SIZE].id;
            if (q->jobs[at % SIZE].data) break;
            q->taken++;
        }
    }
    return ids ? arg : 0;
}
int main(void)
{
    pthread_t s, w;
    struct queue *q = calloc(1, sizeof *q);
    if (!q) return 1;
    pthread_create(&s, 0, sequencer, q);
    pthread_create(&w, 0, worker, q);
    pthread_join(s, 0);
    pthread_join(w, 0);
    return lost;
}
