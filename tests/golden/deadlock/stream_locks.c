/* Streams have locks, which are not modelled. */
#include <pthread.h>
#include <stdio.h>

static void *other(void *unused)
{
    flockfile(stderr);
    flockfile(stdout);
    funlockfile(stdout);
    funlockfile(stderr);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    flockfile(stdout);
    flockfile(stderr);
    funlockfile(stderr);
    funlockfile(stdout);
    pthread_join(thread, NULL);
}
