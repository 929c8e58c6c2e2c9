/* Lookups hold the lock to read, and count how often a name is asked for. */
#include <pthread.h>

#define NAMES 16
static struct { unsigned number, asked; } book[NAMES];
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static unsigned look_up(unsigned name)
{
    pthread_rwlock_rdlock(&lock);
    unsigned number = book[name].number;
    book[name].asked++; /* others look up, too */
    pthread_rwlock_unlock(&lock);
    return number;
}

static void *ask(void *arg)
{
    unsigned seed = (unsigned)(unsigned long)arg, sum = 0;
    for (int i = 0; i < 5000; i++) {
        seed = seed * 69069u + 1u;
        sum += look_up(seed / 65536u % NAMES);
    }
    return (void *)(unsigned long)sum;
}

int main(void)
{
    pthread_t t[6];
    for (unsigned long i = 0; i < 6; i++) pthread_create(&t[i], 0, ask, (void *)i);
    for (int i = 0; i < 6; i++) pthread_join(t[i], 0);
    return 0;
}
