/* strcpy writes as far as the text goes: to[3], which the thread reads, is still part of it. */
#include <pthread.h>
#include <string.h>

static char from[8] = "ada", to[8];

static void *look(void *unused)
{
    return to[3] ? unused : 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, look, 0);
    strcpy(to, from);
    pthread_join(t, 0);
}
