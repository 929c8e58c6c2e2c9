/*
 * Time-varying mutual exclusion: a disk block is protected by the lock of the busy bit while it is
 * free, and by the lock of its inode once it is allocated.
 *
 * Benchmark 19/TIME-V.-MU of SYMMPA; the allocator of a file system in Flanagan, Freund and Qadeer,
 * Thread-Modular Verification for Shared-Memory Programs.
 *
 * Property: whoever has written the block finds in it what it has written.
 * Safe: the second thread touches the block only while it holds the lock of the busy bit and the
 * bit is 0; the first only after having set the bit under that lock; and the bit is never reset.
 */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t inode_mutex = PTHREAD_MUTEX_INITIALIZER, busy_mutex = PTHREAD_MUTEX_INITIALIZER;
int block, busy, inode;

void *allocate(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&inode_mutex);
    if (inode == 0) {
        pthread_mutex_lock(&busy_mutex);
        busy = 1;
        pthread_mutex_unlock(&busy_mutex);
        inode = 1;
    }
    block = 1;
    assert(block == 1);
    pthread_mutex_unlock(&inode_mutex);
    return 0;
}

void *clear(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&busy_mutex);
    if (busy == 0) {
        block = 0;
        assert(block == 0);
    }
    pthread_mutex_unlock(&busy_mutex);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, allocate, 0);
    pthread_create(&t2, 0, clear, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
