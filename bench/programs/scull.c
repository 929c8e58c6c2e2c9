/*
 * The scull character driver, simplified: a region of memory that is opened (and emptied), read and
 * written by three threads under the device's semaphore.
 *
 * Benchmark 24/SCULL of SYMMPA; after Corbet, Rubini and Kroah-Hartman, Linux Device Drivers.
 *
 * Properties: a read stays within what the device holds, a write within its capacity, also while
 * others empty the device.
 * Safe: every access to the device's size is under the lock.
 */
#include <assert.h>
#include <pthread.h>

enum { CAPACITY = 4000 };

extern unsigned __VERIFIER_nondet_uint(void);

struct Device {
    unsigned size;
    unsigned long accesses;
} device;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* Opening for writing only empties the device. */
static void scull_open(void)
{
    pthread_mutex_lock(&mutex);
    device.size = 0;
    pthread_mutex_unlock(&mutex);
}

static unsigned scull_read(unsigned position, unsigned count)
{
    pthread_mutex_lock(&mutex);
    if (position >= device.size)
        count = 0;
    else if (count > device.size - position)
        count = device.size - position;
    device.accesses++;
    assert(count == 0 || position + count <= device.size);
    pthread_mutex_unlock(&mutex);
    return count;
}

static unsigned scull_write(unsigned position, unsigned count)
{
    pthread_mutex_lock(&mutex);
    if (position >= CAPACITY)
        count = 0;
    else if (count > CAPACITY - position)
        count = CAPACITY - position;
    if (count > 0 && device.size < position + count) device.size = position + count;
    device.accesses++;
    assert(count == 0 || position + count <= device.size);
    assert(device.size <= CAPACITY);
    pthread_mutex_unlock(&mutex);
    return count;
}

void *opener(void *arg)
{
    (void)arg;
    for (;;)
        scull_open();
}

void *reader(void *arg)
{
    (void)arg;
    for (;;)
        scull_read(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint());
}

void *writer(void *arg)
{
    (void)arg;
    for (;;)
        scull_write(__VERIFIER_nondet_uint(), __VERIFIER_nondet_uint());
}

int main(void)
{
    pthread_t t1, t2, t3;
    pthread_create(&t1, 0, opener, 0);
    pthread_create(&t2, 0, reader, 0);
    pthread_create(&t3, 0, writer, 0);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    pthread_join(t3, 0);
    return 0;
}
