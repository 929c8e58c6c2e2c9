// ck_rwlock: two readers and two writers, each again and again; a writer is alone (2^32 readers are none).
#include <assert.h>
#include <pthread.h>
#include <ck_rwlock.h>

static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
static int value, copy;

static void *reader(void *arg)
{
    for (;;) {
        ck_rwlock_read_lock(&lock);
        assert(value == copy);
        ck_rwlock_read_unlock(&lock);
    }
    return arg;
}

static void *writer(void *arg)
{
    for (;;) {
        ck_rwlock_write_lock(&lock);
        value = 1 - value;
        copy = value;
        ck_rwlock_write_unlock(&lock);
    }
    return arg;
}

int main(void)
{
    pthread_t threads[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i < 2 ? reader : writer, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
}
