/* Any number of clients change a balance and a log under one mutex, which helpers take and release. */
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int balance, entries;

static void enter(void) { pthread_mutex_lock(&lock); }
static void leave(void) { pthread_mutex_unlock(&lock); }

void *client(void *unused)
{
    for (int i = 0; i < 3; i++) {
        enter();
        balance += i;
        entries++;
        leave();
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, client, 0);
        enter();
        if (entries > 10) entries = 0;
        leave();
    }
}
