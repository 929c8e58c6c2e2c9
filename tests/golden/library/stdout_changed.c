/* puts finds the stream in the variable, which the thread changes. */
#include <pthread.h>
#include <stdio.h>

static void *turn(void *arg)
{
    stdout = stderr;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, turn, NULL);
    puts("ready");
    pthread_join(t, NULL);
    return 0;
}
