/* A stack with elimination (Hendler, Shavit, Yerushalmi 2004): a push and a pop may meet and leave the stack alone. What is
 * popped was pushed, once. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { EMPTY, WAITING, DONE, NODES = 3 };
static atomic_int top, next[NODES], popped[NODES]; /* nodes are numbered from 1 */
static atomic_int place, offered;                  /* where a push and a pop may meet */

static void *push(void *argument)
{
    int node = argument ? 2 : 1, old = top;
    next[node] = old;
    if (atomic_compare_exchange_strong(&top, &old, node)) return NULL;
    offered = node;
    place = WAITING;
    int waiting = WAITING;
    if (!atomic_compare_exchange_strong(&place, &waiting, EMPTY)) place = EMPTY;
    return NULL;
}

static void *pop(void *unused)
{
    (void)unused;
    int old = top, got = 0;
    if (old && atomic_compare_exchange_strong(&top, &old, next[old])) {
        got = old;
    } else {
        int waiting = WAITING;
        if (atomic_compare_exchange_strong(&place, &waiting, DONE)) got = offered;
    }
    if (got) {
        int before = atomic_fetch_add(&popped[got], 1);
        assert(before == 0);
    }
    return NULL;
}

int main(void)
{
    static int second;
    pthread_t a, b, c;
    pthread_create(&a, NULL, push, NULL);
    pthread_create(&c, NULL, pop, NULL);
    pthread_create(&b, NULL, push, &second);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(top == 0 || !popped[top]);
}
