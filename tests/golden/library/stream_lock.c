/* A stream's lock excludes threads; it is not modelled, so that no race is told. */
#include <pthread.h>
#include <stdio.h>

static int lines;

static void *print(void *arg)
{
    flockfile(stdout);
    lines++;
    puts("a line");
    funlockfile(stdout);
    return arg;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, print, 0);
    pthread_create(&b, 0, print, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
