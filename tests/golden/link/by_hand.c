#include <assert.h>

/* Declared by hand, or not at all: they are the library's. */
extern void abort();
extern int pthread_create();
int rand();
void exit(int);
int done;

void *worker(void *a)
{
    done = 1;
    return a;
}

int main()
{
    unsigned long t;
    if (rand() == 3) abort();
    pthread_create(&t, 0, worker, (void *)0);
    pthread_join(t, 0);
    assert(done == 1);
    exit(0);
    assert(0);
}
