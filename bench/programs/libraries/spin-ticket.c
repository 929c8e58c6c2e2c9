// Mutual exclusion by ck_spinlock_ticket, whose halves of a word are the ticket to give next and the one to serve: three
// threads, each once (with 65536 that wait, tickets repeat).
#include <assert.h>
#include <pthread.h>
#include <ck_spinlock.h>

static ck_spinlock_ticket_t lock = CK_SPINLOCK_TICKET_INITIALIZER;
static int inside;

static void *worker(void *arg)
{
    ck_spinlock_ticket_lock(&lock);
    inside++;
    assert(inside == 1);
    inside--;
    ck_spinlock_ticket_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, worker, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
}
