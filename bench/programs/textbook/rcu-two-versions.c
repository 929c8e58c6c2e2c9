/*
 * Read-copy-update in kind: two versions of the data, readers announce themselves before they look which is the current
 * one; the writer fills the other, makes it current and waits for readers of the old one before it spoils that.
 *
 * Property: a reader never finds a spoilt version.
 * Safe: the writer waits until no reader is left.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint current, readers;
atomic_bool valid[2] = {1, 0};

void *reader(void *unused)
{
    atomic_fetch_add(&readers, 1);
    unsigned version = current;
    if (version == 0)
        assert(valid[0]);
    else
        assert(valid[1]);
    atomic_fetch_sub(&readers, 1);
    return 0;
}

void *writer(void *unused)
{
    valid[1] = 1;
    current = 1;
    while (readers > 0)
        ;
    valid[0] = 0;
    return 0;
}

int main(void)
{
    pthread_t w, r1, r2;
    pthread_create(&r1, 0, reader, 0);
    pthread_create(&r2, 0, reader, 0);
    pthread_create(&w, 0, writer, 0);
    return 0;
}
