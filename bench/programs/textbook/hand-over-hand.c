/*
 * Lock coupling on a list of three nodes, each with a lock: a thread goes on holding the lock of one node until it has
 * that of the next. Any number of threads; the nodes are told apart by an index.
 *
 * Property: nobody passes a thread that is ahead: while a thread works at a node no other works there.
 * Safe: the next lock is taken before the last one is given back, and work is done under the lock.
 */
#include <assert.h>
#include <pthread.h>

#define NODES 3

pthread_mutex_t locks[NODES];
int users[NODES];

void *traverse(void *unused)
{
    pthread_mutex_lock(&locks[0]);
    for (int i = 0; i < NODES; i++) {
        users[i]++;
        assert(users[i] == 1);
        users[i]--;
        if (i + 1 < NODES) pthread_mutex_lock(&locks[i + 1]);
        pthread_mutex_unlock(&locks[i]);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, traverse, 0);
}
