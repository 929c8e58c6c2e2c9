/*
 * Each thread allocates its own record, fills it and hands it in for one check; nobody else has the address.
 *
 * Property: the record holds what its thread wrote.
 * Buggy: threads leave the address in a global variable that the next one uses instead of allocating.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int *spare;

void *worker(void *unused)
{
    int value = __VERIFIER_nondet_int();
    int *record = spare ? spare : malloc(sizeof *record);
    if (!record) return 0;
    spare = record;
    *record = value;
    assert(*record == value);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
