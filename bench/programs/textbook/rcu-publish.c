/*
 * Publication: a record is allocated and filled, then its address is stored where readers find it. Any number of readers.
 *
 * Property: a reader that finds a record finds it filled.
 * Safe: the address is stored last.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct record {
    int first, second;
};

struct record *_Atomic published;

void *writer(void *unused)
{
    struct record *record = malloc(sizeof *record);
    if (!record) return 0;
    record->first = 1;
    record->second = 0;
    record->second = 1;
    published = record;
    return 0;
}

void *reader(void *unused)
{
    struct record *record = published;
    if (record) assert(record->first == record->second);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    for (;;)
        pthread_create(&thread, 0, reader, 0);
}
