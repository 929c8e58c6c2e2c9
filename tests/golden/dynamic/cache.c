/* Entries are found, and counted, under the lock to write. */
#include <pthread.h>
#include <stdlib.h>

struct entry { unsigned name, found; struct entry *next; };
static struct entry *table[8];
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static int find(unsigned name)
{
    pthread_rwlock_wrlock(&lock);
    struct entry *e = table[name % 8];
    while (e && e->name != name) e = e->next;
    if (e) e->found++;
    pthread_rwlock_unlock(&lock);
    return e != 0;
}

static void add(unsigned name)
{
    struct entry *e = malloc(sizeof *e);
    if (!e) abort();
    e->name = name;
    e->found = 0;
    pthread_rwlock_wrlock(&lock);
    e->next = table[name % 8];
    table[name % 8] = e;
    pthread_rwlock_unlock(&lock);
}

static void *client(void *arg)
{
    unsigned seed = (unsigned)(unsigned long)arg;
    for (int i = 0; i < 2000; i++) {
        seed = seed * 1103515245u + 12345u;
        unsigned name = seed / 65536u % 20u;
        if (!find(name)) add(name);
    }
    return 0;
}

int main(void)
{
    pthread_t t[4];
    for (unsigned long i = 0; i < 4; i++) pthread_create(&t[i], 0, client, (void *)i);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
    return 0;
}
