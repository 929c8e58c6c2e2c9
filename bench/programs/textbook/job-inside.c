/*
 * Each thread allocates its own record, fills it and hands it in for one check; nobody else has the address.
 *
 * Property: the record holds what its thread wrote.
 * Safe: nobody else can write to it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    int value = __VERIFIER_nondet_int();
    int *record = malloc(sizeof *record);
    if (!record) return 0;
    *record = value;
    assert(*record == value);
    free(record);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
