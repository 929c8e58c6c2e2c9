/*
 * Two phases: main lets any number of threads read a table only after it is written, and threads know that from a flag.
 *
 * Property: a thread that has seen the flag finds the table written.
 * Safe: the flag is set when the whole table is written.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int table[4];
atomic_bool written;

void *reader(void *unused)
{
    while (!written)
        ;
    assert(table[0] == 1 && table[3] == 4);
    return 0;
}

void *writer(void *unused)
{
    table[0] = 1;
    table[1] = 2;
    table[2] = 3;
    table[3] = 4;
    written = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    for (;;)
        pthread_create(&thread, 0, reader, 0);
}
