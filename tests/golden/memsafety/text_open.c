/* A constant array without an end. */
#include <pthread.h>
#include <stdio.h>

static const char letters[2] = {'a', 'b'};

static void *work(void *argument) { return argument; }

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
    pthread_join(t, NULL);
    printf("%s\n", letters);
    return 0;
}
