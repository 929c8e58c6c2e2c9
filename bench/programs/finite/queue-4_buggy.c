/* A queue of four places under a lock: what one thread puts in, another takes out in the same order.
 * Buggy: one more item is put in than there are places. */
#include <assert.h>
#include <pthread.h>

enum { PLACES = 4, ITEMS = 6 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int item[PLACES], first, count;

static void *produce(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITEMS;) {
        pthread_mutex_lock(&lock);
        if (count <= PLACES) {
            item[(first + count) % PLACES] = i;
            count++;
            i++;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consume(void *unused)
{
    (void)unused;
    for (int i = 0; i < ITEMS;) {
        pthread_mutex_lock(&lock);
        if (count > 0) {
            assert(item[first] == i);
            first = (first + 1) % PLACES;
            count--;
            i++;
        }
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

int main(void)
{
    pthread_t p, c;
    pthread_create(&p, NULL, produce, NULL);
    pthread_create(&c, NULL, consume, NULL);
    pthread_join(p, NULL);
    pthread_join(c, NULL);
    assert(count == 0);
}
