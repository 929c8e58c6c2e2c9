// Functions that a call calls while it runs are called by its thread; others may be called at any time from then on. free is
// of what was allocated, and what is written somewhere is not kept.
#include <ftw.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

int sorted, walked, at_exit, both, sent_content, in_array, locked;
int array[8];
int *pointers[4];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;

int compare(const void *a, const void *b)
{
    sorted++; // by main, before threads are started
    return *(const int *)a - *(const int *)b;
}

int compare_both(const void *a, const void *b)
{
    both++;          // by main and by threads
    **(int **)a = 1; // what the array points to
    return 0;
}

int visit(const char *path, const struct stat *status, int flag)
{
    walked++;
    pthread_t t;
    pthread_create(&t, 0, (void *(*)(void *))visit, 0); // any number of them, though the call stands there once
    return 0;
}

int take(const char *path, const struct stat *status, int flag)
{
    pthread_mutex_lock(&lock);
    return 0;
}

void ending(void) { at_exit++; }

void take_once(void) { pthread_mutex_lock(&lock); }

void *worker(void *arg)
{
    int *sent, *memory = malloc(4);
    char buffer[8] = "text";
    qsort(pointers, 4, sizeof *pointers, compare_both);
    write(1, buffer, sizeof buffer);
    buffer[0] = 1; // nobody else knows of it
    read(0, &sent, sizeof sent);
    *sent = 2;
    ftw("/", take, 1);              // perhaps without a file
    pthread_once(&once, take_once); // perhaps by somebody else
    locked++;
    free(arg ? (void *)memory : (void *)array); // C leaves open the second
    return 0;
}

int main(void)
{
    pthread_t t;
    int *pointer = &sent_content;
    qsort(array, 8, sizeof *array, compare);
    array[0] = 1;
    pointers[0] = &in_array;
    atexit(ending);
    ftw("/", visit, 1);
    write(1, &pointer, sizeof pointer);
    for (int i = 0; i < 2; i++)
        pthread_create(&t, 0, worker, 0);
    at_exit++;
    array[1] = 2;
    qsort(pointers, 4, sizeof *pointers, compare_both);
    return 0;
}
