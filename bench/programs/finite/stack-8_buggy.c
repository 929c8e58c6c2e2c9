/* A bounded stack under a lock: one thread pushes, another pops, and never more than was pushed.
 * Buggy: the last ones pop from a stack that may be empty. */
#include <assert.h>
#include <pthread.h>

enum { ITEMS = 8 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stack[ITEMS], top;

static void *push(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        assert(top < ITEMS);
        stack[top] = i + 1;
        top++;
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *pop(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITEMS; i++) {
        pthread_mutex_lock(&lock);
        if (top >= 0 && i > 5) {
            top = top > 0 ? top - 1 : 0;
            assert(stack[top] > 0);
            stack[top] = 0;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, NULL, push, NULL);
    pthread_create(&b, NULL, pop, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(top >= 0);
}
