/* A table of at most nine entries in memory of their own; who finds it full keeps the lock. */
#include <pthread.h>
#include <stdlib.h>

#define MOST 9
struct entry { int key; };
static struct entry *table[MOST];
static int used;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *insert(void *arg)
{
    pthread_mutex_lock(&lock);
    if (used == MOST) return 0;
    struct entry *e = malloc(sizeof *e);
    if (e) table[used++] = e;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void)
{
    pthread_t t;
    for (int i = 0; i < MOST + 2; i++) {
        pthread_create(&t, 0, insert, 0);
        pthread_join(t, 0);
    }
    return 0;
}
